/** Deletion of an account: every table is searched for its address. */
import { assertEquals, assertRejects } from "@std/assert";
import { sql } from "kysely";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { account, fill } from "../testing/fill.ts";
import type { Store } from "../store.ts";
import { paymaster } from "../../testing/ledger.ts";
import { countAccount, forgetAccount, StillNeeded } from "./forget.ts";

/** Columns that identify the account of a row. */
const owning = ["account", "address", "sender"];

/** Counts rows that name the account in any column, by table and column. */
async function mentions(store: Store): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, columns } of await store.introspection.getTables()) {
    const like = (column: string) =>
      sql`sum(case when lower(cast(${sql.ref(column)} as text)) like ${`%${account.slice(2)}%`}
        then 1 else 0 end) as ${sql.ref(column)}`;
    const { rows: [sums] } = await sql<Record<string, number | string | null>>`
      select ${sql.join(columns.map((column) => like(column.name)))} from ${sql.table(name)}
    `.execute(store);
    for (const [column, count] of Object.entries(sums!)) {
      if (Number(count) > 0) found[`${name}.${column}`] = Number(count);
    }
  }
  return found;
}

Deno.test("forget: no table names the account afterwards", async () => {
  await using store = await openTestStore();
  await fill(store, 2_000);
  const now = Date.now();
  await store.insertInto("accounts").values({ address: account, next_index: 9 }).execute();
  await store.insertInto("approval_progress")
    .values({ account, chain_id: 1, block_number: 1, followed_from: null, left_out: 0 })
    .execute();
  await store.insertInto("owner_checks")
    .values({ account, chain_id: 1, added_at: now, due_at: now }).execute();
  await store.insertInto("notices").values({
    id: `1-${account}-0xab webhook`,
    channel: "webhook",
    body: JSON.stringify({ account }),
    attempts: 0,
    due_at: now,
    created_at: now,
  }).execute();
  const { id } = await store.selectFrom("operations").select("id").where("sender", "=", account)
    .executeTakeFirstOrThrow();
  await store.updateTable("operation_data").set({ operation: JSON.stringify({ sender: account }) })
    .where("id", "=", id).execute();
  const others = async () =>
    Number(
      (await sql<
        { rows: number }
      >`select count(*) as rows from operations where sender <> ${account}`
        .execute(store)).rows[0]!.rows,
    );
  const before = await mentions(store);
  const kept = await others();
  const paid = async () => (await store.selectFrom("sponsorships")
    .select((
      eb,
    ) => [eb.fn.countAll<number>().as("rows"), eb.fn.sum<number>("cost_gwei").as("cost")])
    .executeTakeFirstOrThrow());
  const paidBefore = await paid();

  // Every table with rows of accounts has some of this one: `fill` includes the newest tables.
  for (const { name, columns } of await store.introspection.getTables()) {
    for (const column of columns) {
      if (!owning.includes(column.name) || name === "operation_data") continue;
      assertEquals((before[`${name}.${column.name}`] ?? 0) > 0, true, `${name}.${column.name}`);
    }
  }

  // Pending ones are awaited, and no data is deleted until then.
  const refused = () => assertRejects(() => forgetAccount(store, account), StillNeeded);
  await refused();
  await store.updateTable("sponsorships").set({ state: "settled", block_number: 50 })
    .where("sender", "=", account).where("state", "in", ["reserved", "signed"]).execute();
  await store.insertInto("sponsor_progress").values({
    chain_id: 1,
    paymaster,
    reconciled_block: 40,
    reconciled_hash: "0x28",
    reconciled_wei: "0",
  }).execute();
  await refused();
  await store.updateTable("sponsor_progress").set({ reconciled_block: 2 ** 40 }).execute();
  await store.updateTable("operations").set({ state: "held" }).where("id", "=", id).execute();
  await refused();
  await store.updateTable("operations").set({ state: "included" }).where("id", "=", id).execute();
  assertEquals(await mentions(store), before);

  const counted = await countAccount(store, account);
  const { sponsorships, ...deleted } = await forgetAccount(store, account);
  assertEquals(deleted, counted);
  assertEquals(sponsorships! > 0, true);
  // A row of another account that has paid this one.
  assertEquals(await mentions(store), { "transfers.other": 1 });
  assertEquals(await others(), kept);
  // The ledger keeps its sums.
  assertEquals(await paid(), paidBefore);
});
