/** `acct_getTokens`: reads the metadata of tokens. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { MAX_NAMED_TOKENS } from "../../limits.ts";
import { address, exact, list } from "../../schema/schema.ts";
import type { ServiceDefinition } from "../definition.ts";
import { hexChainId } from "../fields.ts";

/** Params of `acct_getTokens`. */
export interface GetTokensParams {
  /** Chain id. */
  readonly chainId: Hex;
  /**
   * Contracts, at most 512. The result has at most 64, listed ones first, and omits those that are
   * no tokens.
   */
  readonly tokens: readonly Address[];
}

/** Definition of the method. */
export const acctGetTokens: ServiceDefinition<"acct_getTokens", GetTokensParams> = {
  name: "acct_getTokens",
  params: exact({ chainId: hexChainId, tokens: list(address, MAX_NAMED_TOKENS) }),
};
