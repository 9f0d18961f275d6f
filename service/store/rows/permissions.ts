/** Stores the data of the permission contract's events, and the last block read. @module */
import { sql } from "kysely";
import type { PermissionEndTable, PermissionTable } from "../schema.ts";
import type { Store } from "../store.ts";

/** Rows per statement: databases limit its parameters. */
const PORTION = 500;

/** Permissions that were granted, and revocations. */
export interface PermissionRows {
  readonly permissions: readonly PermissionTable[];
  readonly ends: readonly PermissionEndTable[];
}

/** A range of blocks, inclusive. */
export interface Blocks {
  readonly from: number;
  readonly to: number;
}

/** Returns the last block up to which all events were read; `null` before the first. */
export async function permissionsReadTo(store: Store, chainId: number): Promise<number | null> {
  const row = await store.selectFrom("permission_progress").select("block_number")
    .where("chain_id", "=", chainId).executeTakeFirst();
  return row?.block_number ?? null;
}

/** Records that all events up to a block were read. */
export async function setPermissionsReadTo(
  tx: Store,
  chainId: number,
  block: number,
): Promise<void> {
  await tx.insertInto("permission_progress").values({ chain_id: chainId, block_number: block })
    .onConflict((on) => on.column("chain_id").doUpdateSet({ block_number: block })).execute();
}

/** Records that events are to be read again from a block on. */
export async function unreadPermissionsFrom(
  tx: Store,
  chainId: number,
  block: number,
): Promise<void> {
  await tx.updateTable("permission_progress").set({ block_number: block - 1 })
    .where("chain_id", "=", chainId).where("block_number", ">=", block).execute();
}

/** Adds rows. A permission that was granted more than once keeps its first place. */
export async function addPermissions(
  tx: Store,
  { permissions, ends }: PermissionRows,
): Promise<void> {
  for (let at = 0; at < permissions.length; at += PORTION) {
    await tx.insertInto("permissions").values(once(permissions.slice(at, at + PORTION)))
      .onConflict((on) =>
        on.columns(["chain_id", "id"]).doUpdateSet((eb) => ({
          block_number: eb.ref("excluded.block_number"),
          position: eb.ref("excluded.position"),
        })).whereRef("excluded.block_number", "<", "permissions.block_number")
      ).execute();
  }
  for (let at = 0; at < ends.length; at += PORTION) {
    await tx.insertInto("permission_ends").values(ends.slice(at, at + PORTION))
      .onConflict((on) => on.doNothing()).execute();
  }
}

/** Returns the stored rows of blocks. */
export async function permissionsIn(
  store: Store,
  chainId: number,
  { from, to }: Blocks,
): Promise<PermissionRows> {
  const [permissions, ends] = await Promise.all([
    store.selectFrom("permissions").selectAll().where("chain_id", "=", chainId)
      .where("block_number", ">=", from).where("block_number", "<=", to).execute(),
    store.selectFrom("permission_ends").selectAll().where("chain_id", "=", chainId)
      .where("block_number", ">=", from).where("block_number", "<=", to).execute(),
  ]);
  return { permissions, ends };
}

/** Deletes rows. */
export async function deletePermissions(
  tx: Store,
  { permissions, ends }: PermissionRows,
): Promise<void> {
  for (const { chain_id, id, block_number } of permissions) {
    await tx.deleteFrom("permissions").where("chain_id", "=", chain_id).where("id", "=", id)
      .where("block_number", "=", block_number).execute();
  }
  for (const { chain_id, block_number, position, permission_id } of ends) {
    await tx.deleteFrom("permission_ends").where("chain_id", "=", chain_id)
      .where("block_number", "=", block_number).where("position", "=", position)
      .where("permission_id", "=", permission_id).execute();
  }
}

/**
 * Stores the data of the block after `last` and replaces the assumed effects of operations in it.
 * Earlier blocks may not all have been read yet.
 */
export async function addFollowedPermissions(
  tx: Store,
  chainId: number,
  { last, block }: { readonly last: number; readonly block: number },
  rows: PermissionRows,
): Promise<void> {
  for (const table of ["permissions", "permission_ends"] as const) {
    await tx.deleteFrom(table).where("chain_id", "=", chainId).where("block_number", "=", block)
      .execute();
  }
  await addPermissions(tx, rows);
  await tx.updateTable("permission_progress").set({ block_number: block })
    .where("chain_id", "=", chainId).where("block_number", "=", last).execute();
}

/** Whether a permission was revoked, in the database's representation. */
export interface Ended {
  readonly ended: number | boolean;
}

/**
 * Selects whether permissions of a table were revoked. The database searches for a single
 * revocation of each, because an account can revoke any number of times.
 */
export function isEnded(table: "permissions" | "signed_grants") {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<number | boolean>`exists (
    select 1 from permission_ends where account = ${column("account")}
      and permission_id = ${column("id")} and chain_id = ${column("chain_id")}
  )`.as("ended");
}

/** A permission of an account. */
export interface NamedPermission {
  readonly account: string;
  readonly id: string;
}

/** Names the permissions of rows. */
export function namesOf({ permissions, ends }: PermissionRows): NamedPermission[] {
  return [
    ...permissions.map(({ account, id }) => ({ account, id })),
    ...ends.map(({ account, permission_id: id }) => ({ account, id })),
  ];
}

/** Deletes the data of the blocks after a given one. Returns the affected permissions. */
export async function takePermissionsBack(
  tx: Store,
  chainId: number,
  block: number,
): Promise<NamedPermission[]> {
  const changed = [
    ...await tx.selectFrom("permissions").select(["account", "id"])
      .where("chain_id", "=", chainId).where("block_number", ">", block).execute(),
    ...await tx.selectFrom("permission_ends").select(["account", "permission_id as id"])
      .where("chain_id", "=", chainId).where("block_number", ">", block).execute(),
  ];
  for (const table of ["permissions", "permission_ends"] as const) {
    await tx.deleteFrom(table).where("chain_id", "=", chainId).where("block_number", ">", block)
      .execute();
  }
  await unreadPermissionsFrom(tx, chainId, block + 1);
  return changed;
}

/** Keeps the first of the rows with the same id: a statement cannot write a row twice. */
function once(rows: readonly PermissionTable[]): PermissionTable[] {
  const first = new Map<string, PermissionTable>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()];
}
