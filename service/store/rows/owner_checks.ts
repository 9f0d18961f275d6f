/**
 * Stores the accounts with owners to be read on a chain, because a block has an event of theirs or
 * a reorganisation replaced one. An account is read several times: a node may lag behind the block.
 *
 * @module
 */
import { sql } from "kysely";
import type { OwnerCheckTable } from "../schema.ts";
import type { Store } from "../store.ts";

/** Rows per statement: databases limit its parameters. */
const PORTION = 200;
/**
 * Time after an event in which the account is read again, and in which a failed read is repeated.
 */
const READ_MS = { again: 60_000, failed: 30 * 60_000 } as const;
/** Shortest time between two reads of an account. */
const PAUSE_MS = 1_000;
/** Time in which a reorganisation may restore a finished recovery. */
const RECENT_MS = 86_400_000;
/** Recently finished recoveries that are read again after a reorganisation. */
const MAX_RECENT = 1_000;

/** Adds accounts, in lower case; for an existing account the time starts again. */
export async function addOwnerChecks(
  tx: Store,
  chainId: number,
  accounts: readonly string[],
): Promise<void> {
  const now = Date.now();
  const rows = [...new Set(accounts)].map((account): OwnerCheckTable => ({
    chain_id: chainId,
    account,
    added_at: now,
    due_at: now,
  }));
  for (let at = 0; at < rows.length; at += PORTION) {
    await tx.insertInto("owner_checks").values(rows.slice(at, at + PORTION))
      .onConflict((on) =>
        on.columns(["account", "chain_id"]).doUpdateSet({ added_at: now, due_at: now })
      ).execute();
  }
}

/** Adds the accounts whose recoveries a reorganisation may have changed. */
export async function addChecksOfRecoveries(tx: Store, chainId: number): Promise<void> {
  const ofChain = tx.selectFrom("recoveries").select("account")
    .where("chain_id", "=", chainId);
  const rows = [
    ...await ofChain.where("ended_at", "is", null).execute(),
    ...await ofChain.where("ended_at", ">", Date.now() - RECENT_MS)
      .orderBy("ended_at", "desc").limit(MAX_RECENT).execute(),
  ];
  await addOwnerChecks(tx, chainId, rows.map(({ account }) => account));
}

/** Lists accounts that are due. */
export async function dueOwnerChecks(
  store: Store,
  chainId: number,
  most: number,
): Promise<OwnerCheckTable[]> {
  return await store.selectFrom("owner_checks").selectAll().where("chain_id", "=", chainId)
    .where("due_at", "<=", Date.now()).orderBy("due_at").limit(most).execute();
}

/**
 * Records that an account was read or could not be read. The account is due later, or no longer
 * due.
 */
export async function setOwnersChecked(
  store: Store,
  { chain_id, account, added_at }: OwnerCheckTable,
  wasRead: boolean,
): Promise<void> {
  const now = Date.now();
  const age = now - added_at;
  const isDone = age >= (wasRead ? READ_MS.again : READ_MS.failed);
  // An event in the meantime starts its own time.
  const same = sql<boolean>`chain_id = ${chain_id} and account = ${account}
    and added_at = ${added_at}`;
  if (isDone) await store.deleteFrom("owner_checks").where(same).execute();
  else {
    await store.updateTable("owner_checks").set({ due_at: now + Math.max(PAUSE_MS, age) })
      .where(same).execute();
  }
}
