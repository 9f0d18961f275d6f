/** Reads the operator's settings of a chain. @module */
import { type Address, type Hex, isAddress, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import type { ChainConfig, PriceConfig, TokenFeesConfig } from "../chain/config.ts";

/** Reads an environment variable. */
export type Environment = (name: string) => string | undefined;

/** Validates an address. */
export const address = z.string().refine(
  (text) => isAddress(text),
  "must be an address, with its checksum if in mixed case",
);

const wei = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, "must be a decimal number");

const price = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fixed"),
    /** Whole tokens per whole unit of the native currency. */
    tokenPerNative: z.string().regex(
      /^(?=.*[1-9])\d{1,30}(\.\d{1,30})?$/,
      "must be a decimal number above 0",
    ),
  }),
  z.strictObject({
    kind: z.literal("oracle"),
    native: address,
    token: address.optional(),
    maxAge: z.number().int().min(1).max(604_800).default(3_600),
  }),
]);

const tokenFees = z.strictObject({
  paymaster: address,
  /** Environment variable with the signer's key. */
  signerKeyEnv: z.string().min(1),
  lowDeposit: wei.optional(),
  /** Vault that fills up the deposit. */
  vault: address.optional(),
  tokens: z.array(z.strictObject({
    address,
    logoUrl: z.url({ protocol: /^https$/ }).optional(),
    price,
    /** Percent added to the price to cover its movement until inclusion. */
    markup: z.number().min(0).max(50).default(0),
    /** Gas by which the paymaster gives back what it took too much. */
    transferGas: z.number().int().min(0).max(500_000).optional(),
    /** Operations per day and key that may fail to pay after execution. */
    unpaidPerDay: z.number().int().min(0).max(5_000).optional(),
  })).min(1).max(20),
});

/** Validates the settings of a chain. */
export const chainSchema = z.strictObject({
  id: z.number().int().positive(),
  name: z.string().min(1).max(60),
  testnet: z.boolean().default(false),
  nativeCurrency: z.strictObject({
    name: z.string().min(1).max(60),
    symbol: z.string().min(1).max(16),
    decimals: z.number().int().min(0).max(36),
  }).default({ name: "Ether", symbol: "ETH", decimals: 18 }),
  explorer: z.url().optional(),
  rpcUrl: z.url(),
  /** More nodes, for when the first fails or is slow. */
  fallbackRpcUrls: z.array(z.url()).max(8).default([]),
  bundlerUrl: z.url(),
  tokens: z.array(address).max(500).default([]),
  /** Transfers that the service follows. */
  transfers: z.enum(["all", "tokens", "off"]).default("all"),
  permissionsFrom: z.number().int().min(0).default(0),
  confirmations: z.number().int().min(0).max(1_000).default(0),
  /** True for a local chain whose time is set by hand. */
  localTime: z.boolean().default(false),
  /** Priority fee that the chain's validators or the bundler ask for at least. */
  minTipGwei: z.number().min(0).max(10_000).optional(),
  sponsor: z.strictObject({
    paymaster: address,
    /** Environment variable with the signer's key, which does not belong in a file. */
    signerKeyEnv: z.string().min(1),
    name: z.string().min(1).max(40),
    /** Deposit below which the operator is warned, in the native currency. */
    lowDeposit: wei.optional(),
    /** Vault that fills up the deposit. */
    vault: address.optional(),
  }).optional(),
  relayer: z.strictObject({
    /** Environment variable with the key that pays for relaying owner changes and refills. */
    keyEnv: z.string().min(1),
    /** Gwei per API key and day. */
    gweiPerKeyPerDay: z.number().int().min(0).max(1_000_000_000_000).optional(),
    /** Gwei per gas above which nothing is sent until the fee falls. */
    maxFeeGwei: z.number().int().min(1).max(1_000_000).optional(),
    /** Maximum of a refill's transaction, in the native currency. */
    refillFee: wei.optional(),
  }).optional(),
  /** Fees paid in tokens to our own paymaster. */
  tokenFees: tokenFees.optional(),
});

/** Translates the settings of a chain, and resolves its secrets. */
export function readChain(
  {
    bundlerUrl,
    sponsor,
    relayer,
    tokenFees,
    explorer,
    tokens,
    minTipGwei,
    ...others
  }: z.infer<typeof chainSchema>,
  env: Environment,
): ChainConfig {
  return {
    ...others,
    tokens: tokens as Address[],
    bundler: bundlerUrl,
    ...(explorer !== undefined && { explorer }),
    ...(minTipGwei !== undefined && { minTip: BigInt(Math.ceil(minTipGwei * 1e9)) }),
    ...(relayer !== undefined && {
      relayer: (({ keyEnv, refillFee, ...limits }) => ({
        key: secret(keyEnv, env),
        ...(refillFee !== undefined && {
          refillFee: parseUnits(refillFee, others.nativeCurrency.decimals),
        }),
        ...limits,
      }))(relayer),
    }),
    ...(sponsor !== undefined && {
      sponsor: {
        paymaster: sponsor.paymaster as Address,
        name: sponsor.name,
        ...(sponsor.lowDeposit !== undefined && {
          lowDeposit: parseUnits(sponsor.lowDeposit, others.nativeCurrency.decimals),
        }),
        ...(sponsor.vault !== undefined && { vault: sponsor.vault as Address }),
        signerKey: secret(sponsor.signerKeyEnv, env),
      },
    }),
    ...(tokenFees !== undefined && { tokenFees: readTokenFees(tokenFees, env) }),
  };
}

function readTokenFees(
  { signerKeyEnv, lowDeposit, vault, paymaster, tokens }: z.infer<typeof tokenFees>,
  env: Environment,
): TokenFeesConfig {
  return {
    paymaster: paymaster as Address,
    signerKey: secret(signerKeyEnv, env),
    ...(lowDeposit !== undefined && { lowDeposit: parseUnits(lowDeposit, 18) }),
    ...(vault !== undefined && { vault: vault as Address }),
    tokens: tokens.map(({ address, logoUrl, price, markup, transferGas, unpaidPerDay }) => ({
      address: address as Address,
      ...(logoUrl !== undefined && { logoUrl }),
      price: price as PriceConfig,
      markup: Math.round(markup * 100),
      ...(transferGas !== undefined && { transferGas }),
      ...(unpaidPerDay !== undefined && { unpaidPerDay }),
    })),
  };
}

/**
 * Reads a private key.
 *
 * @throws {Error} if the variable holds none
 */
export function secret(name: string, env: Environment): Hex {
  const value = env(name) ?? "";
  try {
    if (/^0x[0-9a-fA-F]{64}$/.test(value) && privateKeyToAccount(value as Hex)) return value as Hex;
  } catch {
    // Zero, or above the curve's order. The error may hold the value, and is not passed on.
  }
  throw new Error(
    `The environment variable ${name} must hold a private key: 0x and 64 hex digits.`,
  );
}
