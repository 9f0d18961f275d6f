/** Tables of functions by selector. @module */

/**
 * A function with its selector: `0xa9059cbb transfer(address,uint256)`. The selectors are
 * constants, because hashing all signatures took a third of the start time of the dialogs' code.
 */
export type Selected = `0x${string} ${string}(${string})`;

/** An entry of a table. */
export interface Entry<T> {
  /** Canonical signature. */
  readonly signature: string;
  readonly value: T;
}

/** Converts a table by function into one by selector. */
export function bySelector<T>(table: Readonly<Record<Selected, T>>): ReadonlyMap<string, Entry<T>> {
  return new Map(
    Object.entries<T>(table).map(([key, value]) => [
      selectorIn(key as Selected),
      { signature: key.slice(SELECTOR_LENGTH + 1), value },
    ]),
  );
}

/** Returns the selector of a function. */
export function selectorIn(key: Selected): string {
  return key.slice(0, SELECTOR_LENGTH);
}

/** Returns the first four bytes of data, the selector. */
export function selectorOf(data: string): string {
  return data.slice(0, SELECTOR_LENGTH).toLowerCase();
}

/** Characters of a selector, with `0x`. */
const SELECTOR_LENGTH = 10;
