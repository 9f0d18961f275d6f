import { assertEquals, assertRejects } from "@std/assert";
import { numberToHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { type ChangeSender, takeFromLimits, takeRecovery } from "./change_limits.ts";

let accounts = 0;
const fresh = (): AccountJson => ({
  address: numberToHex(++accounts, { size: 20 }),
  owners: [],
  nonce: "0x0",
});

Deno.test("owner changes: neither a block of networks nor an account uses up the key's of a day", async () => {
  const store = await openTestStore();
  const put = (sender: ChangeSender, account = fresh(), day = 1) =>
    store.transaction().execute((tx) => takeFromLimits(tx, sender, account, day));
  const refused = async (sender: ChangeSender, account = fresh()) => {
    const { data } = await assertRejects(() => put(sender, account), AcctError);
    assertEquals(data.cause, "limit_exceeded");
  };
  const keyId = "app";
  const at = (host: number) => ({ keyId, network: `203.0.113.${host}` });
  const one = fresh();
  for (let n = 0; n < 20; n++) await put({ keyId, network: null }, one);
  await refused({ keyId, network: null }, one);
  await refused({ keyId, network: "198.51.100.7" }, one);
  await put({ keyId, network: null }, one, 2);

  for (let n = 0; n < 200; n++) await put(at(n));
  await refused(at(201));
  await put({ keyId, network: "198.51.100.7" });
  // Servers act for many users.
  await put({ keyId, network: null });
  await put({ keyId: "another app", network: "203.0.113.9" });
  // A rejected change does not count.
  const { used } = await store.selectFrom("counters").select("used").where("owner", "=", keyId)
    .where("day", "=", 1).where("kind", "=", "owner_changes").executeTakeFirstOrThrow();
  assertEquals(Number(used), 222);
  await store.destroy();
});

Deno.test("recoveries: neither a recovery owner nor a block of networks fills the database", async () => {
  await using store = await openTestStore();
  const put = (sender: ChangeSender, account = fresh(), signer = numberToHex(1, { size: 32 })) =>
    store.transaction().execute((tx) => takeRecovery(tx, sender, { account, signer }, 1));
  const refused = async (sender: ChangeSender, account = fresh()) => {
    const { data } = await assertRejects(() => put(sender, account), AcctError);
    assertEquals(data.cause, "limit_exceeded");
  };
  const keyId = "app";
  const one = fresh();
  for (let n = 0; n < 4; n++) await put({ keyId, network: null }, one);
  await refused({ keyId, network: null }, one);
  await put({ keyId, network: null }, one, numberToHex(2, { size: 32 }));
  const at = (host: number) => ({ keyId, network: `203.0.113.${host}` });
  for (let n = 0; n < 200; n++) await put(at(n));
  await refused(at(201));
  await put({ keyId, network: "198.51.100.7" });
  await put({ keyId, network: null });
});
