/** Defines calls inside of other calls. @module */
import type { Address, Hex } from "viem";
import type { Made } from "./effect.ts";
import type { Words } from "./words.ts";

/** A call inside of another one. */
export interface InnerCall extends Made {
  /** True if the outer contract runs it on behalf of its caller, like `multicall`. */
  readonly own: boolean;
  /** User on whose behalf a forwarder makes it (ERC-2771). */
  readonly from?: Address;
  /** Signature of its function, if the data contains only arguments; see `withSelector`. */
  readonly signature?: Hex;
}

/** Finds up to `most` calls. */
export type Finder = (words: Words, call: Made, most: number) => readonly InnerCall[];

/** Creates a call that the outer contract makes in its own name. */
export const inner = (to: Address, value: bigint, data: Hex): InnerCall => ({
  to,
  value,
  data,
  own: false,
});
