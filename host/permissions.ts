/** Lists the permissions that an account has granted, with their remaining allowances. @module */
import { type Address, type Hex, numberToHex } from "viem";
import { type Permission, readPermission } from "../core/permission/permission.ts";
import { AcctError } from "../core/protocol/errors.ts";
import { type SpendUnit, units } from "../core/permission/period.ts";
import { readRemaining, remainingCall } from "../core/permission/remaining.ts";
import type { ServiceClient } from "../core/client/client.ts";
import type { ChainJson, PermissionJson } from "../core/protocol/service/mod.ts";
import { spentToken } from "../core/reading/permission_view.ts";

/** A permission in the home page's list. */
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
    /** True where no token with a name answers at the address. */
    readonly unnamed?: true;
    readonly allowance: bigint;
    readonly remaining: bigint;
    readonly unit: SpendUnit;
    readonly multiplier: number;
  }[];
}

/** The permissions of an account, as far as its networks could be read. */
export interface GrantedPermissions {
  /** Active permissions, newest first. */
  readonly granted: readonly GrantedPermission[];
  /** Networks that could not be read: there may be more. */
  readonly missing: readonly ChainJson[];
}

/**
 * Lists an account's active permissions on all chains. One that is down hides no other.
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

/** Checks whether the chain is at fault, and not the service. */
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
 * Reads a chain's clock in Unix seconds: a device that is a day fast must not hide a permission
 * that can still be used. Where it cannot be read, nothing counts as expired.
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
