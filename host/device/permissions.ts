/** Lists the permissions that an account has granted, with their remaining allowances. @module */
import { type Address, type Hex, numberToHex } from "viem";
import { type Permission, readPermission } from "../../core/permission/permission.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { type SpendUnit, units } from "../../core/permission/limits/period.ts";
import { readRemaining, remainingCall } from "../../core/permission/remaining.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import type { PermissionJson } from "../../core/wire/permissions.ts";
import type { ChainJson } from "../../core/wire/values.ts";
import { spentToken } from "../../core/reading/permission_view.ts";

/** A permission in the list of the wallet home. */
export interface GrantedPermission {
  readonly id: Hex;
  readonly chain: ChainJson;
  readonly spender: Address;
  /** Last second of validity, Unix. */
  readonly end: number;
  /** True for a signed grant that was never submitted onchain. */
  readonly unused: boolean;
  readonly spends: readonly {
    /** Contract, or `null` for the native currency. */
    readonly address: Address | null;
    readonly symbol: string;
    readonly decimals: number;
    /** True if there is no token with a name at the address. */
    readonly unnamed?: true;
    readonly allowance: bigint;
    readonly remaining: bigint;
    readonly unit: SpendUnit;
    readonly multiplier: number;
  }[];
}

/** The permissions of an account on the networks that could be read. */
export interface GrantedPermissions {
  /** Active permissions, newest first. */
  readonly granted: readonly GrantedPermission[];
  /** Networks that could not be read; further permissions may exist. */
  readonly missing: readonly ChainJson[];
}

/**
 * Lists an account's active permissions on all chains. An unreachable chain does not hide the
 * permissions of others.
 *
 * @throws {AcctError} if the service cannot be reached
 */
export async function listPermissions(
  service: ServiceClient,
  account: Address,
): Promise<GrantedPermissions> {
  const { chains } = await service.configuration();
  const read = await Promise.all(chains.map(async (chain) => {
    try {
      return { chain, granted: await listOn(service, chain, account) };
    } catch (error) {
      if (!isDown(error)) throw error;
      return { chain, granted: null };
    }
  }));
  return {
    granted: read.flatMap(({ granted }) => granted ?? []),
    missing: read.flatMap(({ chain, granted }) => granted === null ? [chain] : []),
  };
}

/** Returns whether the chain is at fault, and not the service. */
function isDown(error: unknown): boolean {
  return error instanceof AcctError &&
    (error.data.cause === "chain_down" || error.data.cause === "chain_unsupported");
}

async function listOn(
  service: ServiceClient,
  chain: ChainJson,
  account: Address,
): Promise<GrantedPermission[]> {
  const chainId = numberToHex(chain.id);
  const found = await service.call("acct_getPermissions", { account, chainId });
  const alive = found.filter(({ revoked }) => !revoked);
  if (alive.length === 0) return [];
  const now = await chainTime(service, chain);
  return await Promise.all(
    alive.filter(({ end }) => end >= now).map((json) =>
      describe(service, chain, json, readPermission(json, { account, chainId: chain.id }))
    ),
  );
}

/**
 * Reads a chain's clock in Unix seconds: a device with a fast clock must not hide a usable
 * permission. If the clock cannot be read, no permission counts as expired.
 */
async function chainTime(service: ServiceClient, { id }: ChainJson): Promise<number> {
  try {
    const block = await service.chain(id, "eth_getBlockByNumber", ["latest", false]);
    return Number((block as { readonly timestamp: Hex }).timestamp);
  } catch {
    return 0;
  }
}

async function describe(
  service: ServiceClient,
  chain: ChainJson,
  json: PermissionJson,
  permission: Permission,
): Promise<GrantedPermission> {
  const [answer, tokens] = await Promise.all([
    service.chain(chain.id, "eth_call", [remainingCall(permission), "latest"]),
    service.call("acct_getTokens", {
      chainId: json.chainId,
      tokens: permission.spends.map(({ token }) => token),
    }),
  ]);
  const left = readRemaining(answer as Hex);
  return {
    id: json.id,
    chain,
    spender: permission.spender,
    end: permission.end,
    unused: json.signature !== undefined,
    spends: permission.spends.map(({ token, allowance, unit, multiplier }, index) => ({
      ...spentToken(token, chain, tokens),
      allowance,
      remaining: left[index] ?? 0n,
      unit: units[unit]!,
      multiplier,
    })),
  };
}

/**
 * The networks of permissions, without duplicates. Sponsored networks come first, because they need
 * no balance.
 */
export function chainsOf(granted: readonly GrantedPermission[]): GrantedPermission["chain"][] {
  return [...new Map(granted.map(({ chain }) => [chain.id, chain])).values()]
    .sort((a, b) => Number(b.sponsored) - Number(a.sponsored));
}
