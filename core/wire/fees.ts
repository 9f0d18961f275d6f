/** Defines token fees on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** A token in which fees can be paid. */
export interface FeeTokenJson {
  /** Token contract. */
  readonly address: Address;
  /** Symbol. */
  readonly symbol: string;
  /** Display name. */
  readonly name: string;
  /** Decimals. */
  readonly decimals: number;
  /** URL of the logo. */
  readonly logoUrl?: string;
  /** Paymaster that collects the token: the only spender of fee approvals. */
  readonly paymaster: Address;
}

/** A token in which the account can pay its fee. */
export interface FeeOptionJson {
  /** The token, or `null` for the native currency. */
  readonly token: FeeTokenJson | null;
  /** Expected cost in the smallest unit. */
  readonly expected: Hex;
  /** Maximum cost: exact for the prepared option, an upper estimate for the others. */
  readonly maximum: Hex;
  /** Balance of the token. */
  readonly balance: Hex;
  /**
   * Reason why the option cannot be chosen, or `null`: the balance is too low (`balance`), the cost
   * exceeds the paymaster's limit (`limit`), or it is not offered right now (`unavailable`).
   */
  readonly obstacle: "balance" | "limit" | "unavailable" | null;
}
