/** Formats tokens for dialogs. @module */
import { type Address, isAddressEqual } from "viem";
import type { TokenJson } from "../protocol/service/mod.ts";
import { cleanText } from "../lib/text.ts";
import { MAX_DECIMALS, MAX_SYMBOL_LENGTH } from "../protocol/limits.ts";
import type { TokenView } from "../dialog/types.ts";

/** The native currency of a chain. */
export interface Native {
  readonly symbol: string;
  readonly decimals: number;
}

/** All that no symbol of a token needs: blanks and marks that make words of a sentence. */
const marks = /[^\p{L}\p{M}\p{N}\p{Sc}.…_+/*-]/gu;

/**
 * Formats a token from the service, with a sanitized symbol and decimals. Any contract names itself:
 * beside an amount, "X · You get 9 ETH" would be a promise.
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
  const symbol = `${address.slice(0, 8)}…${address.slice(-6)}`;
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

/** Checks whether a token is one that the operator of the service lists. */
export function isListed(address: Address, tokens: readonly TokenJson[]): boolean {
  return tokens.some((token) =>
    token.listed === true && token.address !== null && isAddressEqual(token.address, address)
  );
}

/** Sorts tokens, those first that the operator lists: where only some are named, it is these. */
export function listedFirst(tokens: readonly TokenJson[]): TokenJson[] {
  return tokens.toSorted((one, other) =>
    Number(other.listed === true) - Number(one.listed === true)
  );
}
