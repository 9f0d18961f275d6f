/** Reads the operator's settings of a chain. @module */
import { type Address, formatUnits, type Hex, isAddress, parseUnits } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { describeUnknownNetwork, isNetworkName, networks } from "../../contracts/networks.ts";
import {
  type ChainConfig,
  GWEI_PER_KEY_AND_DAY,
  LOW_DEPOSIT,
  MAX_FEE_GWEI,
  type PriceConfig,
  type TokenFeesConfig,
  TRANSFER_GAS,
  UNPAID_PER_DAY,
} from "../chain/config.ts";

/** Reads an environment variable. */
export type Environment = (name: string) => string | undefined;

/** Validates an address. */
export const address = z.string().refine(
  (text) => isAddress(text),
  "must be an address, with its checksum if in mixed case",
).meta({ title: "address" });

/** Names an environment variable, because secrets do not belong in a file. */
export function variable(about: string) {
  return z.string().min(1).describe(`Environment variable ${about}.`);
}

const amount = z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, "must be a decimal number")
  .meta({ title: "decimal string" });
const lowDeposit = amount.default(formatUnits(LOW_DEPOSIT, 18)).describe(
  "Deposit below which the service warns, in the native currency.",
);
const vault = address.optional().describe(
  "`Vault` that [refills the deposit](../self-hosting/sponsor.md#deposits-and-vault); needs " +
    "`relayer`.",
);

const kind = { title: '`"fixed"`, `"oracle"`', description: "Source of the price." };
const price = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fixed").meta(kind),
    tokenPerNative: z.string().regex(
      /^(?=.*[1-9])\d{1,30}(\.\d{1,30})?$/,
      "must be a decimal number above 0",
    ).meta({
      title: "decimal string",
      description: "`fixed`: whole tokens per whole unit of the native currency.",
    }),
  }),
  z.strictObject({
    kind: z.literal("oracle").meta(kind),
    native: address.describe("`oracle`: feed of the native currency's price."),
    token: address.optional().describe(
      "`oracle`: feed of the token's price in the same currency. Without it, the token counts as " +
        "that currency.",
    ),
    maxAge: z.number().int().min(1).max(604_800).default(3_600).describe(
      "`oracle`: seconds after which a price is stale. The token is not offered then.",
    ),
  }),
]);

const tokenFees = z.strictObject({
  paymaster: address.describe("Your `TokenPaymaster`."),
  signerKeyEnv: variable("with the key that signs quotes"),
  lowDeposit,
  vault,
  tokens: z.array(z.strictObject({
    address: address.describe("Contract of the token."),
    logoUrl: z.url({ protocol: /^https$/ }).optional().describe("Logo in the dialogs, https."),
    price: price.describe("Price of the native currency in the token."),
    markup: z.number().min(0).max(50).default(0).describe(
      "Percent added to the price to cover its movement until inclusion.",
    ),
    transferGas: z.number().int().min(0).max(500_000).default(TRANSFER_GAS).describe(
      "Gas of the transfer that refunds the user after an operation. The user pays for it.",
    ),
    unpaidPerDay: z.number().int().min(0).max(5_000).default(UNPAID_PER_DAY).describe(
      "Operations per API key and day (UTC) whose fee may stay unpaid after execution " +
        "([risk](../self-hosting/sponsor.md#risk-of-unpaid-fees)).",
    ),
  })).min(1).max(20).describe("Accepted tokens."),
});

/** Validates the settings of a chain. */
export const chainSchema = z.strictObject({
  network: z.literal(Object.keys(networks), {
    error: ({ input }) => describeUnknownNetwork(String(input)),
  }).optional().meta({ title: "name" }).describe(
    "[Public network](../self-hosting/networks.md). It sets `id`, `name`, `testnet`, " +
      "`nativeCurrency` and `explorer`, and adds USDC to `tokens`. Fields that you set take " +
      "precedence.",
  ),
  id: z.number().int().positive().describe("Chain id, once in the file. `network` sets it."),
  name: z.string().min(1).max(60).describe("Name shown to the user. `network` sets it."),
  testnet: z.boolean().default(false).describe("True if the chain's currency is worthless."),
  nativeCurrency: z.strictObject({
    name: z.string().min(1).max(60).describe("Name."),
    symbol: z.string().min(1).max(16).describe("Symbol."),
    decimals: z.number().int().min(0).max(36).describe("Decimals."),
  }).default({ name: "Ether", symbol: "ETH", decimals: 18 }).describe(
    "Native currency. Default: Ether with 18 decimals.",
  ),
  explorer: z.url().optional().describe("Block explorer that dialogs link to."),
  rpcUrl: z.url().describe("JSON-RPC URL of a node. The relayer sends its transactions here."),
  fallbackRpcUrls: z.array(z.url()).max(8).default([]).describe(
    "More nodes, for [failover](../self-hosting/configuration.md#nodes).",
  ),
  bundlerUrl: z.url().describe("ERC-4337 bundler for EntryPoint v0.8."),
  tokens: z.array(address).max(500).default([]).describe(
    "ERC-20 tokens whose balances are listed. Other tokens are read only if a page names them.",
  ),
  transfers: z.enum(["all", "tokens", "off"]).default("all").describe(
    "[Transfers of others](../self-hosting/indexing.md#transfers-and-collectibles) to follow: " +
      "all, without native currency, or none.",
  ),
  permissionsFrom: z.number().int().min(0).default(0).describe(
    "Block of the permission contract's deployment. " +
      "[Indexing](../self-hosting/indexing.md#permissions) starts there.",
  ),
  confirmations: z.number().int().min(0).max(1_000).default(0).describe(
    "Blocks after an operation's own before its final status is reported.",
  ),
  localTime: z.boolean().default(false).describe(
    "True for a local chain whose time is set manually " +
      "([clock](../self-hosting/sponsor.md#clock)).",
  ),
  minTipGwei: z.number().min(0).max(10_000).optional().describe(
    "Minimum priority fee of the chain's validators or your bundler, in gwei. Without it, the " +
      "chain's known minimum, otherwise 0.0005 " +
      "([self-bundled operations](../self-hosting/sponsor.md#self-bundled-operations)).",
  ),
  sponsor: z.strictObject({
    paymaster: address.describe("Your `SponsorPaymaster`."),
    signerKeyEnv: variable("with the key that signs for the sponsor"),
    name: z.string().min(1).max(40).describe("Name shown to the user."),
    lowDeposit,
    vault,
  }).optional().describe("Pays for operations within the policies of the API keys."),
  relayer: z.strictObject({
    keyEnv: variable("with the key of an address that holds native currency"),
    gweiPerKeyPerDay: z.number().int().min(0).max(1_000_000_000_000).default(GWEI_PER_KEY_AND_DAY)
      .describe(
        "Gwei of native currency per API key and day (UTC) for owner changes; an account gets a " +
          "quarter. Refills have a separate budget of the same size.",
      ),
    maxFeeGwei: z.number().int().min(1).max(1_000_000).default(MAX_FEE_GWEI).describe(
      "Gwei per gas above which the relayer sends nothing.",
    ),
  }).optional().describe(
    "Submits [owner changes](../accounts.md), recoveries, vetoes and refills. Without it, a change " +
      "waits for an owner's next operation on the chain.",
  ),
  tokenFees: tokenFees.optional().describe(
    "[Fees in tokens](../self-hosting/sponsor.md#fees-in-tokens), paid to your own paymaster.",
  ),
}).refine(
  ({ network, id }) =>
    network === undefined || !isNetworkName(network) || networks[network].id === id,
  { path: ["id"], error: "must be the id of the network" },
);

/** Fills in the data of a named network; the chain's own fields take precedence. */
export function withNetwork(chain: unknown): unknown {
  if (typeof chain !== "object" || chain === null || !("network" in chain)) return chain;
  if (typeof chain.network !== "string" || !isNetworkName(chain.network)) return chain;
  const { rpcUrl: _public, usdc, ...data } = networks[chain.network];
  return { ...data, tokens: [usdc], ...chain };
}

/** Translates the settings of a chain, and resolves its secrets. */
export function readChain(
  {
    network: _,
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
  const { decimals } = others.nativeCurrency;
  return {
    ...others,
    tokens: tokens as Address[],
    bundler: bundlerUrl,
    ...(explorer !== undefined && { explorer }),
    ...(minTipGwei !== undefined && { minTip: BigInt(Math.ceil(minTipGwei * 1e9)) }),
    ...(relayer !== undefined && {
      relayer: (({ keyEnv, ...limits }) => ({ key: secret(keyEnv, env), ...limits }))(relayer),
    }),
    ...(sponsor !== undefined && {
      sponsor: { ...readPaymaster(sponsor, decimals, env), name: sponsor.name },
    }),
    ...(tokenFees !== undefined && {
      tokenFees: {
        ...readPaymaster(tokenFees, decimals, env),
        tokens: tokenFees.tokens.map(readToken),
      },
    }),
  };
}

function readPaymaster(
  { paymaster, signerKeyEnv, lowDeposit, vault }: Pick<
    z.infer<typeof tokenFees>,
    "paymaster" | "signerKeyEnv" | "lowDeposit" | "vault"
  >,
  decimals: number,
  env: Environment,
) {
  return {
    paymaster: paymaster as Address,
    signerKey: secret(signerKeyEnv, env),
    lowDeposit: parseUnits(lowDeposit, decimals),
    ...(vault !== undefined && { vault: vault as Address }),
  };
}

function readToken(
  { address, logoUrl, price, markup, ...limits }: z.infer<typeof tokenFees>["tokens"][number],
): TokenFeesConfig["tokens"][number] {
  return {
    ...limits,
    address: address as Address,
    ...(logoUrl !== undefined && { logoUrl }),
    price: price as PriceConfig,
    markup: Math.round(markup * 100),
  };
}

/**
 * Reads a private key.
 *
 * @throws {Error} if the variable is missing or invalid
 */
export function secret(name: string, env: Environment): Hex {
  const value = env(name) ?? "";
  try {
    if (/^0x[0-9a-fA-F]{64}$/.test(value) && privateKeyToAccount(value as Hex)) return value as Hex;
  } catch {
    // Zero, or above the curve's order. The error may hold the value, and is not passed on.
  }
  throw new Error(
    `The environment variable ${name} must contain a private key: 0x and 64 hex digits.`,
  );
}
