/**
 * Remembers the highest block that was seen of a chain, because a provider's machines do not see the
 * same one. An answer from before it is old, unless another block stands at its height: then the
 * chain was reorganised.
 *
 * @module
 */
import { monotonic } from "../monotonic.ts";

/** Block by number and hash. */
export interface Head {
  /** Block number. */
  readonly number: number;
  /** Block hash. */
  readonly hash: string;
}

/** Highest block of a chain, as this process knows it. */
export interface Heads {
  /** Highest block number; -1 before the first. */
  top(): number;
  /** Milliseconds since a block was believed; infinite before the first. */
  age(): number;
  /**
   * Takes notice of a block; returns by how many blocks an answer at this block is too old, or too far
   * ahead to be believed.
   */
  see(block: Head): number;
}

/** Blocks whose hashes are remembered. */
const MAX_KNOWN = 300;
/** Blocks that no chain makes in the time below: an answer from there is another chain's, or a lie. */
const MAX_AHEAD = 10_000;
/** Time after which older answers are believed again: the highest may have been a lie. */
const DOUBT_AFTER_MS = 60_000;

/** Creates the memory; tests pass their own `now` in milliseconds. */
export function createHeads(now = monotonic): Heads {
  const known = new Map<number, string>();
  let top = -1;
  let confirmed = -Infinity;

  function accept({ number, hash }: Head): number {
    for (const each of known.keys()) if (each > number) known.delete(each);
    known.delete(number);
    known.set(number, hash);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
    top = number;
    confirmed = now();
    return 0;
  }

  return {
    top: () => top,
    age: () => now() - confirmed,
    see(block) {
      // Of a node that answers with something else than a number.
      if (!Number.isSafeInteger(block.number)) return 1;
      const isDoubtful = now() - confirmed > DOUBT_AFTER_MS;
      const ahead = block.number - top;
      if (ahead > MAX_AHEAD && top >= 0 && !isDoubtful) return ahead;
      if (ahead >= 0) return accept(block);
      const before = known.get(block.number);
      if (before !== undefined && before !== block.hash) return accept(block);
      if (isDoubtful) return accept(block);
      return top - block.number;
    },
  };
}
