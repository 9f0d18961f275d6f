/** Deletes the stored data of one account. @module */
import { sql } from "kysely";
import { type Address, toHex } from "viem";
import { serially, subjects } from "../serially.ts";
import type { Schema } from "../schema.ts";
import type { Store } from "../store.ts";

/** Tables with rows of an account, and the columns that name it. */
const tables = [
  ["credentials", "address"],
  ["accounts", "address"],
  ["operations", "sender"],
  ["owner_changes", "account"],
  ["vetoes", "account"],
  ["signed_recoveries", "account"],
  ["recoveries", "account"],
  ["owner_checks", "account"],
  ["push_subscriptions", "account"],
  ["permissions", "account"],
  ["permission_ends", "account"],
  ["signed_grants", "account"],
  ["approvals", "account"],
  ["own_tokens", "account"],
  ["approval_progress", "account"],
  ["transfers", "account"],
  ["name_claims", "account"],
  ["counters", "subject"],
] as const satisfies readonly (readonly [keyof Schema, string])[];

/** The account's rows cannot be deleted yet. */
export class StillNeeded extends Error {}

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>;

/** Counts an account's rows. */
export function countAccount(store: Store, account: Address): Promise<Counts> {
  return forEachTable(store, account, async (tx, table, column, value) => {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where ${sql.ref(column)} ${value}
    `.execute(tx);
    return Number(rows[0]?.rows ?? 0);
  });
}

/**
 * Deletes an account's rows, all or none. The ledger keeps its payments under an anonymous address
 * for some days. Data about the account in rows of other accounts stays.
 *
 * @returns deleted rows by table
 * @throws {StillNeeded} while an operation is pending, or the sponsor's ledger waits for the chain
 */
export function forgetAccount(store: Store, account: Address): Promise<Counts> {
  const address = account.toLowerCase();
  return serially(store, [subjects.account(address), subjects.owners(address)], async (tx) => {
    await ensureSettled(tx, address);
    const unknown = toHex(crypto.getRandomValues(new Uint8Array(20)));
    const paid = await tx.updateTable("sponsorships").set({ sender: unknown, network: null })
      .where("sender", "=", address).executeTakeFirst();
    const counts = await forEachTable(tx, account, async (_tx, table, column, value) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ${sql.ref(column)} ${value}
      `.execute(tx);
      return Number(numAffectedRows ?? 0n);
    });
    return { ...counts, sponsorships: Number(paid.numUpdatedRows) };
  });
}

/** Refuses while something of the account is pending. */
async function ensureSettled(tx: Store, address: string): Promise<void> {
  const pending = await tx.selectFrom("operations").select("id").where("sender", "=", address)
    .where("state", "in", ["held", "submitted"]).executeTakeFirst();
  if (pending !== undefined) throw new StillNeeded(`The operation ${pending.id} is pending.`);
  const open = await tx.selectFrom("sponsorships as row")
    .leftJoin("sponsor_progress as read", (join) =>
      join.onRef("read.chain_id", "=", "row.chain_id")
        .onRef("read.paymaster", "=", "row.paymaster"))
    .select(["row.state"]).where("row.sender", "=", address)
    .where((eb) =>
      eb.or([
        eb("row.state", "in", ["reserved", "signed"]),
        eb("row.block_number", ">", eb.ref("read.reconciled_block")),
      ])
    ).executeTakeFirst();
  if (open === undefined) return;
  throw new StillNeeded(
    open.state === "settled"
      ? "The ledger is not compared with the chain yet: it is each hour."
      : "The sponsor's ledger waits for the chain: try again in some minutes.",
  );
}

/** Calls a function with each table, and the condition that selects the account's rows. */
async function forEachTable(
  tx: Store,
  account: Address,
  work: (
    tx: Store,
    table: string,
    column: string,
    value: ReturnType<typeof sql>,
  ) => Promise<number>,
): Promise<Counts> {
  const address = account.toLowerCase();
  const counts: Record<string, number> = {};
  // Before the operations that they belong to.
  counts.operation_data = await work(
    tx,
    "operation_data",
    "id",
    sql`in (select id from operations where sender = ${address})`,
  );
  counts.notices = await work(tx, "notices", "id", sql`like ${`%-${address}-%`}`);
  for (const [table, column] of tables) {
    counts[table] = await work(tx, table, column, sql`= ${address}`);
  }
  return counts;
}
