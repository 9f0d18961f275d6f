/**
 * Lists permissions from the index of the permission contract's events, and those besides that were
 * signed and never used.
 *
 * @module
 */
import type { Hex } from "viem";
import type { GetPermissionsParams, PermissionJson } from "../../core/protocol/service/mod.ts";
import type { Context } from "../context.ts";
import { type Ended, isEnded } from "../store/permissions.ts";
import type { PermissionTable, SignedGrantTable } from "../store/schema.ts";
import { awaitIndex } from "./await_index.ts";
import { listSigned } from "./signed.ts";
import { grantsOf, readStanding } from "./standing.ts";

/** Permissions per response. */
const MAX_PERMISSIONS = 500;

/** Lists matching permissions, newest first, with their current state onchain. */
export async function listPermissions(
  context: Context,
  wanted: GetPermissionsParams,
): Promise<readonly PermissionJson[]> {
  const chains = [...context.chains.values()]
    .filter(({ id }) => wanted.chainId === undefined || id === Number(wanted.chainId));
  await Promise.all(chains.map((chain) => awaitIndex(context, chain)));
  let query = context.store.selectFrom("permissions").selectAll().select(isEnded("permissions"))
    .where("chain_id", "in", chains.map(({ id }) => id));
  for (const column of ["account", "spender", "id"] as const) {
    const value = wanted[column];
    if (value !== undefined) query = query.where(column, "=", value.toLowerCase());
  }
  const granted = await query.orderBy("block_number", "desc").orderBy("position", "desc")
    .limit(MAX_PERMISSIONS).execute();
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
        await readStanding(chain, own.map(({ permission }) => permission)),
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
