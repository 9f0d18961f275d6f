/** Creates the recovery file, and stores which state of the owners was saved. @module */
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import { chainsView } from "../../core/client/owners.ts";
import type { OwnerView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import { friendBook } from "../../core/wallet/device/friends.ts";
import { exportAccount, readExport } from "../../core/account/owners/record.ts";
import { readJson } from "../../core/lib/json.ts";
import type { Storage } from "../../core/lib/storage.ts";
import type { Address, Hex } from "../../core/lib/hex.ts";
import type { AccountJson } from "../../core/wire/values.ts";

/** Key of the saved states. */
const STORAGE_KEY = "acct.saved.1";

/** A saved file. */
export interface SavedFile {
  /** Unix seconds. */
  readonly at: number;
  /** Hash of the last owner change in it. */
  readonly head: Hex;
}

/**
 * Writes the file, and reads it back like the rescue page, because a file that the rescue page
 * rejects would be useless.
 */
export async function recoveryFile(account: AccountJson, now: OwnersNow): Promise<string> {
  const used = chainsView(now).filter((_, index) => now.chains[index]!.deployed === true);
  const changes = [...now.history.steps.values()].map(({ change }) => change);
  const json = JSON.stringify(exportAccount(account, changes, used), null, 2);
  await readExport(JSON.parse(json));
  return json;
}

/** Returns the last file saved on this device; `null` if none was saved. */
export function savedFile(storage: Storage, address: Address): SavedFile | null {
  const saved = readJson(storage, STORAGE_KEY, isTable)?.[address.toLowerCase()];
  return saved !== undefined && Number.isFinite(saved.at) && typeof saved.head === "string"
    ? saved
    : null;
}

/** Records that a file was saved. */
export function noteSaved(storage: Storage, address: Address, head: Hex): void {
  const saved: SavedFile = { at: Math.floor(Date.now() / 1000), head };
  const others = readJson(storage, STORAGE_KEY, isTable) ?? {};
  storage.set(STORAGE_KEY, JSON.stringify({ ...others, [address.toLowerCase()]: saved }));
}

/**
 * Returns true if an owner can use the file: an address, whose wallet signs on the rescue page. A
 * passkey and a friend cannot, because they need the wallet's own site.
 */
export function isUsable(
  storage: Storage,
  account: Address,
  owners: readonly Pick<OwnerView, "kind" | "address">[],
): boolean {
  const friends = friendBook(storage);
  return owners.some(({ kind, address }) =>
    kind === "address" ||
    kind === "recovery" && address !== undefined && friends.nameOf(account, address) === undefined
  );
}

/** Returns true if the owners have changed since the last file was saved. */
export function isOutdated(saved: SavedFile | null, now: OwnersNow): boolean {
  return saved !== null && saved.head !== now.tip.head;
}

function isTable(value: unknown): value is Readonly<Record<string, SavedFile>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((each) => typeof each === "object" && each !== null);
}
