/** Fixtures of the stories: accounts, tokens, and fees. @module */
import type { FeeView, FiatView, TokenView } from "../../core/dialog/types.ts";

/** The user's account, and another one. */
export const alice = "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C";
export const bob = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
/** A token of 6 decimals. */
export const usdc: TokenView = {
  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  symbol: "USDC",
  decimals: 6,
};
/** The native currency. */
export const eth: TokenView = { address: null, symbol: "ETH", decimals: 18 };

/** Prices of both. */
export const fiat: FiatView = {
  currency: "USD",
  prices: [{ address: null, price: "3120.5" }, { address: usdc.address, price: "0.9998" }],
};

/** Sponsored fee. */
export const sponsor: FeeView = { payer: "sponsor", sponsor: "Meadow's sponsor" };
/** Fee that the account pays. */
export const own: Extract<FeeView, { payer: "account" }> = {
  payer: "account",
  token: eth,
  expected: 41_234_567_890_123n,
  maximum: 78_901_234_567_890n,
  balance: 12_000_000_000_000_000n,
};

/** Fee with a choice of tokens. */
export const choosable = {
  ...own,
  options: [
    { ...own, obstacle: null },
    { token: usdc, expected: 98_000n, maximum: 214_315n, balance: 125_430_000n, obstacle: null },
    {
      token: { address: bob, symbol: "MDW", decimals: 18 },
      expected: 1n,
      maximum: 48_201_234_567_890_123_456n,
      balance: 12_345_000_000_000_000_000n,
      obstacle: "balance",
    },
    {
      token: { address: alice, symbol: "SEEDS", decimals: 0 },
      expected: 0n,
      maximum: 0n,
      balance: 3n,
      obstacle: "unavailable",
    },
  ],
} as const satisfies FeeView;
/** Preview with the fee paid in the token. */
export const inToken = {
  ...choosable,
  token: usdc,
  expected: 98_000n,
  maximum: 187_002n,
  balance: 125_430_000n,
} as const satisfies FeeView;
