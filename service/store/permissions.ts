/** Stores what the permission contract's events tell, and up to which block they were read. @module */
import type { PermissionEndTable, PermissionTable } from "./schema.ts";
import type { Store } from "./store.ts";

/** Rows per statement: databases limit its parameters. */
const PORTION = 500;

/** Permissions that were granted, and revocations. */
export interface PermissionRows {
  readonly permissions: readonly PermissionTable[];
  readonly ends: readonly PermissionEndTable[];
}

/** A range of blocks, both included. */
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

/** Stores what was read of blocks, in place of what operations in them were believed to have done. */
export async function replacePermissions(
  tx: Store,
  chainId: number,
  { from, to }: Blocks,
  rows: PermissionRows,
): Promise<void> {
  for (const table of ["permissions", "permission_ends"] as const) {
    await tx.deleteFrom(table).where("chain_id", "=", chainId)
      .where("block_number", ">=", from).where("block_number", "<=", to).execute();
  }
  await addPermissions(tx, rows);
}

/** Stores what was read of the block after `last`; all before it may not have been read yet. */
export async function addFollowedPermissions(
  tx: Store,
  chainId: number,
  { last, block }: { readonly last: number; readonly block: number },
  rows: PermissionRows,
): Promise<void> {
  await replacePermissions(tx, chainId, { from: block, to: block }, rows);
  await tx.updateTable("permission_progress").set({ block_number: block })
    .where("chain_id", "=", chainId).where("block_number", "=", last).execute();
}

/** A permission of an account. */
export interface NamedPermission {
  readonly account: string;
  readonly id: string;
}

/** Forgets what is known of the blocks after one; returns the permissions that this changes. */
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
  await tx.updateTable("permission_progress").set({ block_number: block })
    .where("chain_id", "=", chainId).where("block_number", ">", block).execute();
  return changed;
}

/** Forgets everything of a chain. */
export async function forgetPermissions(tx: Store, chainId: number): Promise<void> {
  for (const table of ["permissions", "permission_ends", "permission_progress"] as const) {
    await tx.deleteFrom(table).where("chain_id", "=", chainId).execute();
  }
}

/** Keeps the first of the rows with the same id: a statement cannot write a row twice. */
function once(rows: readonly PermissionTable[]): PermissionTable[] {
  const first = new Map<string, PermissionTable>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()];
}
