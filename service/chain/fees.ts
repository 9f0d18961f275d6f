/** Chooses the fees per gas of an operation. @module */
import { type Hex, numberToHex } from "viem";
import type { ChainConfig } from "./config.ts";
import type { AccountState } from "./state.ts";

/** State that the fees depend on. */
export type FeeBase = Pick<AccountState, "tip" | "tips"> & {
  readonly block: Pick<AccountState["block"], "baseFee">;
};

/** Fees per gas of an operation. */
export interface Fees {
  readonly maxFeePerGas: Hex;
  readonly maxPriorityFeePerGas: Hex;
}

/**
 * Tenths of a percent of the base fee that a sponsor pays as the priority fee: of operations that the
 * service prepares; of other clients', as it is suggested to them; and of theirs at most. The base fee
 * may sink by an eighth per block until they ask.
 */
const SHARE = { paid: 70n, suggested: 35n, most: 120n } as const;

/** Bounds of a chain's priority fee, in wei. */
export interface Tips {
  /** Accepted at any base fee. */
  readonly accepted: bigint;
  /** Never less, because the operator says that the bundler refuses it. */
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
/** The same for other chains. */
const MIN_TIP = 500_000n;

/** Returns the bounds of a chain, where `minTip` is the operator's own. */
export function tipsOf({ id, minTip }: Pick<ChainConfig, "id" | "minTip">): Tips {
  return { accepted: minTip ?? CHAIN_MIN_TIP[id] ?? MIN_TIP, least: minTip ?? 0n };
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
