/** Stores the approvals that the follower of a chain reads from its blocks. @module */
import type { Address } from "viem";
import { putSeen, type Seen } from "./seen_approvals.ts";
import type { Store } from "./store.ts";

/** Addresses per statement. */
const PORTION = 100;

/** Approvals of a block. */
export interface FollowedApprovals {
  /** Those that are kept, by account in lower case. */
  readonly seen: ReadonlyMap<string, readonly Seen[]>;
  /** Accounts that have too many to be kept, in lower case: they are read from the chain. */
  readonly flooded: readonly string[];
}

/** Blocks whose approvals are kept without a gap. */
export interface FollowedBlocks {
  readonly first: number;
  readonly last: number;
}

/** Returns those of the addresses, in lower case, whose approvals of a block are to be kept. */
export async function followedAccounts(
  store: Store,
  chainId: number,
  addresses: readonly string[],
  block: number,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < addresses.length; at += PORTION) {
    const rows = await store.selectFrom("approval_progress").select("account")
      .where("account", "in", addresses.slice(at, at + PORTION)).where("chain_id", "=", chainId)
      .where("followed_from", "<=", block).execute();
    for (const { account } of rows) found.add(account);
  }
  return found;
}

/** Counts the stored approvals of accounts on a chain. */
export async function countSeen(
  store: Store,
  chainId: number,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < accounts.length; at += PORTION) {
    const rows = await store.selectFrom("seen_approvals")
      .select((eb) => ["account", eb.fn.countAll<number>().as("rows")])
      .where("account", "in", accounts.slice(at, at + PORTION)).where("chain_id", "=", chainId)
      .groupBy("account").execute();
    for (const { account, rows: count } of rows) counts.set(account, Number(count));
  }
  return counts;
}

/**
 * Adds the approvals of the block after `last`; without any, the block was left out.
 *
 * @param tx the transaction that adds the block
 */
export async function addFollowed(
  tx: Store,
  chainId: number,
  { last, block, approvals }: {
    readonly last: number | null;
    readonly block: number;
    readonly approvals: FollowedApprovals | undefined;
  },
): Promise<void> {
  const before = await followedBlocks(tx, chainId);
  const first = approvals === undefined
    ? block + 1
    // A block in between that a process of an earlier version read has none.
    : before !== null && before.last === last
    ? before.first
    : block;
  await tx.insertInto("followed_approvals")
    .values({ chain_id: chainId, first_block: first, last_block: block })
    .onConflict((on) =>
      on.column("chain_id").doUpdateSet({ first_block: first, last_block: block })
    ).execute();
  for (const [account, seen] of approvals?.seen ?? []) {
    await putSeen(tx, account as Address, chainId, seen);
  }
  const flooded = approvals?.flooded ?? [];
  for (let at = 0; at < flooded.length; at += PORTION) {
    await tx.updateTable("approval_progress").set({ followed_from: block + 1 })
      .where("account", "in", flooded.slice(at, at + PORTION)).where("chain_id", "=", chainId)
      .execute();
  }
}

/** Goes back to a block: what comes after it is read again. What was seen stays: the chain tells. */
export async function takeFollowedBack(tx: Store, chainId: number, block: number): Promise<void> {
  await tx.updateTable("followed_approvals").set({ last_block: block })
    .where("chain_id", "=", chainId).where("last_block", ">", block).execute();
}

/** Returns the blocks of a chain whose approvals are kept; `null` if there are none. */
export async function followedBlocks(
  store: Store,
  chainId: number,
): Promise<FollowedBlocks | null> {
  const row = await store.selectFrom("followed_approvals").select(["first_block", "last_block"])
    .where("chain_id", "=", chainId).executeTakeFirst();
  return row === undefined ? null : { first: row.first_block, last: row.last_block };
}

/** Has an account's approvals kept from a block on; `done` is the last block that was read. */
export async function followFrom(
  store: Store,
  { account, chainId }: { readonly account: Address; readonly chainId: number },
  { block, done }: { readonly block: number; readonly done: number },
): Promise<void> {
  await store.insertInto("approval_progress")
    .values({
      account: account.toLowerCase(),
      chain_id: chainId,
      block_number: done,
      followed_from: block,
      left_out: null,
    })
    .onConflict((on) => on.columns(["account", "chain_id"]).doUpdateSet({ followed_from: block }))
    .execute();
}
