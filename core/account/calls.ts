/** Encodes calls of an account. @module */
import { encodeFunctionData } from "viem";
import type { Address, Hex } from "../lib/hex.ts";
import { acctAbi } from "../chain/abi.ts";

/** One call of a batch. */
export interface Call {
  /** Address of the contract or recipient. */
  readonly to: Address;
  /** Wei. */
  readonly value: bigint;
  /** Call data. */
  readonly data: Hex;
}

/** Encodes the account's call data: `execute` for one call, `executeBatch` for several. */
export function encodeCalls(calls: readonly Call[]): Hex {
  const [first, ...rest] = calls.map(({ to, value, data }) => ({ target: to, value, data }));
  if (first === undefined) throw new RangeError("calls must not be empty");
  if (rest.length > 0) {
    return encodeFunctionData({
      abi: acctAbi,
      functionName: "executeBatch",
      args: [[first, ...rest]],
    });
  }
  return encodeFunctionData({
    abi: acctAbi,
    functionName: "execute",
    args: [first.target, first.value, first.data],
  });
}
