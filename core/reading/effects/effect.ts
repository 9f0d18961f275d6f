/** Defines the effects of calls and signatures. @module */
import type { Address, Hex } from "viem";
import type { AllowedView, GivenView } from "../../dialog/reading.ts";

/** An asset that leaves. */
export type Gives = GivenView & {
  readonly effect: "gives";
  /** Contract that takes it by an allowance. */
  readonly through?: Address;
  /** True if that allowance is Permit2's. */
  readonly permit2?: true;
  /** True if the amount stands for all of a debt, which is no more than what was allowed for it. */
  readonly debt?: true;
};

/** Something that others may use later. */
export type Allows = AllowedView & {
  readonly effect: "allows";
  /** Unix seconds until which it can be used, where that is known. */
  readonly until?: bigint;
  /** True if Permit2 keeps the allowance. */
  readonly permit2?: true;
  /** True if it is sure to take the place of an earlier one, so that no more than it is left. */
  readonly sets?: true;
};

/** One effect of a call. */
export type Effect = Gives | Allows;

/** A call to read. */
export interface Made {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

/** The caller of a call, which owns the assets that it moves. */
export interface Maker {
  /** The caller. */
  readonly sender: Address;
  /** The account that signs. */
  readonly account: Address;
}
