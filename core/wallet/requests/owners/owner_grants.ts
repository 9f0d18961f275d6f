/** Lists the permissions that an owner granted: they expire when it is removed. @module */
import { numberToHex } from "viem";
import type { ServiceClient } from "../../../client/client.ts";
import type { OwnerGrantView } from "../../../dialog/owners.ts";
import type { Address, Hex } from "../../../lib/hex.ts";
import { type Permission, permissionId, readPermission } from "../../../permission/permission.ts";
import { MAX_NAMED_TOKENS } from "../../../ground/limits.ts";
import { permissionView } from "../../../reading/permission_view.ts";

/** Time after which a removal continues without the list. */
const MAX_WAIT_MS = 4_000;

/** Returns the name of the site, the agent or the spender that has a permission. */
export type NameOf = (id: Hex, spender: Address) => Promise<string | undefined>;

/**
 * Lists the active permissions that an owner granted, on all chains; `null` if the service does not
 * answer in time. A removal does not depend on the list: the chain revokes them automatically.
 */
export async function grantsOfOwner(
  service: ServiceClient,
  account: Address,
  ownerIndex: number,
  signal: AbortSignal,
  nameOf?: NameOf,
): Promise<readonly OwnerGrantView[] | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), MAX_WAIT_MS));
  const listed = listGrants(service, account, ownerIndex, signal, nameOf).catch(() => null);
  try {
    return await Promise.race([listed, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function listGrants(
  service: ServiceClient,
  account: Address,
  ownerIndex: number,
  signal: AbortSignal,
  nameOf: NameOf | undefined,
): Promise<readonly OwnerGrantView[]> {
  const [{ chains }, found] = await Promise.all([
    service.configuration(),
    service.call("acct_getPermissions", { account }, signal),
  ]);
  const each = chains.map(async (chain): Promise<OwnerGrantView[]> => {
    const listed = found.filter(({ chainId, revoked }) => Number(chainId) === chain.id && !revoked);
    const own = listed.flatMap((json): Permission[] => {
      try {
        const permission = readPermission(json, { account });
        return ownerOf(permission) === ownerIndex ? [permission] : [];
      } catch {
        // Excludes permissions that the contents do not prove.
        return [];
      }
    });
    if (own.length === 0) return [];
    const now = await chainTime(service, chain.id, signal);
    const live = own.filter(({ end }) => end >= now);
    const named = live.flatMap(({ spends }) => spends.map(({ token }) => token.toLowerCase()));
    const tokens = live.length === 0 ? [] : await service.call("acct_getTokens", {
      chainId: numberToHex(chain.id),
      tokens: [...new Set(named)].slice(0, MAX_NAMED_TOKENS) as Address[],
    }, signal);
    return await Promise.all(live.map(async (permission) => {
      const holder = await nameOf?.(permissionId(permission, chain.id), permission.spender);
      return {
        permission: permissionView(permission, chain, tokens, []),
        chain: chain.name,
        ...(holder !== undefined && { holder }),
      };
    }));
  });
  return (await Promise.all(each)).flat();
}

/** Returns the index of the granting owner, which is part of the salt. */
function ownerOf({ salt }: Permission): number {
  return Number(BigInt.asUintN(16, salt >> 176n));
}

/** Reads a chain's clock; if it cannot be read, no permission counts as expired. */
async function chainTime(
  service: ServiceClient,
  chainId: number,
  signal: AbortSignal,
): Promise<number> {
  try {
    const block = await service.chain(chainId, "eth_getBlockByNumber", ["latest", false], signal);
    return Number((block as { readonly timestamp: `0x${string}` }).timestamp);
  } catch {
    return 0;
  }
}
