/**
 * The index of permissions. It follows the permission contract's events and nothing else, so it can
 * be thrown away and read again from the chain; it is brought up to date when somebody asks. Those
 * that were signed and never used stand beside it.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { contracts } from "../../core/chain/contracts.ts";
import type { GetPermissionsParams, PermissionJson } from "../../core/service/protocol.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import type { PermissionTable, SignedGrantTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { type PermissionEvent, type RawLog, readEvent, topics } from "./logs.ts";
import { listSigned } from "./signed.ts";

/** Blocks that a reorganisation may replace; they are read again each time. */
const UNSETTLED = 64;
/** Blocks asked for at once: what public nodes allow. */
const RANGE = 2_000;
/** Permissions in one answer. */
const MOST = 500;

const running = new WeakMap<Chain, Promise<void>>();

/** The permissions that match, newest first, as the chain has them now. */
export async function listPermissions(
  context: Context,
  wanted: GetPermissionsParams,
): Promise<readonly PermissionJson[]> {
  const chains = [...context.chains.values()]
    .filter(({ id }) => wanted.chainId === undefined || id === Number(wanted.chainId));
  await Promise.all(chains.map((chain) => upToDate(context.store, chain)));
  let query = context.store.selectFrom("permissions").selectAll()
    .where("chain_id", "in", chains.map(({ id }) => id));
  for (const column of ["account", "spender", "id"] as const) {
    const value = wanted[column];
    if (value !== undefined) query = query.where(column, "=", value.toLowerCase());
  }
  const granted = await query.orderBy("block_number", "desc").orderBy("position", "desc")
    .limit(MOST).execute();
  const signed = await listSigned(context.store, chains.map(({ id }) => id), wanted);
  const isGranted = (grant: SignedGrantTable) =>
    granted.some(({ id, chain_id }) => id === grant.id && chain_id === grant.chain_id);
  const rows: readonly (PermissionTable | SignedGrantTable)[] = [
    ...signed.filter((grant) => !isGranted(grant)),
    ...granted,
  ];
  const ends = rows.length === 0 ? [] : await context.store.selectFrom("permission_ends")
    .selectAll().where("account", "in", [...new Set(rows.map(({ account }) => account))]).execute();
  return rows.map((row) => {
    const permission = JSON.parse(row.permission) as Omit<PermissionJson, "revoked">;
    const signature = "signature" in row ? row.signature as Hex : undefined;
    const epoch = BigInt(permission.salt) >> 192n;
    const revoked = ends.some((end) =>
      end.chain_id === row.chain_id && end.account === row.account &&
      (end.permission_id === row.id || (end.epoch !== null && BigInt(end.epoch) > epoch))
    );
    return { ...permission, revoked, ...(signature !== undefined && { signature }) };
  });
}

/** Reads what is new on a chain; several who ask at once share one reading. */
function upToDate(store: Store, chain: Chain): Promise<void> {
  const under = running.get(chain);
  if (under !== undefined) return under;
  const reading = catchUp(store, chain).finally(() => running.delete(chain));
  running.set(chain, reading);
  return reading;
}

async function catchUp(store: Store, chain: Chain): Promise<void> {
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const row = await store.selectFrom("permission_progress").select("block_number")
    .where("chain_id", "=", chain.id).executeTakeFirst();
  const first = chain.config.permissionsFrom ?? 0;
  let from = Math.max(first, Math.min(row?.block_number ?? first, head) - UNSETTLED);
  while (from <= head) {
    const to = Math.min(from + RANGE - 1, head);
    const logs = await chain.node.request<RawLog[]>("eth_getLogs", [{
      address: contracts.permissions,
      topics: [topics],
      fromBlock: numberToHex(from),
      toBlock: numberToHex(to),
    }]);
    const events = logs.map((log) => readEvent(log, chain.id));
    await replace(store, chain.id, from, to, to === head, events);
    from = to + 1;
  }
}

/** Puts what these blocks say in the place of what they said before. */
async function replace(
  store: Store,
  chainId: number,
  from: number,
  to: number,
  isHead: boolean,
  events: readonly PermissionEvent[],
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    for (const table of ["permissions", "permission_ends"] as const) {
      let old = tx.deleteFrom(table).where("chain_id", "=", chainId)
        .where("block_number", ">=", from);
      // A chain that became shorter has nothing behind its head any more.
      if (!isHead) old = old.where("block_number", "<=", to);
      await old.execute();
    }
    for (const event of events) {
      const place = {
        chain_id: chainId,
        account: event.account.toLowerCase(),
        block_number: event.block,
        position: event.position,
      };
      if (event.kind === "approved") {
        await tx.insertInto("permissions").values({
          ...place,
          id: event.permission.id.toLowerCase(),
          spender: event.permission.spender.toLowerCase(),
          permission: JSON.stringify(event.permission),
        }).onConflict((on) => on.columns(["chain_id", "id"]).doNothing()).execute();
      } else {
        await tx.insertInto("permission_ends").values({
          ...place,
          permission_id: event.kind === "revoked" ? event.id.toLowerCase() : null,
          epoch: event.kind === "revoked_all" ? String(event.epoch) : null,
        }).execute();
      }
    }
    await tx.insertInto("permission_progress").values({ chain_id: chainId, block_number: to })
      .onConflict((on) => on.column("chain_id").doUpdateSet({ block_number: to })).execute();
  });
}
