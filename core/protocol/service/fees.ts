/** Fees in tokens as they cross the wire. @module */
import type { Address, Hex } from "../../lib/hex.ts";

/** A token in which fees can be paid. */
export interface FeeTokenJson {
  /** Contract. */
  readonly address: Address;
  /** Symbol. */
  readonly symbol: string;
  /** Name. */
  readonly name: string;
  /** Decimals. */
  readonly decimals: number;
  /** Logo. */
  readonly logoUrl?: string;
  /** The paymaster that takes it: the only one to which its fee is ever approved. */
  readonly paymaster: Address;
  /** Domain of whoever runs the paymaster, where that is not the service itself. */
  readonly domain?: string;
}

/** One way for the account to pay its fee. */
export interface FeeOptionJson {
  /** The token, or `null` for the native currency. */
  readonly token: FeeTokenJson | null;
  /** Expected cost in the smallest unit. */
  readonly expected: Hex;
  /** The most it can cost: exact for what was prepared, an upper estimate for the others. */
  readonly maximum: Hex;
  /** What the account holds of it. */
  readonly balance: Hex;
  /**
   * Why it cannot be chosen, or `null`: too little is left for it (`balance`), the operation is
   * dearer than can be paid that way (`limit`), or it is not offered right now (`unavailable`).
   */
  readonly obstacle: "balance" | "limit" | "unavailable" | null;
}
