import { assertEquals } from "@std/assert";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { forgetSyncedData, getSyncedData, putSyncedData } from "./synced_data.ts";

const own = `0x${"11".repeat(32)}` as const;
const other = `0x${"22".repeat(32)}` as const;
const never = new AbortController().signal;
const DAY_MS = 86_400_000;

Deno.test("synced data: a token reads and replaces its own data only", async () => {
  await using store = await openTestStore();
  assertEquals(await getSyncedData(store, own), null);
  await putSyncedData(store, { token: own, data: "0x01" });
  await putSyncedData(store, { token: other, data: "0x02" });
  await putSyncedData(store, { token: own, data: "0x03" });
  assertEquals(await getSyncedData(store, own), "0x03");
  assertEquals(await getSyncedData(store, other), "0x02");
  // The database contains neither token.
  const rows = await store.selectFrom("synced_data").selectAll().execute();
  assertEquals(rows.length, 2);
  assertEquals(/1{8}|2{8}/.test(JSON.stringify(rows)), false);
});

Deno.test("synced data: deleted after 400 days without a use", async () => {
  await using store = await openTestStore();
  await putSyncedData(store, { token: own, data: "0x01" }, 0);
  await putSyncedData(store, { token: other, data: "0x02" }, 0);
  await getSyncedData(store, own, 300 * DAY_MS);
  await forgetSyncedData(store, never, 400 * DAY_MS);
  assertEquals(await getSyncedData(store, other, 400 * DAY_MS), "0x02");
  await store.updateTable("synced_data").set({ used_at: 0 }).where("data", "=", "0x02").execute();
  await forgetSyncedData(store, never, 400 * DAY_MS + 1);
  assertEquals(await getSyncedData(store, other), null);
  assertEquals(await getSyncedData(store, own), "0x01");
});
