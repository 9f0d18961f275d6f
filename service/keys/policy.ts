/** Defines the limits of a key's sponsorship. Every limit is finite. @module */
import { getAddress, type Hex, isAddress } from "viem";
import { z } from "zod";

const count = z.number().int().min(0).max(1_000_000_000);
/** Gwei; a thousand ether at most. */
const gwei = z.number().int().min(0).max(1_000_000_000_000);

/** Contract with sponsored calls. */
const target = z.strictObject({
  address: z.string().refine((text) => isAddress(text), "must be an address").transform((text) =>
    getAddress(text)
  ),
  /** Chain id. Defaults to all chains. */
  chainId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Selectors of its functions. Defaults to all, plain transfers included. */
  functions: z.array(
    z.string().regex(/^0x[0-9a-fA-F]{8}$/, "must be selectors of four bytes")
      .transform((text) => text.toLowerCase() as Hex),
  ).min(1).max(100).optional(),
});

/** Limits of a key's sponsorship. */
export const policySchema = z.strictObject({
  /** Operations per day. */
  operationsPerDay: count,
  /** Operations per day and account. Accounts are free to create, so this alone limits little. */
  operationsPerSenderPerDay: count,
  /** First operations (deployments) per day. */
  deploymentsPerDay: count,
  /**
   * If true, first operations are sponsored only if the app's server requests it, with its `sk_`
   * key (ERC-7677).
   */
  firstOperationsByServer: z.boolean().default(false),
  /** Operations per day without a page's origin. */
  operationsPerDayWithoutOrigin: count,
  /**
   * Operations per day and network (an IPv4 address, or a /64 of IPv6). It is the user's own
   * network, because dialogs send requests from the browser; servers with an `sk_` key are exempt.
   */
  operationsPerNetworkPerDay: count.default(1_000),
  /**
   * Percent of the limits per day that one block of networks (/24 of IPv4, /48 of IPv6) can use, so
   * that one client does not use up all. Servers with an `sk_` key are exempt.
   */
  percentPerNetworkBlock: z.number().int().min(1).max(100).default(10),
  /**
   * Maximum gas limit of an operation's calls. The bundler, who may be the user, is paid a tenth of
   * the unused gas: the more gas is allowed, the larger the share of the cost that a thief can
   * take.
   */
  callGasPerOperation: count.default(1_000_000),
  /** Maximum cost of one operation, in gwei. */
  gweiPerOperation: gwei,
  /** Maximum cost per day, in gwei. */
  gweiPerDay: gwei,
  /** Contracts and functions that are paid for. Defaults to all. */
  targets: z.array(target).min(1).max(100).optional(),
});

/** Limits of a key's sponsorship. */
export type Policy = z.infer<typeof policySchema>;

/** Limits that suit development. */
export const developmentPolicy: Policy = {
  operationsPerDay: 100_000,
  operationsPerSenderPerDay: 10_000,
  deploymentsPerDay: 50_000,
  firstOperationsByServer: false,
  operationsPerDayWithoutOrigin: 50_000,
  operationsPerNetworkPerDay: 100_000,
  percentPerNetworkBlock: 100,
  callGasPerOperation: 30_000_000,
  gweiPerOperation: 100_000_000,
  gweiPerDay: 500_000_000_000,
};

/**
 * Parses a policy, stored or from a file.
 *
 * @throws {Error} listing every invalid field
 */
export function parsePolicy(json: string | null): Policy | null {
  if (json === null) return null;
  const { success, data, error } = policySchema.safeParse(JSON.parse(json));
  if (success) return data;
  const lines = error.issues.map(({ path, message }) =>
    `  ${path.join(".") || "the policy"}: ${message}`
  );
  throw new Error(`The policy is invalid:\n${lines.join("\n")}`);
}
