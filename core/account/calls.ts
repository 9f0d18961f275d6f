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

/** Maximum amount of a balance that calls may spend. The account checks it after the calls. */
export interface Bound {
  /** Token, or collection whose items are counted; `null` for the native currency. */
  readonly token: Address | null;
  /** Maximum decrease of the balance, in the smallest unit. */
  readonly most: bigint;
}

/** Kinds of `Bounds.sol` in use: native currency, and balances of tokens and collections. */
const KIND = { native: 0, balance: 1 } as const;

/**
 * Encodes the account's call data: `execute` for one call, `executeBatch` for several, and
 * `executeBounded` if bounds apply. The account ignores the suffix, which is for other readers of
 * the data.
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
