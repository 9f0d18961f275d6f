/** Defines calls inside of others. @module */
import type { Address, Hex } from "viem";
import type { Made } from "./effect.ts";
import type { Words } from "./words.ts";

/** A call inside of another one. */
export interface InnerCall extends Made {
  /** True if the outer contract runs it in its caller's name, as `multicall` does. */
  readonly own: boolean;
  /** In whose name a forwarder makes it (ERC-2771). */
  readonly from?: Address;
  /** Signature of its function, if the data are arguments alone; see `withSelector`. */
  readonly signature?: Hex;
}

/** Finds calls, as many as `most`. */
export type Finder = (words: Words, call: Made, most: number) => readonly InnerCall[];

/** Makes a call that the outer contract makes in its own name. */
export const inner = (to: Address, value: bigint, data: Hex): InnerCall => ({
  to,
  value,
  data,
  own: false,
});
