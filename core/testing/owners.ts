/** Accounts, owners and signed changes for the tests of owners. @module */
import type { Hex } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { createPasskey, type Owner, wrapSignature } from "../../contracts/testing/passkey.ts";
import { contracts } from "../chain/contracts.ts";
import type { OwnerChangeJson, OwnerJson, OwnersOnChain } from "../wire/owners.ts";
import { accountOf } from "../account/address.ts";
import { ownerChangeDigest, type UnsignedChange } from "../account/owners/change.ts";
import { type OwnerSet, wordsOf } from "../account/owners/history.ts";
import { addressOwner, ZERO_WORD } from "../account/owners/key.ts";

/** Passkeys; the first one created the account. */
export const [first, second, third] = [
  createPasskey(4001),
  createPasskey(4002),
  createPasskey(4003),
];
/** The account. */
export const account = accountOf(first.bytes);
const privateKey: Hex = `0x${"5e".repeat(32)}`;
/** An address that can be an owner. */
export const friend: Owner = {
  bytes: addressOwner(privateKeyToAccount(privateKey).address),
  sign: (hash) => sign({ hash, privateKey, to: "hex" }),
};

/** Full owners at their indices; `null` for an index without an owner. */
export function full(...owners: (Owner | null)[]): OwnerJson[] {
  return owners.flatMap((owner, index) =>
    owner === null ? [] : [{ index, kind: "full", owner: owner.bytes }]
  );
}

/** Signs a change, which continues the first owners by default. */
export async function signed(
  change: Partial<UnsignedChange> & Pick<UnsignedChange, "owners">,
  signer: Owner = first,
  index = 0,
): Promise<OwnerChangeJson & { head: Hex }> {
  const whole = { from: [ZERO_WORD], next: 4, delay: 259_200, ...change };
  const head = ownerChangeDigest(account.address, whole);
  return { ...whole, signature: wrapSignature(index, await signer.sign(head)), head };
}

/** Owners on a chain. */
export const chain = (set: Pick<OwnerSet, "head"> & { words: readonly Hex[] }): OwnersOnChain => ({
  chainId: "0x1",
  name: "One",
  deployed: true,
  carried: true,
  pending: [],
  implementation: contracts.implementation,
  newest: contracts.implementation,
  ...set,
});
/** The owners of a set on a chain. */
export const at = (set: OwnerSet) => chain({ head: set.head, words: wordsOf(set) });
