/** Requests that share one reservation: refreshed quotes, and concurrent requests. */
import { assertEquals, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import { openTestStore, ownDatabase } from "../../../scripts/stack/database.ts";
import type { CounterKind } from "../../store/ledger_tables.ts";
import { openStore, type Store } from "../../store/store.ts";
import { forgetExpired } from "./expired.ts";
import { giveBack, record, release, reserve } from "./ledger.ts";
import type { Reservation } from "./reservation.ts";
import { sponsored } from "../../testing/ledger.ts";

const never = new AbortController().signal;
const GWEI = 1_000_000_000n;
const nonce: Hex = "0x0";
const one = (store: Store, asked: Reservation) =>
  reserve(store, asked, { nonces: [nonce], taken: new Set(), replaces: nonce });
let hashes = 0;
const sign = (store: Store, asked: Reservation, cost: bigint, chainTime = 1_000) =>
  record(store, { ...asked, nonce }, {
    hash: numberToHex(++hashes, { size: 32 }),
    cost,
    until: chainTime + 600,
    chainTime,
  });
const refused = async (work: () => Promise<unknown>, why: string) => {
  const error = await assertRejects(work, AcctError);
  assertEquals(error.data.cause, "sponsor_failed");
  assertEquals(error.message.includes(why), true, error.message);
};
const used = async (store: Store, kind: CounterKind, subject = "") => {
  const row = await store.selectFrom("counters").select("used")
    .where("kind", "=", kind).where("subject", "=", subject).executeTakeFirst();
  return Number(row?.used ?? 0);
};

Deno.test("ledger: an amount released by another request counts again before the signature", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1, { operationsPerDay: 1 }), deploys: true };
  const both = async () => [await used(store, "operations"), await used(store, "deployments")];
  // Two requests of one nonce share its reservation, and one of them fails.
  for (let n = 0; n < 2; n++) await one(store, asked);
  await release(store, { ...asked, nonce });
  assertEquals(await both(), [0, 0]);
  await sign(store, asked, GWEI);
  assertEquals(await both(), [1, 1]);
  // No budget remains if others used it up in the meantime.
  await refused(() => one(store, sponsored(2, { operationsPerDay: 1 })), "this day");
  const late = sponsored(3, { operationsPerDay: 2 });
  await one(store, late);
  await release(store, { ...late, nonce });
  await one(store, sponsored(4, { operationsPerDay: 2 }));
  await refused(() => sign(store, late, GWEI), "this day");
  assertEquals([await used(store, "operations"), await used(store, "gwei")], [2, 1]);
  await store.destroy();
});

Deno.test("ledger: an amount released between reserving and signing counts again", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1, { gweiPerDay: 10 }), network: "192.0.2.1" };
  await one(store, asked);
  await sign(store, asked, 8n * GWEI);
  await one(store, asked);
  // The first signature expired in the meantime.
  const row = await store.selectFrom("sponsorships").selectAll().executeTakeFirstOrThrow();
  await store.updateTable("sponsorships").set({ state: "returned" }).execute();
  await giveBack(store, row);
  assertEquals(await used(store, "gwei"), 0);
  await sign(store, asked, 7n * GWEI, 1_601);
  assertEquals([await used(store, "gwei"), await used(store, "operations")], [7, 1]);
  const { state, cost_gwei } = await store.selectFrom("sponsorships").selectAll()
    .executeTakeFirstOrThrow();
  assertEquals([state, cost_gwei], ["signed", 7]);
  await store.destroy();
});

Deno.test("ledger: a reservation that moves to another network counts for the network it returns to", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1), network: "192.0.2.1" };
  await one(store, asked);
  await sign(store, { ...asked, network: "198.51.100.1" }, 5n * GWEI);
  const row = await store.selectFrom("sponsorships").selectAll().executeTakeFirstOrThrow();
  await giveBack(store, row);
  const kept = await store.selectFrom("counters").select(["kind", "subject", "used"])
    .where("kind", "=", "block_gwei").execute();
  assertEquals(kept.filter(({ used }) => Number(used) !== 0), []);
  await store.destroy();
});

Deno.test("ledger: a request that adds a deployment to a reservation counts it", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1, { deploymentsPerDay: 1 }), fresh: true };
  await one(store, asked);
  await one(store, { ...asked, deploys: true });
  // From now on it may be either.
  await one(store, asked);
  assertEquals([await used(store, "operations"), await used(store, "deployments")], [1, 1]);
  const other = { ...sponsored(2, { deploymentsPerDay: 1 }), fresh: true };
  await one(store, other);
  await refused(() => one(store, { ...other, deploys: true }), "first operations");
  await release(store, { ...asked, nonce });
  assertEquals([await used(store, "operations"), await used(store, "deployments")], [1, 0]);
  await store.destroy();
});

Deno.test("ledger: a reservation refreshed on another day belongs to that day's network", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1), network: "192.0.2.1" };
  await one(store, asked);
  await store.updateTable("sponsorships").set({ day: 1, network: null }).execute();
  await one(store, { ...asked, network: "198.51.100.1" });
  await sign(store, { ...asked, network: "198.51.100.1" }, 5n * GWEI);
  assertEquals(await used(store, "block_gwei", "198.51.100.0/24"), 5);
  const row = await store.selectFrom("sponsorships").selectAll().executeTakeFirstOrThrow();
  await giveBack(store, row);
  assertEquals(await used(store, "block_gwei", "198.51.100.0/24"), 0);
  assertEquals(await used(store, "network", "198.51.100.1"), 0);
  await store.destroy();
});

Deno.test("ledger: signatures of two processes for one operation are all stored, and counted once", async () => {
  await using own = await ownDatabase({ file: true });
  const stores = await Promise.all([openStore(own.database), openStore(own.database)]);
  const asked = { ...sponsored(1), network: "192.0.2.1" };
  const [first, second] = stores as [Store, Store];
  await one(first, asked);
  const costs = Array.from({ length: 24 }, (_, at) => BigInt(at + 1) * GWEI);
  await Promise.all(costs.map((cost, at) => sign(at % 2 === 0 ? first : second, asked, cost)));
  const row = await first.selectFrom("sponsorships").selectAll().executeTakeFirstOrThrow();
  assertEquals(JSON.parse(row.signatures).length, costs.length);
  assertEquals([row.cost_gwei, await used(first, "gwei")], [24, 24]);
  assertEquals(await used(first, "operations"), 1);
  for (const store of stores) await store.destroy();
});

Deno.test("ledger: concurrent reserving and releasing by two processes keeps counters and rows equal", async () => {
  await using own = await ownDatabase({ file: true });
  const stores = await Promise.all([openStore(own.database), openStore(own.database)]);
  const policy = { operationsPerDay: 30, deploymentsPerDay: 7 };
  await Promise.allSettled(Array.from({ length: 160 }, async (_, at) => {
    const store = stores[at % 2]!;
    const asked = { ...sponsored(at % 20, policy), deploys: at % 3 === 0, fresh: at % 5 === 0 };
    await one(store, asked);
    if (at % 4 === 0) await release(store, { ...asked, nonce });
    else if (at % 4 === 1) await sign(store, asked, BigInt(at) * GWEI);
  }));
  const [store] = stores as [Store, Store];
  const rows = await store.selectFrom("sponsorships").selectAll().where("state", "<>", "returned")
    .execute();
  assertEquals(await used(store, "operations"), rows.length);
  assertEquals(
    await used(store, "deployments"),
    rows.filter(({ deploys }) => deploys === 1).length,
  );
  assertEquals(await used(store, "gwei"), rows.reduce((sum, row) => sum + row.cost_gwei, 0));
  for (const each of stores) await each.destroy();
});

Deno.test("ledger: of two processes, one opens the first operation of an account", async () => {
  await using own = await ownDatabase({ file: true });
  const stores = [await openStore(own.database), await openStore(own.database)];
  for (let n = 1; n <= 25; n++) {
    const asked = { ...sponsored(n), fresh: true };
    // Callers of the paymaster's method name the nonce themselves.
    const results = await Promise.allSettled(stores.map((store, at) => {
      const nonces = [numberToHex(BigInt(at) << 64n)];
      return reserve(store, asked, { nonces, taken: new Set(), replaces: nonces[0]! });
    }));
    const opened = results.filter(({ status }) => status === "fulfilled").length;
    assertEquals(
      opened,
      1,
      `${n}: ${results.map((each) => String((each as { reason?: unknown }).reason))}`,
    );
  }
  assertEquals(await used(stores[0]!, "operations"), 25);
  for (const store of stores) await store.destroy();
});

Deno.test("ledger: a released reservation is not signed alongside another first operation", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1), fresh: true };
  await one(store, asked);
  // Two requests of one nonce share its reservation, and one of them fails.
  await release(store, { ...asked, nonce });
  const other = numberToHex(1n << 64n);
  await reserve(store, asked, { nonces: [other], taken: new Set(), replaces: other });
  const error = await assertRejects(() => sign(store, asked, GWEI), AcctError);
  assertEquals(error.data.cause, "quote_changed");
  assertEquals([await used(store, "operations"), await used(store, "gwei")], [1, 0]);
  await release(store, { ...asked, nonce: other });
  await sign(store, asked, GWEI);
  assertEquals([await used(store, "operations"), await used(store, "gwei")], [1, 1]);
  await store.destroy();
});

Deno.test("ledger: a reservation that is renewed while old ones are released stays", async () => {
  const store = await openTestStore();
  await one(store, sponsored(1));
  const expire = (at: number) =>
    store.updateTable("sponsorships").set({ expires_at: at }).execute();
  await expire(1);
  /** Another process renews it after the expired ones were listed. */
  const late = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "transaction") return typeof value === "function" ? value.bind(target) : value;
      return () => ({
        async execute(work: (tx: Store) => Promise<void>) {
          await expire(Date.now() + 60_000);
          return await target.transaction().execute(work);
        },
      });
    },
  });
  await forgetExpired(late, never);
  const [row] = await store.selectFrom("sponsorships").select(["nonce", "state"]).execute();
  assertEquals(row, { nonce, state: "reserved" });
  await store.destroy();
});
