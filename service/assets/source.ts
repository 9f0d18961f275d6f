/** Defines the source of balances: the node by default, or an operator's indexer. @module */
import type { Address } from "viem";
import type { TokenJson } from "../../core/wire/values.ts";
import type { Chain } from "../chain/chain.ts";

/** Balance of a token. */
export interface Balance {
  /** Contract in lower case; `null` is the native currency. */
  readonly address: Address | null;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** The token's own metadata, cleaned; `null` if it has no valid one. */
  readonly token: Pick<TokenJson, "name" | "symbol" | "decimals"> | null;
}

/** Reads balances on a chain. */
export interface AssetSource {
  /**
   * Returns the native balance and the balances of tokens owned by the account. Permissions monitor
   * these tokens. An indexer omits tokens that only strangers connect with the account.
   *
   * @param tokens requested tokens. Defaults to the tokens that the source can list.
   * @throws {AcctError} `chain_down` if the chain does not answer
   */
  balances(chain: Chain, account: Address, tokens?: readonly Address[]): Promise<Balance[]>;
}
