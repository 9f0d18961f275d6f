/** Lists the permissions that an account has granted, with their remaining allowances. @module */
import type { Address, Hex } from "viem";
import { type Permission, readPermission } from "../core/permission/permission.ts";
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
    readonly symbol: string;
    readonly decimals: number;
    readonly allowance: bigint;
    readonly remaining: bigint;
    readonly unit: SpendUnit;
    readonly multiplier: number;
  }[];
}

/** Lists an account's active permissions on all chains, newest first. */
export async function listPermissions(
  service: ServiceClient,
  account: Address,
): Promise<GrantedPermission[]> {
  const [{ chains }, found] = await Promise.all([
    service.configuration(),
    service.call("acct_getPermissions", { account }),
  ]);
  const clocks = new Map<ChainJson, Promise<number>>();
  const listed = await Promise.all(found.map(async (json) => {
    const chain = chains.find(({ id }) => id === Number(json.chainId));
    if (chain === undefined || json.revoked) return [];
    const clock = clocks.get(chain) ?? chainTime(service, chain);
    clocks.set(chain, clock);
    if (json.end < await clock) return [];
    return [await describe(service, chain, json, readPermission(json, { account }))];
  }));
  return listed.flat();
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
