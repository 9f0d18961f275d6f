/**
 * Lists permissions from the index of the permission contract's events, plus signed permissions
 * that were never used.
 *
 * @module
 */
import { sql } from "kysely";
import type { Hex } from "viem";
import type { GetPermissionsParams } from "../../core/protocol/service/mod.ts";
import type { PermissionJson } from "../../core/wire/permissions.ts";
import { isChainFailure } from "../chain/node/failure.ts";
import type { AccountsContext } from "./context.ts";
import { findChain } from "../chain/find.ts";
import { type Ended, isEnded } from "../store/rows/permissions.ts";
import type { PermissionTable, SignedGrantTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { awaitIndex } from "../indexer/await_index.ts";
import { listSigned } from "./signed.ts";
import { grantsOf, readStanding } from "./standing.ts";

/** Permissions per response. */
const MAX_PERMISSIONS = 500;
/**
 * Maximum characters of a permission, and of all permissions in a response. Wallets never create a
 * larger permission, because it would not fit in an operation. A custom contract can grant any
 * number of any size.
 */
const MAX_LENGTH = { one: 300_000, all: 8_000_000 } as const;

/** Lists matching permissions, newest first, with their current state onchain. */
export async function listPermissions(
  context: Pick<AccountsContext, "store" | "chains" | "follower">,
  wanted: GetPermissionsParams,
): Promise<readonly PermissionJson[]> {
  const chains = wanted.chainId === undefined
    ? [...context.chains.values()]
    : [findChain(context.chains, wanted.chainId)];
  await Promise.all(chains.map((chain) => awaitIndex(context, chain)));
  const granted = await listGranted(context.store, chains.map(({ id }) => id), wanted);
  const signed = await listSigned(context.store, chains.map(({ id }) => id), wanted);
  const isGranted = (grant: SignedGrantTable) =>
    granted.some(({ id, chain_id }) => id === grant.id && chain_id === grant.chain_id);
  const rows: readonly (Ended & (PermissionTable | SignedGrantTable))[] = [
    ...signed.filter((grant) => !isGranted(grant)),
    ...granted,
  ];
  const grants = rows.map((row) => ({
    row,
    permission: JSON.parse(row.permission) as Omit<PermissionJson, "revoked">,
  }));
  const standing = new Map(
    await Promise.all(chains.map(async (chain) => {
      const own = grants.filter(({ row }) => row.chain_id === chain.id);
      return [
        chain.id,
        await readStanding(chain, own.map(({ permission }) => permission)).catch((error) => {
          // An unreachable chain does not hide the permissions of other chains. Its own permissions
          // come from the index.
          if (wanted.chainId !== undefined || !isChainFailure(error)) throw error;
          return new Map<string, boolean>();
        }),
      ] as const;
    })),
  );
  return grants.map(({ row, permission }) => {
    const signature = "signature" in row ? row.signature as Hex : undefined;
    const revoked = Boolean(row.ended) ||
      standing.get(row.chain_id)?.get(grantsOf(permission)) === false;
    return { ...permission, revoked, ...(signature !== undefined && { signature }) };
  });
}

/** Lists matching permissions that are onchain, newest first, as many as fit in a response. */
async function listGranted(
  store: Store,
  chainIds: readonly number[],
  wanted: GetPermissionsParams,
): Promise<readonly (PermissionTable & Ended)[]> {
  let query = store.selectFrom("permissions").where("chain_id", "in", chainIds)
    .where(length, "<=", MAX_LENGTH.one);
  for (const column of ["account", "spender", "id"] as const) {
    const value = wanted[column];
    if (value !== undefined) query = query.where(column, "=", value.toLowerCase());
  }
  const newest = query.orderBy("block_number", "desc").orderBy("position", "desc");
  const lengths = await newest.select(length.as("length")).limit(MAX_PERMISSIONS).execute();
  let all = 0;
  const tooMany = lengths.findIndex((row) => (all += Number(row.length)) > MAX_LENGTH.all);
  const count = tooMany < 0 ? lengths.length : tooMany;
  if (count === 0) return [];
  return await newest.selectAll().select(isEnded("permissions")).limit(count).execute();
}

const length = sql<number>`length(permission)`;
