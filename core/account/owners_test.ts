import { assertEquals, assertRejects } from "@std/assert";
import { encodeFunctionData, type Hex } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { createPasskey, wrapSignature } from "../../contracts/testing/passkey.ts";
import { acctAbi } from "../chain/abi.ts";
import { AcctError } from "../protocol/errors.ts";
import type { OwnerChangeJson } from "../protocol/service/owners.ts";
import { accountOf } from "./address.ts";
import {
  addOwnerCall,
  addressOwner,
  creationOf,
  deploys,
  ownerChangeDigest,
  ownerIndexOf,
  ownersAfter,
  removeOwnerCall,
} from "./owners.ts";

const first = createPasskey(4001);
const second = createPasskey(4002);
const account = accountOf(first.bytes);
const privateKey: Hex = `0x${"5e".repeat(32)}`;
const recovery = addressOwner(privateKeyToAccount(privateKey).address);

/** Signs a change by a passkey. */
async function change(
  sequence: number,
  calls: readonly Hex[],
  signer = first,
  index = 0,
): Promise<OwnerChangeJson> {
  const digest = ownerChangeDigest(account.address, sequence, calls);
  return { sequence, calls, signature: wrapSignature(index, await signer.sign(digest)) };
}

Deno.test("owners: added and removed by those who were owners by then", async () => {
  const changes = [
    await change(0, [addOwnerCall(second.bytes)]),
    await change(1, [addOwnerCall(recovery)], second, 1),
  ];
  assertEquals(await ownersAfter(account, []), [first.bytes]);
  assertEquals(await ownersAfter(account, changes), [first.bytes, second.bytes, recovery]);
  // The address removes the first passkey; indices stay as they were given.
  const calls = [removeOwnerCall(0, first.bytes)];
  const digest = ownerChangeDigest(account.address, 2, calls);
  const signed = await sign({ hash: digest, privateKey, to: "hex" });
  const third = { sequence: 2, calls, signature: wrapSignature(2, signed) };
  const owners = await ownersAfter(account, [...changes, third]);
  assertEquals(owners, [null, second.bytes, recovery]);
  assertEquals([ownerIndexOf(owners, first.bytes), ownerIndexOf(owners, second.bytes)], [-1, 1]);
});

Deno.test("owners: what no owner signed, or what is no owner change, is not believed", async () => {
  const good = await change(0, [addOwnerCall(second.bytes)]);
  const gone = [
    good,
    await change(1, [removeOwnerCall(0, first.bytes)], second, 1),
  ];
  const wrong: (readonly OwnerChangeJson[])[] = [
    // Of another signer, with another owner's index, for another sequence number, twice.
    [await change(0, [addOwnerCall(second.bytes)], second)],
    [await change(0, [addOwnerCall(second.bytes)], first, 1)],
    [{ ...good, sequence: 1 }],
    [good, good],
    [good, { ...good, sequence: 1 }],
    // Calls that differ from those that were signed.
    [{ ...good, calls: [addOwnerCall(recovery)] }],
    [{ ...good, signature: "0x" }],
    // By an owner that was removed before.
    [...gone, await change(2, [addOwnerCall(recovery)])],
    // Calls that the contract would reject.
    [await change(0, [addOwnerCall(first.bytes)])],
    [await change(0, [removeOwnerCall(0, first.bytes)])],
    [await change(0, [removeOwnerCall(0, second.bytes)])],
    [await change(0, [removeOwnerCall(7, second.bytes)])],
    [await change(0, ["0x"])],
    [await change(0, ["0x12345678"])],
    [
      await change(0, [
        encodeFunctionData({
          abi: acctAbi,
          functionName: "execute",
          args: [account.address, 0n, "0x"],
        }),
      ]),
    ],
    Array.from({ length: 65 }, (_, sequence) => ({ ...good, sequence })),
  ];
  for (const [index, changes] of wrong.entries()) {
    const error = await assertRejects(() => ownersAfter(account, changes), AcctError, undefined);
    assertEquals(error.data.cause, "service_mismatch", `case ${index}`);
  }
  assertEquals(await ownersAfter(account, gone), [null, second.bytes]);
  // A change of another account, though by the same passkey.
  const other = { ...account, address: accountOf(second.bytes).address };
  await assertRejects(() => ownersAfter(other, [good]), AcctError);
});

Deno.test("owners: factory data deploys this account, with changes or without, or is refused", async () => {
  const good = await change(0, [addOwnerCall(second.bytes)]);
  for (const changes of [[], [good]]) {
    assertEquals(deploys(creationOf(account, changes).factoryData, account), true);
  }
  const stranger = accountOf(second.bytes);
  for (
    const data of [
      "0x",
      "0x12345678",
      creationOf(stranger, []).factoryData,
      creationOf(stranger, [good]).factoryData,
      creationOf({ ...account, nonce: "0x1" }, [good]).factoryData,
      `${creationOf(account, [good]).factoryData}00`,
    ] as const
  ) {
    assertEquals(deploys(data, account), false, data.slice(0, 20));
  }
});
