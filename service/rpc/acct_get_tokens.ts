/** `acct_getTokens`: reads token metadata for dialogs that show amounts. @module */
import { z } from "zod";
import type { GetTokensParams } from "../../core/protocol/service/mod.ts";
import { findChain } from "../chain/find.ts";
import { readToken } from "../chain/tokens.ts";
import { method } from "./method.ts";
import { address, chainId } from "./shapes.ts";

const schema = z.strictObject({
  chainId,
  tokens: z.array(address).max(40),
}) as z.ZodType<GetTokensParams>;

/** Reads the tokens' metadata, leaving out addresses that are no tokens. */
export const acctGetTokens = method(schema, async (context, _caller, { chainId, tokens }) => {
  const chain = findChain(context.chains, Number(chainId));
  const found = await Promise.all(tokens.map((token) => readToken(chain, token)));
  return found.filter((token) => token !== null);
});
