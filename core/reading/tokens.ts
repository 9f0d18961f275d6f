/** Formats tokens for dialogs. @module */
import { type Address, isAddressEqual } from "viem";
import type { TokenJson } from "../wire/values.ts";
import { cleanText } from "../lib/text.ts";
import { MAX_DECIMALS, MAX_SYMBOL_LENGTH } from "../ground/limits.ts";
import type { TokenView } from "../dialog/types.ts";

/** The native currency of a chain. */
export interface Native {
  readonly symbol: string;
  readonly decimals: number;
}

/** Characters that no token symbol needs: spaces and marks that would form a sentence. */
const marks = /[^\p{L}\p{M}\p{N}\p{Sc}.…_+/*-]/gu;

/**
 * Formats a token from the service, with a sanitized symbol and decimals. A contract can choose any
 * name: next to an amount, "X · You get 9 ETH" would be misleading.
 */
export function tokenView(token: TokenJson): TokenView {
  const cleaned = cleanText(token.symbol, MAX_SYMBOL_LENGTH);
  const isVouched = token.listed === true || token.address === null;
  const symbol = isVouched ? cleaned : cleaned.replace(marks, "");
  if (token.address !== null && symbol === "") return unnamedToken(token.address);
  return {
    address: token.address,
    symbol,
    decimals:
      Number.isInteger(token.decimals) && token.decimals >= 0 && token.decimals <= MAX_DECIMALS
        ? token.decimals
        : 0,
    ...(token.address !== null && token.listed !== true && { unlisted: true as const }),
  };
}

/** Formats a token without a name by its address, with amounts in its smallest unit. */
export function unnamedToken(address: Address): TokenView {
  const symbol = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return { address, symbol, decimals: 0, unlisted: true, unnamed: true };
}

/** Finds the token at an address, if it was described and has a name. */
export function tokenAt(address: Address, tokens: readonly TokenJson[]): TokenView | undefined {
  const token = tokens.find((candidate) =>
    candidate.address !== null && isAddressEqual(candidate.address, address)
  );
  const view = token && tokenView(token);
  return view?.unnamed === true ? undefined : view;
}

/** Returns whether the operator of the service lists a token. */
export function isListed(address: Address, tokens: readonly TokenJson[]): boolean {
  return tokens.some((token) =>
    token.listed === true && token.address !== null && isAddressEqual(token.address, address)
  );
}

/** Sorts tokens so that those listed by the operator come first, and are named if only some are. */
export function listedFirst(tokens: readonly TokenJson[]): TokenJson[] {
  return tokens.toSorted((one, other) =>
    Number(other.listed === true) - Number(one.listed === true)
  );
}
