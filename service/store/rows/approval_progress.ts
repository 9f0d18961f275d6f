/** Stores how far approvals were read: by the follower of a chain, and for each account. @module */
import type { ApprovalProgressTable } from "../approval_tables.ts";
import { type GivenApproval, putApprovals } from "./approvals.ts";
import { inPortions } from "../batches.ts";
import type { Blocks } from "./permissions.ts";
import type { Store } from "../store.ts";

/** Account on a chain. */
export interface AccountPlace {
  readonly account: string;
  readonly chainId: number;
}

/** Returns how far an account's approvals are known; `undefined` if none were requested. */
export function readProgress(
  store: Store,
  { account, chainId }: AccountPlace,
): Promise<ApprovalProgressTable | undefined> {
  return store.selectFrom("approval_progress").selectAll()
    .where("account", "=", account.toLowerCase()).where("chain_id", "=", chainId)
    .executeTakeFirst();
}

/** Changes how far an account's approvals are known. */
export async function setProgress(
  store: Store,
  { account, chainId }: AccountPlace,
  change: Partial<Omit<ApprovalProgressTable, "account" | "chain_id">>,
): Promise<void> {
  const row = { account: account.toLowerCase(), chain_id: chainId };
  await store.insertInto("approval_progress")
    .values({ ...row, block_number: -1, followed_from: null, left_out: 0, ...change })
    .onConflict((on) => on.columns(["account", "chain_id"]).doUpdateSet(change)).execute();
}

/** Adds approvals that were read up to a block. */
export async function addRead(
  store: Store,
  place: AccountPlace,
  given: readonly GivenApproval[],
  { block, isWhole }: { readonly block: number; readonly isWhole: boolean },
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    await putApprovals(tx, place, given);
    await setProgress(tx, place, { block_number: block, ...(!isWhole && { left_out: 1 }) });
  });
}

/** Returns the addresses with approvals to store for a block, and their numbers of rows. */
export async function followedAccounts(
  store: Store,
  chainId: number,
  addresses: readonly string[],
  block: number,
): Promise<Map<string, number>> {
  const rows = await inPortions(
    addresses,
    (some) =>
      store.selectFrom("approval_progress as progress")
        .select((eb) => [
          "account",
          eb.selectFrom("approvals").select((inner) => inner.fn.countAll<number>().as("rows"))
            .whereRef("approvals.account", "=", "progress.account")
            .where("approvals.chain_id", "=", chainId).as("rows"),
        ])
        .where("account", "in", some).where("chain_id", "=", chainId)
        .where("followed_from", "<=", block).execute(),
  );
  return new Map(rows.map(({ account, rows: count }) => [account, Number(count)]));
}

/** Returns the contiguous blocks of a chain with stored approvals; `null` if there are none. */
export async function followedBlocks(store: Store, chainId: number): Promise<Blocks | null> {
  const row = await store.selectFrom("followed_approvals").selectAll()
    .where("chain_id", "=", chainId).executeTakeFirst();
  return row === undefined ? null : { from: row.first_block, to: row.last_block };
}

/** Records the contiguous blocks with stored approvals. */
export async function setFollowedBlocks(
  tx: Store,
  chainId: number,
  { from, to }: Blocks,
): Promise<void> {
  const blocks = { first_block: from, last_block: to };
  await tx.insertInto("followed_approvals").values({ chain_id: chainId, ...blocks })
    .onConflict((on) => on.column("chain_id").doUpdateSet(blocks)).execute();
}
