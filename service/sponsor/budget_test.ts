import { assertEquals, assertRejects } from "@std/assert";
import type { Address, Hex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Store } from "../store/store.ts";
import {
  forgetExpired,
  price,
  release,
  type Reservation,
  reserve,
  settle,
  spend,
  unspend,
} from "./budget.ts";
import { developmentPolicy, type Policy } from "./policy.ts";

const sender = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const request = (n: number, policy: Partial<Policy> = {}): Reservation => ({
  keyId: "k",
  policy: { ...developmentPolicy, ...policy },
  chainId: 1,
  sender: sender(n),
  deploys: false,
  withOrigin: true,
  network: null,
});
const one = (store: Store, asked: Reservation, nonce: Hex = "0x0") =>
  reserve(store, asked, { nonces: [nonce], taken: new Set(), replaces: nonce });
const refused = (work: () => Promise<unknown>) =>
  assertRejects(work, AcctError).then((error) => assertEquals(error.data.cause, "sponsor_failed"));

Deno.test("budget: 20 at once against a limit of 3 give exactly 3", async () => {
  const store = await openTestStore();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => one(store, request(n, { operationsPerDay: 3 }))),
  );
  assertEquals(results.filter((each) => each.status === "fulfilled").length, 3);
  await store.destroy();
});

Deno.test("budget: every kind of limit holds", async () => {
  const store = await openTestStore();
  await one(store, { ...request(1, { deploymentsPerDay: 1 }), deploys: true });
  await refused(() => one(store, { ...request(2, { deploymentsPerDay: 1 }), deploys: true }));
  await one(store, request(2, { deploymentsPerDay: 1 }));
  await one(store, request(3, { operationsPerSenderPerDay: 1 }));
  await refused(() => one(store, request(3, { operationsPerSenderPerDay: 1 }), "0x1"));
  const bare = { ...request(4, { operationsPerDayWithoutOrigin: 0 }), withOrigin: false };
  await refused(() => one(store, bare));
  await one(store, { ...bare, withOrigin: true });
  const near = (n: number, network: string | null) =>
    one(store, { ...request(n, { operationsPerNetworkPerDay: 1 }), network });
  await near(5, "192.0.2.1");
  await refused(() => near(6, "192.0.2.1"));
  await near(6, "2001:db8:0:1::/64");
  await near(7, null);
  await near(8, null);
  await store.destroy();
});

Deno.test("budget: a network is kept for its day only", async () => {
  const store = await openTestStore();
  const networks = async () =>
    (await store.selectFrom("sponsorships").select("network").execute()).map((row) => row.network);
  await one(store, { ...request(1), network: "192.0.2.1" });
  await forgetExpired(store);
  assertEquals(await networks(), ["192.0.2.1"]);
  await store.updateTable("sponsorships").set({ day: 1 }).execute();
  await forgetExpired(store);
  assertEquals(await networks(), [null]);
  await store.destroy();
});

Deno.test("budget: a refreshed quote counts once, a released one not at all", async () => {
  const store = await openTestStore();
  const asked = request(1, { operationsPerDay: 1 });
  await one(store, asked);
  await one(store, asked);
  await refused(() => one(store, asked, "0x1"));
  await release(store, { chainId: 1, sender: sender(1), nonce: "0x0" });
  await one(store, request(2, { operationsPerDay: 1 }));
  await store.destroy();
});

Deno.test("budget: quotes made at once get their own nonces, then the oldest goes", async () => {
  const store = await openTestStore();
  const nonces: Hex[] = ["0x0", "0x10000000000000000"];
  const choose = (taken: Hex[] = []) =>
    reserve(store, request(1), { nonces, taken: new Set(taken), replaces: null });
  const chosen = await Promise.all([choose(), choose()]);
  assertEquals(chosen.toSorted(), nonces.toSorted());
  assertEquals(await choose(), "0x0");
  await spend(store, { chainId: 1, sender: sender(1), nonce: "0x0", operationId: "0xaa" });
  assertEquals(await choose(), nonces[1]);
  await refused(() => choose([nonces[1]!]));
  await store.destroy();
});

Deno.test("budget: money per operation and per day, rounded up, spent and settled", async () => {
  const store = await openTestStore();
  const gwei = 1_000_000_000n;
  const asked = request(1, { gweiPerOperation: 10, gweiPerDay: 25 });
  const priced = (n: number, cost: bigint) =>
    price(store, { ...asked, sender: sender(n), nonce: "0x0" }, cost);
  for (const n of [1, 2, 3, 4]) await one(store, { ...asked, sender: sender(n) });
  await refused(() => priced(1, 10n * gwei + 1n));
  await priced(2, 10n * gwei);
  await priced(3, 9n * gwei + 1n);
  await refused(() => priced(4, 6n * gwei));
  // The chain charged less than was reserved: the rest is available again.
  await spend(store, { chainId: 1, sender: sender(2), nonce: "0x0", operationId: "0xaa" });
  await settle(store, "0xaa", 2n * gwei);
  await one(store, { ...asked, sender: sender(4) });
  await priced(4, 6n * gwei);
  await store.destroy();
});

Deno.test("budget: what never landed runs out like an unsent promise", async () => {
  const store = await openTestStore();
  await one(store, request(1));
  await spend(store, { chainId: 1, sender: sender(1), nonce: "0x0", operationId: "0xaa" });
  await unspend(store, "0xaa");
  const row = await store.selectFrom("sponsorships").selectAll().executeTakeFirstOrThrow();
  assertEquals([row.state, row.operation_id], ["reserved", null]);
  await store.destroy();
});

Deno.test("budget: a promise that ran out is forgotten, a spent one stays", async () => {
  const store = await openTestStore();
  const asked = (n: number) => request(n, { operationsPerDay: 2 });
  for (const n of [1, 2]) await one(store, asked(n));
  await spend(store, { chainId: 1, sender: sender(2), nonce: "0x0", operationId: "0xaa" });
  await refused(() => one(store, asked(3)));
  await store.updateTable("sponsorships").set({ expires_at: 1 }).execute();
  await one(store, asked(3));
  await refused(() => one(store, asked(4)));
  await forgetExpired(store);
  const rows = await store.selectFrom("sponsorships").select("sender").orderBy("sender").execute();
  assertEquals(rows.map((row) => row.sender), [sender(2), sender(3)]);
  await store.destroy();
});
