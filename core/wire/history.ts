/** Defines the history of an account on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** A page of an account's history. */
export interface GetCallsHistoryParams {
  /** Address of the account. */
  readonly address: Address;
  /** Chain id. Default: all chains. */
  readonly chainId?: Hex;
  /** `index` of the previous page's last item. */
  readonly index?: number;
  /** Maximum number of items, 1 to 100. Default: 20. */
  readonly limit?: number;
  /** Order. Default: newest first. */
  readonly sort?: "asc" | "desc";
  /** True to add the call data of confirmed items. Default: false. */
  readonly callData?: boolean;
}

/** One bundle of an account's history. */
export interface CallsHistoryItemJson {
  /** Hash of the operation. */
  readonly id: Hex;
  /** Increases per account; never reused. */
  readonly index: number;
  /** Address of the account. */
  readonly address: Address;
  /** 100 pending, 200 confirmed, 500 reverted. */
  readonly status: 100 | 200 | 500;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Chain id. */
  readonly chainId: number;
  /** Transaction that included it; `null` while pending. */
  readonly transactionHash: Hex | null;
  /** Bundle id chosen by the dApp. */
  readonly callerId?: string;
  /**
   * Unchanged call data of the account; absent unless requested, while pending, and if it
   * is longer than 8 kB.
   */
  readonly callData?: Hex;
}
