/** Lists a chain's own paymasters. @module */
import type { Address, Hex } from "viem";
import type { Chain } from "./chain.ts";

/** Paymaster that a deposit belongs to. */
export type PaymasterKind = "sponsor" | "token_fee";

/** Deposit to watch. */
export interface Watched {
  readonly kind: PaymasterKind;
  readonly paymaster: Address;
  /** Key with which the service signs. */
  readonly signerKey: Hex;
  readonly lowDeposit?: bigint;
  readonly vault?: Address;
}

/** Lists a chain's own paymasters. */
export function watchedOf({ sponsor, tokenFees }: Chain): readonly Watched[] {
  return [
    ...(sponsor === null ? [] : [{ ...sponsor, kind: "sponsor" as const }]),
    ...(tokenFees === null ? [] : [{ ...tokenFees, kind: "token_fee" as const }]),
  ];
}
