import { assertEquals } from "@std/assert";
import { P256 } from "ox";
import { concat, type Hex, hexToBytes, numberToHex, sha256, toHex } from "viem";
import { accountAddress, accountOf } from "../../../core/account/address.ts";
import { toBase64Url } from "../../../core/lib/base64url.ts";
import type { GetCredentialResult } from "../../../core/protocol/service/mod.ts";
import type { AssertionJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { call, rpc } from "../support/client.ts";

/** A passkey that can prove itself. */
function credential(
  name: string,
): { publicKey: Hex; prove(over?: Hex, flags?: number): AssertionJson } {
  const privateKey = sha256(toHex(name));
  const { x, y } = P256.getPublicKey({ privateKey });
  const publicKey = concat([numberToHex(x, { size: 32 }), numberToHex(y, { size: 32 })]);
  return {
    publicKey,
    prove(over = publicKey, flags = 0x1d) {
      const authenticatorData = concat([
        sha256(toHex("keys.localhost")),
        numberToHex(flags, { size: 1 }),
        "0x00000000",
      ]);
      const challenge = toBase64Url(hexToBytes(sha256(over)));
      const clientDataJSON = `{"type":"webauthn.get","challenge":"${challenge}",` +
        `"origin":"http://keys.localhost","crossOrigin":false}`;
      const payload = sha256(concat([authenticatorData, sha256(toHex(clientDataJSON))]));
      const { r, s } = P256.sign({ payload, privateKey });
      const signature = concat([numberToHex(r, { size: 32 }), numberToHex(s, { size: 32 })]);
      return { authenticatorData, clientDataJSON, signature };
    },
  };
}

Deno.test("credential", async (t) => {
  await using stack = await startStack();
  const mine = credential("mine");
  const theirs = credential("theirs");
  const put = (params: Record<string, unknown>) => rpc(stack, "acct_putCredential", [params]);
  const keysOf = async (credentialId: string) =>
    (await call<GetCredentialResult>(stack, "acct_getCredential", [{ credentialId }])).keys;

  await t.step("stored and found, with the account", async () => {
    const account = accountOf(mine.publicKey);
    const entry = { credentialId: "abc", publicKey: mine.publicKey, account };
    assertEquals((await put(entry)).result, true);
    const [found] = await keysOf("abc");
    assertEquals(found?.publicKey, mine.publicKey);
    assertEquals(found?.account.address.toLowerCase(), account.address.toLowerCase());
    assertEquals(await keysOf("other"), []);
  });

  await t.step("a wrong key that came first blocks no other", async () => {
    for (let n = 0; n < 40; n++) {
      const { publicKey } = credential(`flood ${n}`);
      await put({ credentialId: "mine", publicKey, account: accountOf(publicKey) });
    }
    const { publicKey } = mine;
    const account = accountOf(publicKey);
    await put({ credentialId: "mine", publicKey, account, proof: mine.prove() });
    for (let n = 0; n < 40; n++) {
      const { publicKey } = credential(`late flood ${n}`);
      await put({ credentialId: "mine", publicKey, account: accountOf(publicKey) });
    }
    const keys = await keysOf("mine");
    assertEquals(keys[0]?.publicKey, mine.publicKey);
    assertEquals(keys.length <= 32, true);
  });

  await t.step(
    "without a proof no caller leads a passkey to an account with other owners",
    async () => {
      const owners = [mine.publicKey, theirs.publicKey];
      const account = { address: accountAddress({ owners, nonce: 0n }), owners, nonce: "0x0" };
      const entry = { credentialId: "mine", publicKey: mine.publicKey, account };
      assertEquals((await put(entry)).error?.data?.field, "params[0].account");
      const proof = theirs.prove(mine.publicKey);
      assertEquals((await put({ ...entry, proof })).error?.data?.field, "params[0].proof");
      assertEquals((await put({ ...entry, proof: mine.prove() })).result, true);
      const second = { ...accountOf(mine.publicKey), nonce: "0x1" };
      const moved = {
        ...second,
        address: accountAddress({ owners: second.owners, nonce: 1n }),
      };
      assertEquals(
        (await put({ ...entry, account: moved })).error?.data?.field,
        "params[0].account",
      );
    },
  );

  await t.step("invalid proofs are rejected", async () => {
    const { publicKey } = mine;
    const entry = { credentialId: "proof", publicKey, account: accountOf(publicKey) };
    const good = mine.prove();
    const bad: AssertionJson[] = [
      mine.prove(theirs.publicKey),
      mine.prove(publicKey, 0x01),
      { ...good, signature: `0x${"00".repeat(64)}` },
      { ...good, clientDataJSON: good.clientDataJSON.replace("webauthn.get", "webauthn.create") },
      { ...good, clientDataJSON: "{" },
      { ...good, authenticatorData: "0x" },
    ];
    for (const proof of bad) {
      assertEquals((await put({ ...entry, proof })).error?.data?.field, "params[0].proof");
    }
    assertEquals(await keysOf("proof"), []);
  });

  await t.step("addresses that do not match, and malformed data, are rejected", async () => {
    const { publicKey } = mine;
    const other = accountOf(theirs.publicKey);
    const cases: [Record<string, unknown>, string][] = [
      [{ credentialId: "x", publicKey, account: other }, "params[0].account.owners"],
      [
        {
          credentialId: "x",
          publicKey,
          account: { ...accountOf(publicKey), address: other.address },
        },
        "params[0].account.address",
      ],
      [{ credentialId: "a b", publicKey, account: accountOf(publicKey) }, "params[0].credentialId"],
      [{ credentialId: "x", publicKey: "0x12", account: other }, "params[0].publicKey"],
    ];
    for (const [params, field] of cases) {
      assertEquals((await put(params)).error?.data?.field, field);
    }
  });
});
