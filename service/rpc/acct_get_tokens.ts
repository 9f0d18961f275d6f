/** `acct_getTokens`: reads token metadata for dialogs that show amounts. @module */
import type { Address } from "../../core/lib/hex.ts";
import { acctGetTokens as definition } from "../../core/protocol/service/methods/acct_get_tokens.ts";
import { findChain } from "../chain/find.ts";
import { listedTokens } from "../chain/listed.ts";
import { readTokens } from "../chain/tokens.ts";
import { method } from "./method.ts";

/** Reads the tokens' metadata. */
export const acctGetTokens = method(
  definition,
  async (context, _caller, { chainId, tokens }) => {
    const chain = findChain(context.chains, chainId);
    return await readTokens(chain, tokens ?? [...listedTokens(chain)] as Address[]);
  },
);
