/**
 * Remembers the highest observed block of a chain, because the machines behind a provider do not
 * all have the same block. An answer from before it is stale, unless there is a different block at
 * its height: then the chain was reorganised. A block far above the highest one is accepted only if
 * nodes report it for some seconds and no answer confirms the highest one. A single wrong answer
 * has no effect.
 *
 * @module
 */
import { monotonic } from "../../lib/monotonic.ts";

/** Block by number and hash. */
export interface Head {
  /** Block number. */
  readonly number: number;
  /** Block hash. */
  readonly hash: string;
  /** Time of the block in Unix seconds, if it was read. */
  readonly timestamp?: number;
}

/** Highest block of a chain observed by this process. */
export interface Heads {
  /** Highest block number; -1 before the first. */
  top(): number;
  /** Milliseconds since a block was believed; infinite before the first. */
  age(): number;
  /**
   * Seconds by which this process's clock is ahead of the chain's, at the last block that was seen
   * soon after its creation. `null` if there was none in the last minutes.
   */
  clockDifference(): number | null;
  /**
   * Records a block. Returns by how many blocks an answer at this block is stale, or too far ahead
   * to be trusted.
   */
  see(block: Head): number;
}

/** Blocks with remembered hashes. */
const MAX_KNOWN = 300;
/** Blocks ahead that are accepted immediately, and more for each second since the last block. */
const AHEAD = { most: 1_000, perSecond: 20 } as const;
/** Blocks behind from which the highest block may have been a lie. */
const FAR_BEHIND = 100;
/** Milliseconds for which nodes must report a far block before it is accepted. */
const CONFIRM_MS = 3_000;
/** Maximum milliseconds between two polls of a chain for a new block to count as just created. */
const RECENT_MS = 15_000;
/** Milliseconds for which a difference of clocks is believed. */
const KNOWN_MS = 150_000;
/** Time after which older answers are believed again: the highest may have been a lie. */
const DOUBT_AFTER_MS = 60_000;

/** Creates the memory; tests pass their own times in milliseconds, the second one for the clock. */
export function createHeads(now = monotonic, clock = () => Date.now()): Heads {
  const known = new Map<number, string>();
  let top = -1;
  let confirmed = -Infinity;
  let difference: { readonly seconds: number; readonly at: number } | null = null;
  /** Far block that nodes report instead of the highest one, and the time of the first report. */
  let rival: { readonly number: number; readonly since: number } | null = null;

  function accept({ number, hash, timestamp }: Head): number {
    const isNext = number > top && now() - confirmed <= RECENT_MS;
    if (isNext && timestamp !== undefined) {
      difference = { seconds: clock() / 1_000 - timestamp, at: now() };
    }
    rival = null;
    for (const each of known.keys()) if (each > number) known.delete(each);
    known.delete(number);
    known.set(number, hash);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
    top = number;
    confirmed = now();
    return 0;
  }

  /** Accepts a far block after nodes have reported it for some seconds. */
  function doubt(block: Head): number {
    const distance = Math.abs(block.number - top);
    if (rival === null || Math.abs(block.number - rival.number) > AHEAD.most) {
      rival = { number: block.number, since: now() };
    }
    return now() - rival.since < CONFIRM_MS ? distance : accept(block);
  }

  return {
    top: () => top,
    age: () => now() - confirmed,
    clockDifference: () =>
      difference !== null && now() - difference.at < KNOWN_MS ? difference.seconds : null,
    see(block) {
      // A node that answers with something other than a number.
      if (!Number.isSafeInteger(block.number)) return 1;
      const age = now() - confirmed;
      const isDoubtful = age > DOUBT_AFTER_MS;
      const ahead = block.number - top;
      if (top < 0 || isDoubtful) return accept(block);
      if (ahead > AHEAD.most + AHEAD.perSecond * age / 1_000) return doubt(block);
      if (ahead >= 0) return accept(block);
      const before = known.get(block.number);
      if (before !== undefined && before !== block.hash) return accept(block);
      return ahead < -FAR_BEHIND ? doubt(block) : -ahead;
    },
  };
}
