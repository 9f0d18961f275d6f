/**
 * Maintains the index of the permission contract's events. The follower of a chain adds each new
 * block. Earlier blocks are read here, range by range, so that the index can be rebuilt from the
 * chain.
 *
 * @module
 */
import type { Hex } from "viem";
import type { Chain } from "../../chain/chain.ts";
import { nodeBehind } from "../../chain/state.ts";
import { requireHash } from "../reading/evidence.ts";
import {
  addPermissions,
  type Blocks,
  deletePermissions,
  type PermissionRows,
  permissionsIn,
  permissionsReadTo,
  setPermissionsReadTo,
} from "../../store/rows/permissions.ts";
import { serially, subjects } from "../../store/serially.ts";
import type { Store } from "../../store/store.ts";
import { lastBlocks } from "../../store/rows/transfers.ts";
import { createPace, readNext } from "../reading/backfill.ts";
import type { BlockChange, BlockHandler } from "../reading/handler.ts";
import { fetchPermissions } from "./permission_logs.ts";

/**
 * Reads the next range of unread blocks up to a given one. Resolves with whether there are more.
 *
 * @throws {NodeError} if the node refuses even one block
 * @throws {AcctError} `chain_down` if it does not answer, or lacks the last block
 */
export async function readRange(
  store: Store,
  chain: Chain,
  last: number,
  pace = createPace(),
  handlers: readonly BlockHandler[] = [],
): Promise<boolean> {
  const before = await permissionsReadTo(store, chain.id);
  if (before !== null && before >= last) return false;
  const from = Math.max(chain.config.permissionsFrom ?? 0, (before ?? -1) + 1);
  const part = await readPart(store, chain, { from, to: last }, pace, handlers);
  return await serially(store, [subjects.transfers(chain.id)], async (tx) => {
    // Another process has already continued, or the follower was rolled back.
    if (await permissionsReadTo(tx, chain.id) !== before) return true;
    if (!await applyPart(tx, chain, part)) return true;
    await setPermissionsReadTo(tx, chain.id, part.to);
    return part.to < last;
  });
}

/** Range of blocks, as stored and as on the chain. */
export interface Part extends Blocks {
  readonly stored: PermissionRows;
  readonly found: PermissionRows;
  /** Changes of the handlers. */
  readonly changes: readonly BlockChange[];
}

/**
 * Reads the first blocks of a range, up to the number of logs that nodes list. Blocks with stored
 * rows that the range does not list are requested again, one by one.
 */
export async function readPart(
  store: Store,
  chain: Chain,
  { from, to: last }: Blocks,
  pace = createPace(),
  handlers: readonly BlockHandler[] = [],
): Promise<Part> {
  const requires = (block: number) => requireBlock(store, chain, block);
  const first = Math.max(from, chain.config.permissionsFrom ?? 0);
  const none: readonly [PermissionRows, ...BlockChange[]] = [{ permissions: [], ends: [] }];
  // The contract has no events before its first block.
  const { to, found: [rows, ...changes] } = last < first
    ? { to: last, found: none }
    : await readNext(pace, { from: first, to: last }, (blocks) =>
      Promise.all([
        fetchPermissions(store, chain, blocks, requires),
        ...handlers.flatMap((each) => each.readEarlier?.(chain, blocks, requires) ?? []),
      ]));
  const stored = await permissionsIn(store, chain.id, { from, to });
  const proved = await readProved(store, chain, without(stored, rows));
  return { from, to, stored, found: union([rows, ...proved]), changes };
}

/** Replaces the rows of a range. Returns false if others were stored in the meantime. */
export async function applyPart(
  tx: Store,
  chain: Chain,
  { stored, found, changes, ...blocks }: Part,
): Promise<boolean> {
  // An operation landed in the meantime, and its block is not confirmed yet.
  const since = without(await permissionsIn(tx, chain.id, blocks), union([stored, found]));
  if (since.permissions.length + since.ends.length > 0) return false;
  await deletePermissions(tx, stored);
  await addPermissions(tx, found);
  for (const change of changes) await change.write(tx);
  return true;
}

/**
 * Checks that a node has a block of its chain, and the followed one if it is remembered.
 *
 * @throws {AcctError} `chain_down`
 */
async function requireBlock(store: Store, chain: Chain, number: number): Promise<void> {
  const hash = await requireHash(chain, number);
  const followed = (await lastBlocks(store, chain.id)).find((block) => block.number === number);
  if (followed !== undefined && followed.hash !== hash) throw nodeBehind(1);
}

/**
 * Reads the blocks of rows that a range does not list. A range that omits a row does not disprove
 * it, and a reorganisation may have replaced the block of an operation.
 */
async function readProved(
  store: Store,
  chain: Chain,
  { permissions, ends }: PermissionRows,
): Promise<PermissionRows[]> {
  const proved: PermissionRows[] = [];
  for (const number of new Set([...permissions, ...ends].map((row) => row.block_number))) {
    const blockHash = await requireHash(chain, number);
    proved.push(await fetchPermissions(store, chain, { blockHash }));
  }
  return proved;
}

function union(all: readonly PermissionRows[]): PermissionRows {
  return {
    permissions: all.flatMap(({ permissions }) => permissions),
    ends: all.flatMap(({ ends }) => ends),
  };
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

/** Reads all unread blocks. */
export async function readAll(store: Store, chain: Chain): Promise<void> {
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  while (await readRange(store, chain, head));
}

/** Reads all blocks again and replaces the stored rows. Lists remain available in the meantime. */
export async function rebuildIndex(store: Store, chain: Chain): Promise<void> {
  const last = await permissionsReadTo(store, chain.id) ?? -1;
  const pace = createPace();
  for (let from = 0; from <= last;) {
    const part = await readPart(store, chain, { from, to: last }, pace);
    const names = [subjects.transfers(chain.id)];
    if (await serially(store, names, (tx) => applyPart(tx, chain, part))) from = part.to + 1;
  }
  await readAll(store, chain);
}
