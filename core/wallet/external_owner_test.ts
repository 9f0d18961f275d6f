/** A signer of the app as the owner of an account: the account, its signatures, and signers that fail. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { hashTypedData, type Hex, slice } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { accountOf } from "../account/address.ts";
import { messageToSign, type TypedData } from "../account/message.ts";
import type { OwnerSigner } from "../account/to_sign.ts";
import { AcctError } from "../ground/errors.ts";
import { accountBook } from "./device/accounts.ts";
import { memoryStorage } from "../lib/storage.ts";
import { chain, localService, localWallet } from "../testing/local_wallet.ts";
import { softwareAuthenticator } from "../testing/authenticator.ts";
import { testUser } from "../virtual/test_user.ts";
import { accountView } from "./context/context.ts";
import { externalOwner } from "./external_owner.ts";

const key = `0x${"11".repeat(32)}` as const;
const signer = privateKeyToAccount(key);
const word = `0x${"00".repeat(12)}${signer.address.slice(2).toLowerCase()}` as Hex;
const { signal } = new AbortController();
const data = messageToSign({ address: accountOf(word).address, chainId: 1 }, "0x12");

/** Signs with the owner; returns the cause of the error and its field. */
async function failure(owner: OwnerSigner): Promise<(string | undefined)[]> {
  const error = await assertRejects(() => externalOwner(owner).sign(data, signal), AcctError);
  return [error.data.cause, error.data.field];
}

Deno.test("external owner: connects without a dialog or a passkey; nothing is stored or registered", async () => {
  const calls: string[] = [];
  const storage = memoryStorage();
  const user = testUser();
  const ceremony = { ...softwareAuthenticator("https://shop.example"), available: false };
  const call = (method: string) => void calls.push(method);
  const wallet = localWallet(user, {
    service: localService({ call }),
    ceremony,
    storage,
    owner: externalOwner(signer),
  });
  const { account } = await wallet.ask("wallet_connect", { chainId: chain.id }, { signal });
  assertEquals(account, accountOf(word));
  assertEquals([user.requests, calls, storage.get("acct.accounts.1")], [
    [],
    [],
    null,
  ]);

  const message = { account: account.address, chainId: 1, message: "0x12" } as const;
  const signed = await wallet.ask("personal_sign", message, { signal });
  assertEquals(user.requests.map(({ method }) => method), ["personal_sign"]);
  // The account is not deployed, so the signature is within ERC-6492's wrapper.
  const own = (await signer.sign({ hash: data.digest })).slice(2);
  assertEquals(signed.includes(`0100${own}`), true);
  assertEquals(ceremony.prompts, []);
});

Deno.test("external owner: signs typed data, and v may be 0 or 1 as some devices return it", async () => {
  const low: OwnerSigner = {
    address: signer.address,
    async signTypedData(given) {
      const signature = await signer.signTypedData(given);
      const v = Number(slice(signature, 64)) - 27;
      return `${slice(signature, 0, 64)}0${v}`;
    },
  };
  const expected = `0x0100${(await signer.sign({ hash: data.digest })).slice(2)}`;
  for (const owner of [signer, low]) {
    assertEquals(await externalOwner(owner).sign(data, signal), expected);
  }
  assertEquals(hashTypedData(data.typedData()), data.digest);
});

Deno.test("external owner: the dialogs get its account as one without a passkey", () => {
  const { record } = externalOwner(signer);
  assertEquals(accountView(record).external, true);
  assertEquals("external" in accountView({ ...record, credentialId: "a passkey" }), false);
});

Deno.test("external owner: a struct with the name of ERC-7739's wrapper is rejected before the dialog", async () => {
  const user = testUser();
  const wallet = localWallet(user, { owner: externalOwner(signer) });
  const { account } = await wallet.ask("wallet_connect", { chainId: chain.id }, { signal });
  const sign = (types: TypedData["types"], primaryType: string, message: TypedData["message"]) =>
    wallet.ask("eth_signTypedData_v4", {
      account: account.address,
      chainId: 1,
      typedData: { domain: { name: "Shop" }, types, primaryType, message },
    }, { signal });
  const wrapper = [{ name: "number", type: "uint256" }];
  for (
    const [types, primaryType, message] of [
      [{ TypedDataSign: wrapper }, "TypedDataSign", { number: "1" }],
      [
        { Order: [{ name: "inner", type: "TypedDataSign[]" }], TypedDataSign: wrapper },
        "Order",
        { inner: [{ number: "1" }] },
      ],
    ] as const
  ) {
    const error = await assertRejects(() => sign(types, primaryType, message), AcctError);
    assertEquals([error.data.cause, error.data.field], [
      "invalid_params",
      "params[1].types.TypedDataSign",
    ]);
    assertMatch(error.message, /ERC-7739/);
  }
  assertEquals(user.requests, []);
  const signed = await sign({ Order: wrapper }, "Order", { number: "1" });
  assert(signed.length > 132);
});

Deno.test("external owner: a signer that signs with another key, or malformed, is named", async () => {
  const other = privateKeyToAccount(`0x${"22".repeat(32)}`);
  assertEquals(
    await failure({ address: signer.address, signTypedData: (it) => other.signTypedData(it) }),
    ["invalid_params", "preference.owner"],
  );
  assertEquals(
    await failure({ address: signer.address, signTypedData: () => Promise.resolve("0x12") }),
    ["invalid_params", "preference.owner"],
  );
});

Deno.test("external owner: a signer that never answers ends with the dialog, and blocks nothing", async () => {
  const silent: OwnerSigner = {
    address: signer.address,
    signTypedData: () => new Promise(() => {}),
  };
  const life = new AbortController();
  const signed = externalOwner(silent).sign(data, life.signal);
  life.abort();
  const error = await assertRejects(() => signed, AcctError);
  assertEquals(error.data.cause, "aborted");
});

Deno.test("external owner: a signer that was removed is no account of this device", () => {
  const { record, addTo } = externalOwner(signer);
  const book = addTo(accountBook(memoryStorage()));
  assertEquals(book.at(record.account.address)?.credentialId, record.credentialId);
  book.forget(record.credentialId);
  book.put(record);
  assertEquals([book.list(), book.of(record.credentialId)], [[], undefined]);
});

Deno.test("external owner: a rejected prompt is the user's, any other failure has its cause", async () => {
  const rejected = new Error("failed", { cause: Object.assign(new Error("no"), { code: 4001 }) });
  const fails = (error: Error): OwnerSigner => ({
    address: signer.address,
    signTypedData: () => Promise.reject(error),
  });
  assertEquals(await failure(fails(rejected)), ["user_rejected", undefined]);
  assertEquals(await failure(fails(new Error("unplugged"))), ["internal", "preference.owner"]);
  const ethers = Object.assign(new Error("no"), { code: "ACTION_REJECTED" });
  assertEquals(await failure(fails(ethers)), ["user_rejected", undefined]);
  const cyclic = new Error("a");
  cyclic.cause = new Error("b", { cause: cyclic });
  assertEquals(await failure(fails(cyclic)), ["internal", "preference.owner"]);
  const throwing = { address: signer.address, signTypedData: () => assert(false) };
  assertEquals(await failure(throwing as unknown as OwnerSigner), ["internal", "preference.owner"]);
  const odd = { address: signer.address, signTypedData: () => [1] };
  assertEquals(await failure(odd as unknown as OwnerSigner), [
    "invalid_params",
    "preference.owner",
  ]);
});
