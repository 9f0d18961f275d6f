/** Decides how many blocks are asked for at once, so that every call comes further. @module */

/** Blocks per request where a node refuses more: the limit of public nodes. */
const USUAL_BLOCKS = 2_000;
/** By how much a larger range shrinks that a node refuses, and grows again. */
const SHRINK = 8;
/** Ranges in a row after which they grow. */
const GROW_AFTER = 4;
/** Requests of fewer blocks per call: as many as it takes to find one full block among the usual. */
const MAX_FINE = 24;

/** Size of the next range. */
export interface Pace {
  /** Blocks to ask for. */
  blocks(): number;
  /** Notes that a range up to a block was listed. */
  listed(to: number): void;
  /** Notes that a range was refused; false if it is not to be divided any more. */
  refused(from: number, to: number): boolean;
  /** Notes that a range was refused for its width. */
  tooWide(from: number, to: number): void;
  /** Notes that a range was passed that was not listed. */
  passed(): void;
}

/** Creates the pace of one call that has so many blocks to read. */
export function createPace(all: number): Pace {
  let usual = USUAL_BLOCKS;
  let blocks = Math.max(all, usual);
  let fine = 0;
  let inRow = 0;
  /** Last block of the range that is being divided. */
  let divided = 0;
  return {
    blocks: () => blocks,
    listed(to) {
      if (blocks < usual) {
        fine++;
        if (to >= divided || fine >= MAX_FINE) blocks = usual;
      } else if (++inRow === GROW_AFTER) {
        blocks *= SHRINK;
        inRow = 0;
      }
    },
    refused(from, to) {
      const size = to - from + 1;
      inRow = 0;
      if (size > usual) {
        blocks = Math.max(Math.ceil(size / SHRINK), usual);
        return true;
      }
      if (blocks < usual) fine++;
      else divided = to;
      if (size === 1 || fine >= MAX_FINE) return false;
      blocks = Math.ceil(size / 2);
      return true;
    },
    tooWide(from, to) {
      usual = blocks = Math.ceil((to - from + 1) / 2);
      inRow = 0;
    },
    passed() {
      blocks = usual;
    },
  };
}
