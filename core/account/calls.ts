/** Encodes calls of an account. @module */
import { concat, encodeFunctionData, zeroAddress } from "viem";
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

/** Most that calls may take of a balance; the account checks it after them. */
export interface Bound {
  /** Token, or collection whose items are counted; `null` for the native currency. */
  readonly token: Address | null;
  /** Amount in the smallest unit by which the balance may fall. */
  readonly most: bigint;
}

/** Kinds of `Bounds.sol` that are used: balances, of collections as well. */
const KIND = { native: 0, balance: 1 } as const;

/**
 * Encodes the account's call data: `execute` for one call, `executeBatch` for several, and
 * `executeBounded` where bounds hold. The account ignores the suffix, which others can read.
 *
 * @see https://eips.ethereum.org/EIPS/eip-8021
 */
export function encodeCalls(
  calls: readonly Call[],
  bounds: readonly Bound[] = [],
  suffix: Hex = "0x",
): Hex {
  return concat([encode(calls, bounds), suffix]);
}

function encode(calls: readonly Call[], bounds: readonly Bound[]): Hex {
  const [first, ...rest] = calls.map(({ to, value, data }) => ({ target: to, value, data }));
  if (first === undefined) throw new RangeError("calls must not be empty");
  if (bounds.length > 0) {
    const all = bounds.map(({ token, most }) => ({
      kind: token === null ? KIND.native : KIND.balance,
      asset: token ?? zeroAddress,
      id: 0n,
      spender: zeroAddress,
      most,
    }));
    return encodeFunctionData({
      abi: acctAbi,
      functionName: "executeBounded",
      args: [[first, ...rest], all],
    });
  }
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
