/** Chooses the fees per gas of an operation. @module */
import { type Hex, numberToHex } from "viem";
import type { AccountState } from "./state.ts";

/** State that the fees depend on. */
export type FeeBase = Pick<AccountState, "tip" | "minTip"> & {
  readonly block: Pick<AccountState["block"], "baseFee">;
};

/** Fees per gas of an operation. */
export interface Fees {
  readonly maxFeePerGas: Hex;
  readonly maxPriorityFeePerGas: Hex;
}

/** Percent of the base fee that a sponsor pays as the priority fee at most. */
const PAID_TIP_PERCENT = 10n;

/**
 * Wei of priority fee per gas that a chain's validators or bundlers ask for whatever the base fee is:
 * less stays pending there.
 *
 * @see https://docs.polygon.technology/pos/concepts/transactions/eip-1559/
 * @see https://docs.bnbchain.org/bnb-smart-chain/
 */
const CHAIN_MIN_TIP: Readonly<Record<number, bigint>> = {
  // BNB Smart Chain and its testnet have a base fee of 0.
  56: 50_000_000n,
  97: 100_000_000n,
  // Polygon and its testnet.
  137: 25_000_000_000n,
  80002: 25_000_000_000n,
};
/** The same for other chains. */
const MIN_TIP = 500_000n;

/** Returns the priority fee that a chain asks for at least, unless the operator configured another. */
export function minTipOf(chainId: number): bigint {
  return CHAIN_MIN_TIP[chainId] ?? MIN_TIP;
}

/** Returns the fees of an operation whose account pays: the base fee may double until inclusion. */
export function ownFees({ block, tip }: FeeBase): Fees {
  return toFees(block.baseFee, tip);
}

/**
 * Returns the fees of an operation that its account does not pay for. The priority fee goes to the
 * bundler, which may be the sender: it is bounded by a share of the base fee, which is burnt.
 */
export function paidFees(base: FeeBase): Fees {
  return toFees(base.block.baseFee, paidTip(base));
}

function paidTip({ block, tip, minTip }: FeeBase): bigint {
  return min(tip, max(shareOf(block.baseFee), minTip));
}

/** Returns the priority fee per gas to suggest to other clients, in wei: viem's doubles it. */
export function suggestedTip({ block, tip, minTip }: FeeBase): bigint {
  return min(tip, max(shareOf(block.baseFee) / 2n, minTip));
}

/** Returns the most that is signed as the priority fee of an operation of other clients, in wei. */
export function mostTip({ block, minTip }: Pick<FeeBase, "block" | "minTip">): bigint {
  return max(shareOf(block.baseFee), 2n * minTip);
}

function shareOf(baseFee: bigint): bigint {
  return baseFee * PAID_TIP_PERCENT / 100n;
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

function toFees(baseFee: bigint, tip: bigint): Fees {
  return {
    maxFeePerGas: numberToHex(2n * baseFee + tip),
    maxPriorityFeePerGas: numberToHex(tip),
  };
}
