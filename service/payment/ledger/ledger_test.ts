import { assertEquals, assertRejects } from "@std/assert";
import { type Address, type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import { openTestStore, ownDatabase } from "../../../scripts/stack/database.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { SqliteFileAdapter } from "../../store/engine/sqlite.ts";
import type { CounterKind } from "../../store/ledger_tables.ts";
import { openStore, type Store } from "../../store/store.ts";
import { recording } from "../../store/testing/plans.ts";
import { forgetExpired } from "./expired.ts";
import { record, release, reserve } from "./ledger.ts";
import type { Reservation } from "./reservation.ts";
import { sponsored } from "../../testing/ledger.ts";
import { setSent } from "../../store/rows/sponsorships.ts";

const never = new AbortController().signal;
const GWEI = 1_000_000_000n;
const sender = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const one = async (store: Store, asked: Reservation, nonce: Hex = "0x0") =>
  (await reserve(store, asked, { nonces: [nonce], taken: new Set(), replaces: nonce })).nonce;
let hashes = 0;
const sign = (store: Store, asked: Reservation, cost: bigint, nonce: Hex = "0x0") =>
  record(store, { ...asked, nonce }, {
    hash: numberToHex(++hashes, { size: 32 }),
    cost,
    until: 1_600,
    chainTime: 1_000,
  });
const refused = async (work: () => Promise<unknown>, why?: string) => {
  const error = await assertRejects(work, AcctError);
  assertEquals(error.data.cause, "sponsor_failed");
  if (why !== undefined) assertEquals(error.message.includes(why), true, error.message);
};
const used = async (store: Store, kind: CounterKind, subject = "") => {
  const row = await store.selectFrom("counters").select("used")
    .where("kind", "=", kind).where("subject", "=", subject).executeTakeFirst();
  return Number(row?.used ?? 0);
};

Deno.test("ledger: 500 concurrent requests against a limit of 3 get exactly 3", async () => {
  const store = await openTestStore();
  const results = await Promise.allSettled(
    Array.from({ length: 500 }, (_, n) => one(store, sponsored(n, { operationsPerDay: 3 }))),
  );
  assertEquals(results.filter((each) => each.status === "fulfilled").length, 3);
  assertEquals(await used(store, "operations"), 3);
  await store.destroy();
});

Deno.test("ledger: a rejected flood writes no rows, a user's own quote is refreshed", async () => {
  const store = await openTestStore();
  let began = 0;
  const count = <T extends object, K extends keyof T>(of: T, name: K) => {
    const write = of[name] as (...args: unknown[]) => unknown;
    const value = (...args: unknown[]) => {
      began++;
      return write.apply(of, args);
    };
    Object.defineProperty(of, name, { value });
  };
  const { adapter } = store.getExecutor();
  if (adapter instanceof SqliteFileAdapter) count(adapter, "applyAll");
  else count(store, "transaction");
  const policy = { operationsPerDay: 3 };
  const results = await Promise.allSettled([
    ...Array.from({ length: 100 }, (_, n) => one(store, sponsored(n, policy))),
    // Behind all of them: its reservation already counts.
    one(store, sponsored(1, policy)),
  ]);
  assertEquals(results.filter((each) => each.status === "fulfilled").length, 4);
  assertEquals([began, await used(store, "operations")], [4, 3]);
  await store.destroy();
});

Deno.test("ledger: a flood for a full key reads its counters a few times, and stops once allowed", async () => {
  const store = await openTestStore();
  const recorded = recording(store);
  const counted = () => recorded.queries.filter(({ sql }) => /counters/.test(sql)).length;
  const policy = { operationsPerDay: 3 };
  for (const n of [1, 2, 3]) await one(recorded.store, sponsored(n, policy));
  const before = counted();
  const begin = performance.now();
  const flood = await Promise.allSettled(
    Array.from({ length: 300 }, (_, n) => one(recorded.store, sponsored(10 + n, policy))),
  );
  assertEquals(flood.every(({ status }) => status === "rejected"), true);
  // One transaction finds it full, and the check is repeated twice a second.
  const most = 2 + Math.ceil((performance.now() - begin) / 500);
  assertEquals(counted() - before <= most, true, `${counted() - before} of ${most}`);
  // A user can refresh their own quote. A higher limit and released amounts take effect.
  await one(recorded.store, sponsored(1, policy));
  await one(recorded.store, sponsored(4, { operationsPerDay: 4 }));
  await refused(() => one(recorded.store, sponsored(5, { operationsPerDay: 4 })));
  await release(recorded.store, { ...sponsored(4), nonce: "0x0" });
  await one(recorded.store, sponsored(5, { operationsPerDay: 4 }));
  // Another key and another kind of limit are not affected.
  await one(recorded.store, { ...sponsored(6, policy), keyId: "other" });
  assertEquals(await used(store, "sender", sender(6)), 1);
  await store.destroy();
});

Deno.test("ledger: an amount released by another process counts after a moment", async () => {
  await using own = await ownDatabase({ file: true });
  await using store = await openStore(own.database);
  await using other = await openStore(own.database);
  const policy = { operationsPerDay: 1 };
  await one(store, sponsored(1, policy));
  await refused(() => one(store, sponsored(2, policy)));
  await release(other, { ...sponsored(1), nonce: "0x0" });
  await until("another process's operation to be free", async () => {
    try {
      return await one(store, sponsored(2, policy)) === "0x0";
    } catch {
      return false;
    }
  });
  assertEquals(await used(store, "operations"), 1);
});

Deno.test("ledger: every kind of limit is enforced", async () => {
  const store = await openTestStore();
  await one(store, { ...sponsored(1, { deploymentsPerDay: 1 }), deploys: true });
  await refused(() => one(store, { ...sponsored(2, { deploymentsPerDay: 1 }), deploys: true }));
  await one(store, sponsored(2, { deploymentsPerDay: 1 }));
  await one(store, sponsored(3, { operationsPerSenderPerDay: 1 }));
  await refused(() => one(store, sponsored(3, { operationsPerSenderPerDay: 1 }), "0x1"));
  const bare = { ...sponsored(4, { operationsPerDayWithoutOrigin: 0 }), withOrigin: false };
  await refused(() => one(store, bare));
  await one(store, { ...bare, withOrigin: true });
  const near = (n: number, network: string | null) =>
    one(store, { ...sponsored(n, { operationsPerNetworkPerDay: 1 }), network });
  await near(5, "192.0.2.1");
  await refused(() => near(6, "192.0.2.1"));
  await near(6, "2001:db8:0:1::/64");
  await near(7, null);
  await near(8, null);
  await store.destroy();
});

Deno.test("ledger: a rejected reservation counts nowhere", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1, { operationsPerNetworkPerDay: 0 }), network: "192.0.2.1" };
  await refused(() => one(store, asked), "this network");
  assertEquals(await used(store, "operations"), 0);
  assertEquals(await store.selectFrom("sponsorships").selectAll().execute(), []);
  await store.destroy();
});

Deno.test("ledger: one network block gets only its share of each limit", async () => {
  const store = await openTestStore();
  const share = {
    operationsPerDay: 20,
    deploymentsPerDay: 10,
    gweiPerDay: 1_000,
    percentPerNetworkBlock: 10,
  };
  const from = (n: number, network: string | null, deploys = false) => ({
    ...sponsored(n, share),
    network,
    deploys,
  });
  await one(store, from(1, "192.0.2.1", true));
  await refused(() => one(store, from(2, "192.0.2.2", true)), "first operations for networks near");
  await one(store, from(2, "192.0.2.2"));
  await refused(() => one(store, from(3, "192.0.2.3")), "networks near");
  await one(store, from(3, "192.0.3.1"));
  await one(store, from(4, "2001:db8:0:1::/64"));
  await one(store, from(5, "2001:db8:0:ffff::/64"));
  await refused(() => one(store, from(6, "2001:db8:0:2::/64")), "networks near");
  await one(store, from(6, "2001:db8:1:2::/64"));
  // Money too, and servers are exempt.
  await sign(store, from(1, "192.0.2.1", true), 60n * GWEI);
  await refused(() => sign(store, from(2, "192.0.2.2"), 60n * GWEI), "budget for networks near");
  await one(store, from(7, null));
  await sign(store, from(7, null), 600n * GWEI);
  await store.destroy();
});

Deno.test("ledger: a network is kept for its day only", async () => {
  const store = await openTestStore();
  const networks = async () =>
    (await store.selectFrom("sponsorships").select("network").execute()).map((row) => row.network);
  await one(store, { ...sponsored(1), network: "192.0.2.1" });
  await sign(store, { ...sponsored(1), network: "192.0.2.1" }, GWEI);
  await forgetExpired(store, never);
  assertEquals(await networks(), ["192.0.2.1"]);
  await store.updateTable("sponsorships").set({ day: 1 }).execute();
  await store.updateTable("counters").set({ day: Math.floor(Date.now() / 86_400_000) - 1 })
    .execute();
  await forgetExpired(store, never);
  assertEquals(await networks(), [null]);
  const kinds = await store.selectFrom("counters").select("kind").orderBy("kind").execute();
  assertEquals(kinds.map(({ kind }) => kind), ["gwei", "operations"]);
  await store.destroy();
});

Deno.test("ledger: a refreshed quote counts once, a released one never", async () => {
  const store = await openTestStore();
  const asked = sponsored(1, { operationsPerDay: 1 });
  await one(store, asked);
  await one(store, asked);
  await refused(() => one(store, asked, "0x1"));
  await release(store, { ...asked, nonce: "0x0" });
  assertEquals(await used(store, "operations"), 0);
  await one(store, sponsored(2, { operationsPerDay: 1 }));
  await store.destroy();
});

Deno.test("ledger: a reservation that ran out and is taken up again counts once", async () => {
  const store = await openTestStore();
  const asked = sponsored(1, { operationsPerDay: 1 });
  await one(store, asked);
  await store.updateTable("sponsorships").set({ expires_at: 1 }).execute();
  await one(store, asked);
  assertEquals(await used(store, "operations"), 1);
  await forgetExpired(store, never);
  assertEquals(await used(store, "operations"), 1);
  await release(store, { ...asked, nonce: "0x0" });
  assertEquals(await used(store, "operations"), 0);
  await store.destroy();
});

Deno.test("ledger: a signed reservation is not released", async () => {
  const store = await openTestStore();
  const asked = sponsored(1, { operationsPerDay: 1 });
  await one(store, asked);
  await sign(store, asked, 5n * GWEI);
  await release(store, { ...asked, nonce: "0x0" });
  await one(store, asked);
  await release(store, { ...asked, nonce: "0x0" });
  assertEquals([await used(store, "operations"), await used(store, "gwei")], [1, 5]);
  await store.destroy();
});

Deno.test("ledger: a replacement is checked again, and the largest of them counts", async () => {
  const store = await openTestStore();
  const asked = sponsored(1, { gweiPerDay: 20 });
  await one(store, asked);
  await sign(store, asked, 10n * GWEI);
  await one(store, asked);
  await sign(store, asked, 5n * GWEI);
  assertEquals(await used(store, "gwei"), 10);
  await one(store, asked);
  await sign(store, asked, 20n * GWEI);
  assertEquals(await used(store, "gwei"), 20);
  await refused(() => sign(store, asked, 21n * GWEI), "budget of this day");
  assertEquals(await used(store, "gwei"), 20);
  // The policy was restricted in the meantime.
  await refused(() => one(store, sponsored(1, { operationsPerDay: 0 })));
  await store.destroy();
});

Deno.test("ledger: another key never inherits a reservation", async () => {
  const store = await openTestStore();
  const asked = sponsored(1);
  await one(store, asked);
  await sign(store, asked, 10n * GWEI);
  const other = { ...sponsored(1, { operationsPerDay: 0 }), keyId: "other" };
  await refused(() => one(store, other));
  await one(store, { ...sponsored(1), keyId: "other" });
  const rows = await store.selectFrom("sponsorships").select(["key_id", "cost_gwei"])
    .orderBy("key_id").execute();
  assertEquals(rows.map((row) => [row.key_id, row.cost_gwei]), [["k", 10], ["other", 0]]);
  await store.destroy();
});

Deno.test("ledger: an account that is not onchain yet has one open signature", async () => {
  const store = await openTestStore();
  const asked = { ...sponsored(1), fresh: true };
  const choose = (fresh: boolean) =>
    reserve(store, { ...asked, fresh }, {
      nonces: ["0x10000000000000000", "0x0"],
      taken: new Set(),
      replaces: null,
    });
  const { nonce } = await choose(true);
  // The dialog was closed and opened again.
  assertEquals((await choose(true)).nonce, nonce);
  assertEquals(await used(store, "operations"), 1);
  // The account's operation was sent, or the account exists by now.
  await setSent(store, { chainId: 1, sender: asked.sender, nonce }, true);
  assertEquals((await choose(true)).nonce, "0x0");
  await setSent(store, { chainId: 1, sender: asked.sender, nonce }, false);
  await refused(() => one(store, asked, "0x20000000000000000"), "Only one first operation");
  assertEquals([nonce, "0x0"].includes((await choose(false)).nonce), true);
  await store.destroy();
});

Deno.test("ledger: concurrent quotes get their own nonces, then the oldest is dropped", async () => {
  const store = await openTestStore();
  const nonces: Hex[] = ["0x0", "0x10000000000000000"];
  const choose = async (taken: Hex[] = []) =>
    (await reserve(store, sponsored(1), { nonces, taken: new Set(taken), replaces: null })).nonce;
  const chosen = await Promise.all([choose(), choose()]);
  assertEquals(chosen.toSorted(), nonces.toSorted());
  assertEquals(await choose(), chosen[0]);
  await setSent(store, { chainId: 1, sender: sender(1), nonce: "0x0" }, true);
  assertEquals(await choose(), nonces[1]);
  await refused(() => choose([nonces[1]!]));
  await store.destroy();
});

Deno.test("ledger: money per operation and per day, rounded up", async () => {
  const store = await openTestStore();
  const asked = (n: number) => ({ ...sponsored(n, { gweiPerOperation: 10, gweiPerDay: 25 }) });
  for (const n of [1, 2, 3, 4]) await one(store, asked(n));
  await assertRejects(
    async () => await sign(store, asked(1), 10n * GWEI + 1n),
    AcctError,
    "costs more",
  );
  await sign(store, asked(2), 10n * GWEI);
  await sign(store, asked(3), 9n * GWEI + 1n);
  await refused(() => sign(store, asked(4), 6n * GWEI), "budget of this day");
  await sign(store, asked(4), 5n * GWEI);
  await store.destroy();
});

Deno.test("ledger: a signature without a reservation is rejected, and quoted again", async () => {
  const store = await openTestStore();
  const error = await assertRejects(() => sign(store, sponsored(1), GWEI), AcctError);
  assertEquals(error.data.cause, "quote_changed");
  assertEquals(await used(store, "gwei"), 0);
  await store.destroy();
});

Deno.test("ledger: quotes of one operation are bounded, and old ones are dropped", async () => {
  const store = await openTestStore();
  const asked = sponsored(1);
  await one(store, asked);
  for (let n = 0; n < 250; n++) await sign(store, asked, GWEI);
  await refused(() => sign(store, asked, GWEI), "Too many quotes");
  await record(store, { ...asked, nonce: "0x0" }, {
    hash: numberToHex(++hashes, { size: 32 }),
    cost: GWEI,
    until: 2_200,
    chainTime: 1_601,
  });
  await store.destroy();
});

Deno.test("ledger: the operator is warned once, before a limit ends", async () => {
  const store = await openTestStore();
  const warned: number[] = [];
  for (let n = 0; n < 10; n++) {
    const { near } = await reserve(store, sponsored(n, { operationsPerDay: 10 }), {
      nonces: ["0x0"],
      taken: new Set(),
      replaces: null,
    });
    if (near.some(({ kind }) => kind === "operations")) warned.push(n);
  }
  assertEquals(warned, [7]);
  await store.destroy();
});

Deno.test("ledger: an unsigned reservation expires; a signed one waits for the chain", async () => {
  const store = await openTestStore();
  const asked = (n: number) => sponsored(n, { operationsPerDay: 2 });
  for (const n of [1, 2]) await one(store, asked(n));
  await sign(store, asked(2), GWEI);
  await refused(() => one(store, asked(3)));
  await store.updateTable("sponsorships").set({ expires_at: 1 }).execute();
  await forgetExpired(store, never);
  await one(store, asked(3));
  await refused(() => one(store, asked(4)));
  const rows = await store.selectFrom("sponsorships").select(["sender", "state"]).orderBy("sender")
    .execute();
  assertEquals(rows.map(({ state }) => state), ["returned", "signed", "reserved"]);
  await store.destroy();
});
