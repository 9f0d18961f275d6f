/** Reads calls that lower an allowance. @module */
import type { Address } from "viem";
import type { CallView } from "../dialog/types.ts";

/** An allowance that a call lowers. */
export interface Reduction {
  readonly token: Address;
  readonly spender: Address;
  /** Amount of the reduction, in the token's smallest unit. */
  readonly amount: bigint;
}

/**
 * Lists the allowances that the decoded calls reduce. Only tokens listed by the operator are
 * trusted to behave like the function's name: an unknown token can grant an approval by it.
 */
export function reductionsOf(calls: readonly CallView[]): Reduction[] {
  return calls.flatMap(({ to, amount, function: called }) =>
    called?.name === "decreaseAllowance" && amount !== undefined
      ? [{ token: to, spender: called.args[0]!.value as Address, amount }]
      : []
  );
}
