/** Plans recoveries, which a recovery owner signs once for every chain. @module */
import type { Hex } from "viem";
import { MAX_HEADS, MAX_INDICES } from "../../ground/limits.ts";
import type { UnsignedRecovery } from "./change.ts";
import { type OwnerHistory, type OwnersAt, type OwnerSet, setAt } from "./history.ts";
import { storedWord } from "./key.ts";

/** Owners that a recovery replaces. */
export interface KnownOwners {
  readonly history: OwnerHistory;
  /** The current owners. */
  readonly set: OwnerSet;
}

/**
 * Plans a recovery that replaces all full owners by one owner and keeps the recovery owners. It
 * drops a recovery owner that an unknown change has removed from a chain. Otherwise, that owner
 * would return.
 *
 * @param places owners of the chains where the recovery starts
 * @param owner 32 bytes (an address) or 64 (a key)
 * @param salt 32 bytes; the same recovery cannot start again at the same head
 */
export function planRecovery(
  { history, set }: KnownOwners,
  places: readonly OwnersAt[],
  owner: Hex,
  salt: Hex,
): UnsignedRecovery {
  const unknown = places.filter(({ head }) => setAt(history, head) === undefined);
  const rest = set.owners.filter((each) =>
    each.kind === "recovery" && unknown.every(({ words }) => words.includes(storedWord(each)))
  );
  const next = Math.max(set.next, ...places.map(({ words }) => words.length));
  const used = new Set(rest.map(({ index }) => index));
  // After the last index, free indices are reused.
  const free = Array.from({ length: MAX_INDICES }, (_, index) => index).find((i) => !used.has(i))!;
  const index = next < MAX_INDICES ? next : free;
  const from = new Set(places.map(({ head }) => head));
  return {
    from: [...from].slice(0, MAX_HEADS),
    owners: [...rest, { index, kind: "full" as const, owner }].sort((a, b) => a.index - b.index),
    next: Math.max(next, index + 1),
    salt,
  };
}
