/** How quick the sponsor's ledger is on a busy day. Reported, never a gate. @module */
import { sql } from "kysely";
import { type Address, numberToHex } from "viem";
import { ownDatabase, testServer } from "../scripts/stack/database.ts";
import { record, type Reservation, reserve } from "../service/sponsor/ledger.ts";
import { developmentPolicy } from "../service/sponsor/policy.ts";
import { openStore, type Store } from "../service/store/store.ts";
import { AcctError } from "../core/protocol/errors.ts";
import { type Part, spread } from "./report.ts";

const ROUNDS = 300;
/** Turns of another key: alone, beside accepted and beside refused requests, so that all see the same. */
const TURNS = 10;
const ROWS = 1_000_000;
const PARALLEL = 500;
/** Requests of a key that the service lets through. */
const PER_SECOND = 400;
const huge = { ...developmentPolicy, operationsPerDay: 1_000_000_000 };
let senders = 0;

/** Measures a reservation with its signature, on an empty and on a full day, alone and beside others. */
export async function measureLedger(): Promise<Part> {
  await using own = await ownDatabase({ file: true });
  await using store = await openStore(own.database);
  const empty = await measure(store, "busy", ROUNDS);
  await fill(store);
  const full = await measure(store, "busy", ROUNDS);
  const [alone, accepted, refused]: number[][] = [[], [], []];
  for (let turn = 0; turn < TURNS; turn++) {
    alone!.push(...await measure(store, "calm", ROUNDS));
    accepted!.push(...(await beside(store, "accepted", huge.operationsPerDay)).times);
    const { times, passed } = await beside(store, "refused", PARALLEL);
    refused!.push(...times);
    if (passed !== (turn === 0 ? PARALLEL : 0)) throw new Error(`${passed} passed a limit`);
  }
  return {
    sections: [{
      title: "Sponsor's ledger",
      about:
        `Milliseconds to reserve an operation and to record its signature, ${ROUNDS} rounds, on ` +
        `${
          testServer() === undefined ? "SQLite" : "PostgreSQL"
        }; a full day has ${ROWS} operations of the key. ` +
        `Then another key, alone and beside a busy one whose ${PARALLEL} requests run at a time, up to ` +
        `${PER_SECOND} a second, and are accepted, or refused after ${PARALLEL}: ${TURNS} turns of ` +
        `${ROUNDS} rounds each.`,
      columns: ["", "p50", "p95", "p99"],
      rows: [
        ["empty day", ...spread(empty)],
        ["full day", ...spread(full)],
        ["another key, alone", ...spread(alone!)],
        ["another key, beside accepted ones", ...spread(accepted!)],
        ["another key, beside refused ones", ...spread(refused!)],
      ],
    }],
  };
}

async function measure(store: Store, keyId: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await once(store, keyId);
    times.push(performance.now() - from);
  }
  return times;
}

/** Measures another key while so many requests of one key run at a time. */
async function beside(
  store: Store,
  keyId: string,
  operationsPerDay: number,
): Promise<{ readonly times: number[]; readonly passed: number }> {
  let passed = 0;
  let refused = 0;
  let ended = false;
  const flood = Array.from({ length: PARALLEL }, async () => {
    while (!ended) {
      const next = new Promise((resolve) => setTimeout(resolve, PARALLEL / PER_SECOND * 1_000));
      try {
        await once(store, keyId, operationsPerDay);
        passed++;
      } catch (error) {
        if (!(error instanceof AcctError)) throw error;
        refused++;
      }
      await next;
    }
  });
  if (operationsPerDay === PARALLEL) {
    while (refused === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const times = await measure(store, "calm", ROUNDS);
  ended = true;
  await Promise.all(flood);
  return { times, passed };
}

async function once(store: Store, keyId: string, operationsPerDay?: number): Promise<void> {
  const sender: Address = `0x${(++senders).toString(16).padStart(40, "0")}`;
  const request: Reservation = {
    keyId,
    policy: operationsPerDay === undefined ? huge : { ...huge, operationsPerDay },
    chainId: 1,
    sender,
    fresh: false,
    deploys: false,
    withOrigin: true,
    network: "192.0.2.1",
  };
  const { nonce } = await reserve(store, request, {
    nonces: ["0x0"],
    taken: new Set(),
    replaces: null,
  });
  const hash = numberToHex(senders, { size: 32 });
  await record(store, { ...request, nonce }, { hash, cost: 10n ** 9n, until: 2, chainTime: 1 });
}

/** Fills today with operations of one key. */
async function fill(store: Store): Promise<void> {
  const day = Math.floor(Date.now() / 86_400_000);
  const numbers =
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})`;
  const address = "'0xff' || cast(i as text)";
  await sql.raw(`${numbers} insert into sponsorships (chain_id, sender, nonce, key_id, day, deploys,
    with_origin, network, cost_gwei, state, sent, signatures, expires_at)
    select 1, ${address}, '0x0', 'busy', ${day}, 0, 1, null, 1, 'signed', 1, '[]', i from n`)
    .execute(store);
  await sql.raw(`${numbers} insert into counters (owner, day, kind, subject, used)
    select 'busy', ${day}, 'sender', ${address}, 1 from n`).execute(store);
}
