/**
 * Indexes permissions from the permission contract's events alone, so that the index can be rebuilt
 * from the chain; each request updates it first. Permissions that were signed and never used are
 * listed besides.
 *
 * @module
 */
import type { Hex } from "viem";
import type { GetPermissionsParams, PermissionJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import type { Context } from "../context.ts";
import type { PermissionEndTable, PermissionTable, SignedGrantTable } from "../store/schema.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";
import { fetchEvents } from "./events.ts";
import type { PermissionEvent } from "./logs.ts";
import { listSigned } from "./signed.ts";
import { grantsOf, readStanding } from "./standing.ts";

/** Blocks that a reorganisation may replace; they are read again each time. */
const REORG_BLOCKS = 64;
/** Blocks per request: the limit of public nodes. */
export const MAX_BLOCKS = 2_000;
/** Permissions per response. */
const MAX_PERMISSIONS = 500;

/** Update in progress, and the one that follows it. */
interface Reading {
  readonly now: Promise<void>;
  next: Promise<void> | null;
}

const running = new WeakMap<Chain, Reading>();

/** Lists matching permissions, newest first, with their current state onchain. */
export async function listPermissions(
  context: Context,
  wanted: GetPermissionsParams,
): Promise<readonly PermissionJson[]> {
  const chains = [...context.chains.values()]
    .filter(({ id }) => wanted.chainId === undefined || id === Number(wanted.chainId));
  await Promise.all(chains.map((chain) => updateIndex(context.store, chain)));
  let query = context.store.selectFrom("permissions").selectAll()
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
  const rows: readonly (PermissionTable | SignedGrantTable)[] = [
    ...signed.filter((grant) => !isGranted(grant)),
    ...granted,
  ];
  const ends = rows.length === 0 ? [] : await context.store.selectFrom("permission_ends")
    .selectAll().where("account", "in", [...new Set(rows.map(({ account }) => account))]).execute();
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
    const revoked = standing.get(row.chain_id)?.get(grantsOf(permission)) === false ||
      ends.some((end) =>
        end.chain_id === row.chain_id && end.account === row.account &&
        end.permission_id === row.id
      );
    return { ...permission, revoked, ...(signature !== undefined && { signature }) };
  });
}

/**
 * Updates the index of a chain. Concurrent callers share one update, but never one that began
 * before their call: it may have missed what they look for.
 */
export function updateIndex(store: Store, chain: Chain): Promise<void> {
  const under = running.get(chain);
  if (under !== undefined) {
    return under.next ??= under.now.catch(() => {}).then(() => read(store, chain));
  }
  return read(store, chain);
}

function read(store: Store, chain: Chain): Promise<void> {
  // While a reorganisation shortens the chain, a node may refuse blocks that it just named.
  const again = (error: unknown) => {
    if (!(error instanceof NodeError)) throw error;
    return catchUp(store, chain);
  };
  const reading: Reading = {
    now: catchUp(store, chain).catch(again).finally(() => {
      if (running.get(chain) === reading) running.delete(chain);
    }),
    next: null,
  };
  running.set(chain, reading);
  return reading.now;
}

async function catchUp(store: Store, chain: Chain): Promise<void> {
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const row = await store.selectFrom("permission_progress").select("block_number")
    .where("chain_id", "=", chain.id).executeTakeFirst();
  const first = chain.config.permissionsFrom ?? 0;
  let from = Math.max(first, Math.min(row?.block_number ?? first, head) - REORG_BLOCKS);
  while (from <= head) {
    const to = Math.min(from + MAX_BLOCKS - 1, head);
    const events = await fetchEvents(store, chain, from, to);
    await replace(store, chain.id, from, to, to === head, events);
    from = to + 1;
  }
}

/** Replaces what is stored for these blocks. */
async function replace(
  store: Store,
  chainId: number,
  from: number,
  to: number,
  isHead: boolean,
  events: readonly PermissionEvent[],
): Promise<void> {
  await serially(store, [subjects.chain(chainId)], async (tx) => {
    for (const table of ["permissions", "permission_ends"] as const) {
      let old = tx.deleteFrom(table).where("chain_id", "=", chainId)
        .where("block_number", ">=", from);
      // A chain that became shorter has nothing after its head.
      if (!isHead) old = old.where("block_number", "<=", to);
      await old.execute();
    }
    const rows = toRows(chainId, events);
    for (const row of rows.permissions) {
      await tx.insertInto("permissions").values(row)
        .onConflict((on) => on.columns(["chain_id", "id"]).doNothing()).execute();
    }
    for (const row of rows.ends) await tx.insertInto("permission_ends").values(row).execute();
    await tx.insertInto("permission_progress").values({ chain_id: chainId, block_number: to })
      .onConflict((on) => on.column("chain_id").doUpdateSet({ block_number: to })).execute();
  });
}

/** Converts events to rows. */
export function toRows(
  chainId: number,
  events: readonly PermissionEvent[],
): { permissions: PermissionTable[]; ends: PermissionEndTable[] } {
  const permissions: PermissionTable[] = [];
  const ends: PermissionEndTable[] = [];
  for (const event of events) {
    const place = {
      chain_id: chainId,
      account: event.account.toLowerCase(),
      block_number: event.block,
      position: event.position,
    };
    if (event.kind === "approved") {
      permissions.push({
        ...place,
        id: event.permission.id.toLowerCase(),
        spender: event.permission.spender.toLowerCase(),
        permission: JSON.stringify(event.permission),
      });
    } else {
      ends.push({
        ...place,
        permission_id: event.id.toLowerCase(),
      });
    }
  }
  return { permissions, ends };
}

/** Deletes the index of a chain and rebuilds it. */
export async function rebuildIndex(store: Store, chain: Chain): Promise<void> {
  await serially(store, [subjects.chain(chain.id)], async (tx) => {
    for (const table of ["permissions", "permission_ends", "permission_progress"] as const) {
      await tx.deleteFrom(table).where("chain_id", "=", chain.id).execute();
    }
  });
  await updateIndex(store, chain);
}
