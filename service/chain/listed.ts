/** Tells which tokens the operator lists. @module */
import type { Chain } from "./chain.ts";

/** Tokens whose contracts the operator vouches for, in lower case. */
export function listedTokens(chain: Chain): ReadonlySet<string> {
  const { config: { tokens = [] }, tokenFees, externalTokenFees } = chain;
  const taken = [...tokenFees?.tokens ?? [], ...externalTokenFees.flatMap(({ tokens }) => tokens)];
  return new Set(
    [...tokens, ...taken.map(({ address }) => address)].map((each) => each.toLowerCase()),
  );
}
