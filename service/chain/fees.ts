/** Chooses the fees per gas of an operation. @module */
import { type Hex, numberToHex } from "viem";
import type { ChainConfig } from "./config.ts";

/** State that the fees depend on. */
export interface FeeBase {
  /** Latest block. */
  readonly block: { readonly baseFee: bigint };
  /** Priority fee per gas in wei, as the node suggests it. */
  readonly tip: bigint;
  /** Bounds of the chain's priority fee. */
  readonly tips: Tips;
}

/** Fees per gas of an operation. */
export interface Fees {
  readonly maxFeePerGas: Hex;
  readonly maxPriorityFeePerGas: Hex;
}

/**
 * Priority fee that a sponsor pays, in tenths of a percent of the base fee: for operations prepared
 * by the service, as suggested to other clients, and the maximum for other clients. The base fee
 * may drop by an eighth per block until they request sponsorship.
 */
const SHARE = { paid: 70n, suggested: 35n, most: 120n } as const;

/** Bounds of a chain's priority fee, in wei. */
export interface Tips {
  /** Accepted at any base fee. */
  readonly accepted: bigint;
  /** Minimum tip, because the bundler rejects less. */
  readonly least: bigint;
}

/**
 * Wei of priority fee per gas that a chain's validators or bundlers require at any base fee:
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
/** Minimum tip on other chains. */
const MIN_TIP = 500_000n;

/** Returns the bounds of a chain, where `minTip` is the operator's own. */
export function tipsOf({ id, minTip }: Pick<ChainConfig, "id" | "minTip">): Tips {
  return { accepted: minTip ?? CHAIN_MIN_TIP[id] ?? MIN_TIP, least: minTip ?? 0n };
}

/**
 * Returns the fees of an operation that its account pays for: the base fee may double until
 * inclusion.
 */
export function ownFees({ block, tip }: FeeBase): Fees {
  return toFees(block.baseFee, tip);
}

/**
 * Returns the fees of an operation that its account does not pay for. The bundler receives the
 * priority fee and may be the sender, so the fee is limited to a share of the base fee, which is
 * burnt.
 */
export function paidFees(base: FeeBase): Fees {
  return toFees(base.block.baseFee, paidTip(base));
}

function paidTip(base: FeeBase): bigint {
  return bounded(base, SHARE.paid);
}

/** Returns the priority fee per gas to suggest to other clients, in wei: viem's doubles it. */
export function suggestedTip(base: FeeBase): bigint {
  return bounded(base, SHARE.suggested);
}

/** Returns the most that is signed as the priority fee of an operation of other clients, in wei. */
export function mostTip({ block, tips }: Pick<FeeBase, "block" | "tips">): bigint {
  return max(block.baseFee * SHARE.most / 1_000n, 2n * tips.accepted);
}

function bounded({ block, tip, tips }: FeeBase, share: bigint): bigint {
  return max(min(tip, max(block.baseFee * share / 1_000n, tips.accepted)), tips.least);
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);

function toFees(baseFee: bigint, tip: bigint): Fees {
  return {
    maxFeePerGas: numberToHex(2n * baseFee + tip),
    maxPriorityFeePerGas: numberToHex(tip),
  };
}
