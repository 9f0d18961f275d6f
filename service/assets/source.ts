/** Where balances come from: the node by default, an indexer where an operator has one. @module */
import type { Address } from "viem";
import type { TokenJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";

/** A balance. */
export interface Balance {
  /** Contract in lower case; `null` is the native currency. */
  readonly address: Address | null;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** What the token says of itself, cleaned; `null` if it says nothing sensible. */
  readonly token: Pick<TokenJson, "name" | "symbol" | "decimals"> | null;
}

/** Reads balances on a chain. */
export interface AssetSource {
  /**
   * The native balance, always, and those of the tokens of which the account holds some.
   *
   * @param tokens tokens that were asked for by name; without it, the ones that the source knows
   * @throws {AcctError} `chain_down` if the chain does not answer
   */
  balances(chain: Chain, account: Address, tokens?: readonly Address[]): Promise<Balance[]>;
}
