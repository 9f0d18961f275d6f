import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import { openTestStore } from "../../../scripts/stack/database.ts";
import type { Caller } from "../../keys/caller.ts";
import type { CounterKind } from "../../store/ledger_tables.ts";
import type { Store } from "../../store/store.ts";
import { paymaster, sponsored } from "../../testing/ledger.ts";
import { giveBack, record, reserve } from "./ledger.ts";
import { developmentPolicy } from "../../keys/policy.ts";
import { type Reservation, reservationFor } from "./reservation.ts";
import { keyOf } from "./rows.ts";

const GWEI = 1_000_000_000n;
const nonce: Hex = "0x0";
const ask = (store: Store, asked: Reservation) =>
  reserve(store, asked, { nonces: [nonce], taken: new Set(), replaces: nonce });
const sign = (store: Store, asked: Reservation, cost: bigint) =>
  record(store, { ...asked, nonce }, {
    hash: numberToHex(1, { size: 32 }),
    cost,
    until: 1_600,
    chainTime: 1_000,
  });
const isPaid = (work: Promise<unknown>) =>
  work.then(() => true, (error) => {
    if (error instanceof AcctError && error.data.cause === "sponsor_failed") return false;
    throw error;
  });
const used = async (store: Store, kind: CounterKind, subject = "") => {
  const row = await store.selectFrom("counters").select("used")
    .where("kind", "=", kind).where("subject", "=", subject).executeTakeFirst();
  return Number(row?.used ?? 0);
};
/** The limits of the documentation's example. */
const example = { operationsPerDay: 1_000, deploymentsPerDay: 200, percentPerNetworkBlock: 10 };
const first = (account: number, network: string | null, policy = {}): Reservation => ({
  ...sponsored(account, { ...example, ...policy }),
  network,
  fresh: true,
  deploys: true,
});

Deno.test("newcomers: thirteen networks with any number of requests leave half for others", async () => {
  await using store = await openTestStore();
  const asked = await Promise.all(
    Array.from(
      { length: 260 },
      (_, n) => isPaid(ask(store, first(n + 1, `198.18.${n % 13}.${1 + n % 3}`))),
    ),
  );
  // Each asks once as a newcomer.
  assertEquals(asked.filter((paid) => paid).length, 100 + 13);
  for (let n = 0; n < 50; n++) {
    assertEquals(await isPaid(ask(store, first(1_000 + n, `203.0.${n}.7`))), true);
  }
  const again = await assertRejects(() => ask(store, first(2_000, "203.0.0.8")), AcctError);
  assertEquals(again.message.includes("other networks"), true, again.message);
  // A server is no network.
  assertEquals(await isPaid(ask(store, first(2_001, null))), true);
});

Deno.test("newcomers: half of the money stays for them too", async () => {
  await using store = await openTestStore();
  const policy = { gweiPerDay: 1_000, percentPerNetworkBlock: 50 };
  const from = (account: number, network: string) => first(account, network, policy);
  for (const [account, network] of [[1, "192.0.2.1"], [2, "198.51.100.1"]] as const) {
    await ask(store, from(account, network));
    await ask(store, from(account + 10, network));
    await sign(store, from(account + 10, network), 250n * GWEI);
  }
  await ask(store, from(20, "192.0.2.1"));
  assertEquals(await isPaid(sign(store, from(20, "192.0.2.1"), 100n * GWEI)), false);
  await ask(store, from(30, "203.0.113.1"));
  assertEquals(await isPaid(sign(store, from(30, "203.0.113.1"), 400n * GWEI)), true);
});

Deno.test("newcomers: in the next hour a network counts as a newcomer again", async () => {
  await using store = await openTestStore();
  using time = new FakeTime(new Date("2030-01-01T10:20:00Z"));
  const policy = { deploymentsPerDay: 8, percentPerNetworkBlock: 50 };
  const from = (account: number, network: string) => first(account, network, policy);
  for (let n = 0; n < 3; n++) {
    await ask(store, from(10 + n, "192.0.2.1"));
    await ask(store, from(20 + n, "198.51.100.1"));
  }
  assertEquals(await used(store, "deployments_again"), 4);
  assertEquals(await isPaid(ask(store, from(30, "192.0.2.1"))), false);
  time.tick(45 * 60_000);
  assertEquals(await isPaid(ask(store, from(30, "192.0.2.1"))), true);
});

Deno.test("newcomers: IPv6 blocks that are rented together count as one newcomer", async () => {
  await using store = await openTestStore();
  const asked = await Promise.all(
    Array.from(
      { length: 200 },
      (_, n) => isPaid(ask(store, first(n + 1, `2001:db8:${(n + 1).toString(16)}:1::/64`))),
    ),
  );
  assertEquals(asked.filter((paid) => paid).length, 100 + 1);
  assertEquals(await isPaid(ask(store, first(500, "203.0.113.1"))), true);
});

Deno.test("newcomers: a first operation that was not sent stays with the requesting address", async () => {
  await using store = await openTestStore();
  const asked = first(1, "192.0.2.1");
  await ask(store, asked);
  await sign(store, asked, 5n * GWEI);
  const row = await store.selectFrom("sponsorships").selectAll().executeTakeFirstOrThrow();
  await store.updateTable("sponsorships").set({ state: "returned" })
    .where((eb) => eb.and(keyOf(row))).execute();
  await giveBack(store, row);
  assertEquals(
    [
      await used(store, "operations"),
      await used(store, "deployments"),
      await used(store, "gwei"),
      await used(store, "sender", asked.sender),
    ],
    [0, 0, 0, 0],
  );
  assertEquals(
    [
      await used(store, "network", "192.0.2.1"),
      await used(store, "block_deployments", "192.0.2.0/24"),
    ],
    [1, 0],
  );
  // Its neighbours are not rejected because of it.
  for (let n = 0; n < 20; n++) {
    assertEquals(await isPaid(ask(store, first(100 + n, "192.0.2.9"))), true);
  }
});

Deno.test("newcomers: first operations can be left to the app's own server", () => {
  const policy = { ...developmentPolicy, firstOperationsByServer: true };
  const caller = (kind: "pk" | "sk") =>
    ({ key: { id: "k", kind }, origin: null, client: "192.0.2.1" }) as unknown as Caller;
  const build = (kind: "pk" | "sk", fresh: boolean) =>
    reservationFor(caller(kind), policy, { id: 1, paymaster }, {
      sender: numberToHex(1, { size: 20 }),
      fresh,
    });
  const error = assertThrows(() => build("pk", true), AcctError);
  assertEquals(error.data.cause, "sponsor_failed");
  assertEquals(error.message.includes("own server"), true);
  assertEquals(build("sk", true).network, null);
  assertEquals(build("pk", false).network, "192.0.2.1");
});
