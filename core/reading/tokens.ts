/** Tokens as dialogs name them. @module */
import { type Address, isAddressEqual } from "viem";
import type { TokenJson } from "../protocol/service/mod.ts";
import { cleanText } from "../lib/text.ts";
import type { TokenView } from "../dialog/request.ts";

/** The native currency of a chain. */
export interface Native {
  /** Symbol. */
  readonly symbol: string;
  /** Decimals. */
  readonly decimals: number;
}

/** A token as a dialog names it. */
export function tokenView(token: TokenJson): TokenView {
  return {
    address: token.address,
    symbol: cleanText(token.symbol, 16) || "?",
    decimals: Number.isInteger(token.decimals) && token.decimals >= 0 && token.decimals <= 77
      ? token.decimals
      : 0,
  };
}

/** The token at an address, if it was described. */
export function tokenAt(address: Address, tokens: readonly TokenJson[]): TokenView | undefined {
  const token = tokens.find((candidate) =>
    candidate.address !== null && isAddressEqual(candidate.address, address)
  );
  return token && tokenView(token);
}
