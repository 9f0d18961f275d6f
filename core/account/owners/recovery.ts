/** Plans recoveries, which a recovery owner signs once for every chain. @module */
import type { Hex } from "viem";
import { MAX_HEADS, MAX_INDICES } from "../../ground/limits.ts";
import type { UnsignedRecovery } from "./change.ts";
import type { OwnersAt, OwnerSet } from "./history.ts";

/**
 * Plans a recovery that replaces all full owners by one owner and keeps the recovery owners.
 *
 * @param set the current owners
 * @param places owners of the chains where the recovery starts
 * @param owner 32 bytes (an address) or 64 (a key)
 * @param salt 32 bytes; the same recovery cannot start again at the same head
 */
export function planRecovery(
  set: OwnerSet,
  places: readonly OwnersAt[],
  owner: Hex,
  salt: Hex,
): UnsignedRecovery {
  const rest = set.owners.filter(({ kind }) => kind === "recovery");
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
