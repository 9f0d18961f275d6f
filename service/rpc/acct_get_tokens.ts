/** `acct_getTokens`: reads token metadata for dialogs that show amounts. @module */
import { acctGetTokens as definition } from "../../core/protocol/service/methods/acct_get_tokens.ts";
import { findChain } from "../chain/find.ts";
import { readToken } from "../chain/tokens.ts";
import { method } from "./method.ts";

/** Reads the tokens' metadata, leaving out addresses that are no tokens. */
export const acctGetTokens = method(definition, async (context, _caller, { chainId, tokens }) => {
  const chain = findChain(context.chains, chainId);
  const found = await Promise.all(tokens.map((token) => readToken(chain, token)));
  return found.filter((token) => token !== null);
});
