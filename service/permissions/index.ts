/**
 * Keeps the index of the permission contract's events. The follower of a chain adds each new block;
 * those before it are read here, range by range, so that the index can be rebuilt from the chain.
 *
 * @module
 */
import type { Hex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import { monotonic } from "../monotonic.ts";
import {
  forgetPermissions,
  permissionsReadTo,
  replacePermissions,
  setPermissionsReadTo,
} from "../store/permissions.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";
import { fetchEvents } from "./events.ts";
import { toRows } from "./logs.ts";

/** Blocks per request: the limit of public nodes. */
export const MAX_BLOCKS = 2_000;
/** Blocks by which the index may be behind for a list, if its follower is slow. */
const MAX_BEHIND = 300;
/** How long a list waits for the follower, and its pauses at first and at most, in milliseconds. */
const WAIT_MS = { most: 2_000, first: 10, pause: 320 } as const;

/**
 * Waits until the index has the newest block that this process knows of. It asks no node, so that
 * the nodes' load does not depend on those who read.
 *
 * @throws {AcctError} `chain_down` if the index is far behind
 */
export async function awaitIndex(
  { store, transfers }: Pick<Context, "store" | "transfers">,
  chain: Pick<Chain, "id" | "heads">,
): Promise<void> {
  const wanted = chain.heads.top();
  const until = monotonic() + WAIT_MS.most;
  for (let pause: number = WAIT_MS.first;; pause = Math.min(2 * pause, WAIT_MS.pause)) {
    const read = await permissionsReadTo(store, chain.id);
    if (read !== null && read >= wanted) return;
    if (monotonic() >= until) {
      if (read !== null && wanted - read <= MAX_BEHIND) return;
      const detail = `The permissions of chain ${chain.id} are still being read, up to block ` +
        `${read ?? "none"} of ${wanted}.`;
      throw new AcctError("chain_down", { detail });
    }
    transfers.wake(chain.id);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * Reads the next range of the blocks up to one that were not read yet; resolves with whether there
 * are more.
 *
 * @throws {NodeError} if the node refuses even one block
 */
export async function readRange(store: Store, chain: Chain, last: number): Promise<boolean> {
  const before = await permissionsReadTo(store, chain.id);
  const from = before === null ? chain.config.permissionsFrom ?? 0 : before + 1;
  if (before !== null && from > last) return false;
  const to = Math.min(from + MAX_BLOCKS - 1, last);
  const rows = toRows(chain.id, await fetchEvents(store, chain, from, to));
  return await serially(store, [subjects.transfers(chain.id)], async (tx) => {
    // Another process has gone on meanwhile, or the follower back.
    if (await permissionsReadTo(tx, chain.id) !== before) return true;
    await replacePermissions(tx, chain.id, { from, to }, rows);
    await setPermissionsReadTo(tx, chain.id, to);
    return to < last;
  });
}

/** Reads all that was not read yet. */
export async function readAll(store: Store, chain: Chain): Promise<void> {
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  while (await readRange(store, chain, head));
}

/** Deletes the index of a chain and rebuilds it. */
export async function rebuildIndex(store: Store, chain: Chain): Promise<void> {
  await serially(
    store,
    [subjects.transfers(chain.id)],
    (tx) => forgetPermissions(tx, chain.id),
  );
  await readAll(store, chain);
}
