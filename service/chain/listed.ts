/** Returns which tokens the operator lists. @module */
import type { Address } from "viem";
import type { Chain } from "./chain.ts";

/** Token contracts that the operator vouches for, in lower case. */
export function listedTokens(chain: Chain): ReadonlySet<string> {
  const { config: { tokens = [] }, tokenFees } = chain;
  const taken = tokenFees?.tokens.map(({ address }) => address) ?? [];
  return new Set([...tokens, ...taken].map((each) => each.toLowerCase()));
}

/** Returns whether the operator lists a token or accepts fees in it. */
export function isListed(chain: Chain, address: Address): boolean {
  return listedTokens(chain).has(address.toLowerCase());
}
