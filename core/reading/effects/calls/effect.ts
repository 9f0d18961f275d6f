/** Defines the effects of calls and signatures. @module */
import type { Address, Hex } from "viem";
import type { AllowanceView, TransferView } from "../../../dialog/reading.ts";

/** An outgoing asset. */
export type Gives = TransferView & {
  readonly effect: "gives";
  /** Contract that takes the asset by an allowance. */
  readonly through?: Address;
  /** True if the allowance is in Permit2. */
  readonly permit2?: true;
  /** True if the amount means a whole debt, which is at most the allowance for it. */
  readonly debt?: true;
};

/** An asset or right that others may use later. */
export type Allows = AllowanceView & {
  readonly effect: "allows";
  /** Expiry in Unix seconds, if known. */
  readonly until?: bigint;
  /** True if the allowance is stored in Permit2. */
  readonly permit2?: true;
  /** True if it certainly replaces the earlier allowance, so that no larger one remains. */
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
