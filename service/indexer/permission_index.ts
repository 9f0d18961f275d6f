/**
 * Keeps the index of the permission contract's events. The follower of a chain adds each new block;
 * those before it are read here, range by range, so that the index can be rebuilt from the chain.
 *
 * @module
 */
import type { Hex } from "viem";
import type { Chain } from "../chain/chain.ts";
import { nodeBehind } from "../chain/state.ts";
import { blockHash, requireChain } from "./evidence.ts";
import {
  addPermissions,
  type Blocks,
  deletePermissions,
  type PermissionRows,
  permissionsIn,
  permissionsReadTo,
  setPermissionsReadTo,
} from "../store/permissions.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";
import { lastBlocks } from "../store/transfers.ts";
import { MAX_BLOCKS } from "./backfill.ts";
import type { BlockHandler } from "./handler.ts";
import { fetchBlockEvents, fetchEvents } from "./permission_events.ts";
import { toRows } from "./permission_logs.ts";

/**
 * Reads the next range of the blocks up to one that were not read yet, `most` at once; resolves with
 * whether there are more.
 *
 * @throws {NodeError} if the node refuses even one block
 * @throws {AcctError} `chain_down` if it does not answer, or lacks the last block
 */
export async function readRange(
  store: Store,
  chain: Chain,
  last: number,
  most: number = MAX_BLOCKS,
  handlers: readonly BlockHandler[] = [],
): Promise<boolean> {
  const before = await permissionsReadTo(store, chain.id);
  if (before !== null && before >= last) return false;
  const from = Math.max(chain.config.permissionsFrom ?? 0, (before ?? -1) + 1);
  const to = Math.min(from + most - 1, last);
  const part = await readPart(store, chain, { from, to }, handlers);
  const { rows, kept, gone, proved, changes } = part;
  return await serially(store, [subjects.transfers(chain.id)], async (tx) => {
    // Another process has gone on meanwhile, or the follower back.
    if (await permissionsReadTo(tx, chain.id) !== before) return true;
    // An operation landed meanwhile: whether its block is still the chain's was not asked yet.
    const since = without(without(await permissionsIn(tx, chain.id, { from, to }), kept), rows);
    if (since.permissions.length + since.ends.length > 0) return true;
    await deletePermissions(tx, gone);
    await addPermissions(tx, rows);
    await addPermissions(tx, proved);
    for (const change of changes) await change.write(tx);
    await setPermissionsReadTo(tx, chain.id, to);
    return to < last;
  });
}

/** Reads a range; asks again for blocks of which rows are stored that it does not list. */
async function readPart(
  store: Store,
  chain: Chain,
  { from, to }: Blocks,
  handlers: readonly BlockHandler[] = [],
) {
  const requires = (block: number) => requireBlock(store, chain, block);
  // There is none before the contract.
  const [events, ...changes] = to < Math.max(from, chain.config.permissionsFrom ?? 0)
    ? [[]]
    : await Promise.all([
      fetchEvents(store, chain, from, to, requires),
      ...handlers.flatMap((each) => each.readEarlier?.(chain, { from, to }, requires) ?? []),
    ]);
  const rows = toRows(chain.id, events);
  return { rows, changes, ...await lookAgain(store, chain, { from, to }, rows) };
}

/**
 * Checks that a node has a block of its chain, and the one that was followed if it is remembered.
 *
 * @throws {AcctError} `chain_down`
 */
async function requireBlock(store: Store, chain: Chain, number: number): Promise<void> {
  const [hash] = await Promise.all([blockHash(chain, number), requireChain(chain)]);
  if (hash === null) throw nodeBehind(1);
  const followed = (await lastBlocks(store, chain.id)).find((block) => block.number === number);
  if (followed !== undefined && followed.hash !== hash) throw nodeBehind(1);
}

/**
 * Asks for the blocks in which something is stored that a range does not list: what a node leaves out
 * of a range is no proof, and what operations were believed to have done may be no more.
 */
async function lookAgain(
  store: Store,
  chain: Chain,
  blocks: Blocks,
  rows: PermissionRows,
): Promise<Record<"kept" | "gone" | "proved", PermissionRows>> {
  const kept = await permissionsIn(store, chain.id, blocks);
  const missing = without(kept, rows);
  const again = new Set(
    [...missing.permissions, ...missing.ends].map(({ block_number }) => block_number),
  );
  const proved: PermissionRows[] = [];
  for (const number of again) {
    const hash = await blockHash(chain, number);
    if (hash === null) throw nodeBehind(1);
    proved.push(toRows(chain.id, await fetchBlockEvents(store, chain, hash)));
  }
  const all = {
    permissions: proved.flatMap(({ permissions }) => permissions),
    ends: proved.flatMap(({ ends }) => ends),
  };
  return { kept, gone: without(missing, all), proved: all };
}

/** Returns the rows that others do not have, at the same place or before. */
function without(rows: PermissionRows, others: PermissionRows): PermissionRows {
  const granted = new Map<string, number>();
  for (const { id, block_number } of others.permissions) {
    granted.set(id, Math.min(granted.get(id) ?? Infinity, block_number));
  }
  const ended = new Set(others.ends.map(endOf));
  return {
    permissions: rows.permissions.filter(({ id, block_number }) =>
      (granted.get(id) ?? Infinity) > block_number
    ),
    ends: rows.ends.filter((end) => !ended.has(endOf(end))),
  };
}

function endOf(
  { block_number, position, permission_id }: PermissionRows["ends"][number],
): string {
  return `${block_number}:${position} ${permission_id}`;
}

/** Reads all that was not read yet. */
export async function readAll(store: Store, chain: Chain): Promise<void> {
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  while (await readRange(store, chain, head));
}

/** Reads all again that was read, in place of what is stored; lists go on meanwhile. */
export async function rebuildIndex(store: Store, chain: Chain): Promise<void> {
  const read = await permissionsReadTo(store, chain.id) ?? -1;
  let from = 0;
  for (const first = chain.config.permissionsFrom ?? 0; from <= read;) {
    const to = Math.min(from < first ? first - 1 : from + MAX_BLOCKS - 1, read);
    const { rows, kept, proved } = await readPart(store, chain, { from, to });
    await serially(store, [subjects.transfers(chain.id)], async (tx) => {
      await deletePermissions(tx, kept);
      await addPermissions(tx, rows);
      await addPermissions(tx, proved);
    });
    from = to + 1;
  }
  await readAll(store, chain);
}
