/** Reads calls that lower an allowance. @module */
import type { Address } from "viem";
import type { CallView } from "../dialog/types.ts";

/** An allowance that a call lowers. */
export interface Reduction {
  readonly token: Address;
  readonly spender: Address;
  /** By how much, in the token's smallest unit. */
  readonly amount: bigint;
}

/**
 * Lists what calls were read to lower. Only a token that the operator lists is believed to do what the
 * name of its function says: a strange one can give an approval by it.
 */
export function reductionsOf(calls: readonly CallView[]): Reduction[] {
  return calls.flatMap(({ to, amount, function: called }) =>
    called?.name === "decreaseAllowance" && amount !== undefined
      ? [{ token: to, spender: called.args[0]!.value as Address, amount }]
      : []
  );
}
