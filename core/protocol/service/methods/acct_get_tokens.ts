/** `acct_getTokens`: reads the metadata of tokens. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { MAX_NAMED_TOKENS } from "../../../ground/limits.ts";
import { address, exact, list, optional } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { hexChainId } from "../schema/fields.ts";

/** Params of `acct_getTokens`. */
export interface GetTokensParams {
  /** Chain id. */
  readonly chainId: Hex;
  /**
   * Contracts, at most 512. The result has at most 64, listed ones first, and omits contracts that
   * are not tokens. Default: the tokens that the operator lists.
   */
  readonly tokens?: readonly Address[];
}

/** Definition of the method. */
export const acctGetTokens: ServiceDefinition<"acct_getTokens", GetTokensParams> = {
  name: "acct_getTokens",
  params: exact({ chainId: hexChainId, tokens: optional(list(address, MAX_NAMED_TOKENS)) }),
};
