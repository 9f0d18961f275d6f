/** Signs owner changes for the tests. */
import { P256 } from "ox";
import { type Address, concat, type Hex, numberToHex, sha256 } from "viem";
import { type Owner, wrapSignature } from "../../../contracts/testing/passkey.ts";
import { ownerChangeDigest, type UnsignedChange } from "../../../core/account/owners/change.ts";
import {
  type OwnerHistory,
  readHistory,
  tipOf,
  wordsOf,
} from "../../../core/account/owners/history.ts";
import { indexOfOwner } from "../../../core/account/owners/key.ts";
import { type OwnerEdit, planChange } from "../../../core/account/owners/plan.ts";
import type { OwnerChangeJson, OwnerStepJson } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import type { Page } from "../../conformance/wallet.ts";

/** Signs with a passkey's key as a device key does, past the wallet. */
export function ownerOf({ ceremony }: Pick<Page, "ceremony">, index: number): Owner {
  const { privateKey } = ceremony.credentials[index]!;
  const { x, y } = P256.getPublicKey({ privateKey });
  const bytes = concat([x, y].map((value) => numberToHex(value, { size: 32 })));
  return {
    bytes,
    sign(digest) {
      const { r, s } = P256.sign({ payload: sha256(digest), privateKey });
      const parts = [r, s].map((value) => numberToHex(value, { size: 32 }));
      return Promise.resolve(concat([bytes, ...parts]));
    },
  };
}

/** Signs a change. */
export async function signChange(
  account: Address,
  change: UnsignedChange,
  signer: Owner,
  ownerIndex = 0,
): Promise<OwnerChangeJson> {
  const digest = ownerChangeDigest(account, change);
  return { ...change, signature: wrapSignature(ownerIndex, await signer.sign(digest)) };
}

/** Plans and signs the change that the SDK would, after these changes. */
export async function nextChange(
  account: AccountJson,
  changes: readonly OwnerStepJson[],
  edit: OwnerEdit,
  signer: Owner,
): Promise<OwnerChangeJson> {
  const history = await readHistory(account, changes);
  const tip = tipOf(history, signer.bytes) ?? tipOf(history);
  const change = planChange({ history, tip, chains: [] }, signer.bytes, edit);
  return await signChange(
    account.address,
    change,
    signer,
    Math.max(indexOfOwner(wordsOf(tip), signer.bytes), 0),
  );
}

/** Returns the keys of the current owners by index, or `null` without one. */
export function ownersOf(history: OwnerHistory): (Hex | null)[] {
  const { owners, next } = tipOf(history);
  return Array.from(
    { length: next },
    (_, index) => owners.find((each) => each.index === index)?.owner ?? null,
  );
}
