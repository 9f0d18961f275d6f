/**
 * Measures the sponsor's ledger on a busy day. The results are reported without a limit.
 *
 * @module
 */
import { sql } from "kysely";
import { numberToHex } from "viem";
import { ownDatabase, testServer } from "../scripts/stack/database.ts";
import { record, reserve } from "../service/payment/ledger/ledger.ts";
import { paymaster, sponsored } from "../service/testing/ledger.ts";
import { openStore, type Store } from "../service/store/store.ts";
import { type Part, spread } from "./report.ts";

const ROUNDS = 300;
const ROWS = 1_000_000;
const huge = { operationsPerDay: 1_000_000_000 };
let senders = 0;

/** Measures a reservation with its signature, on an empty and on a full day. */
export async function measureLedger(): Promise<Part> {
  await using own = await ownDatabase({ file: true });
  await using store = await openStore(own.database);
  const empty = await measure(store);
  await fill(store);
  const full = await measure(store);
  return {
    sections: [{
      title: "Sponsor's ledger",
      about:
        `Milliseconds to reserve an operation and to record its signature, ${ROUNDS} rounds, on ` +
        `${
          testServer() === undefined ? "SQLite" : "PostgreSQL"
        }; a full day has ${ROWS} operations of the key.`,
      columns: ["", "p50", "p95", "p99"],
      rows: [
        ["empty day", ...spread(empty)],
        ["full day", ...spread(full)],
      ],
    }],
  };
}

async function measure(store: Store): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now();
    await once(store);
    times.push(performance.now() - from);
  }
  return times;
}

async function once(store: Store): Promise<void> {
  const request = { ...sponsored(++senders, huge), keyId: "busy", network: "192.0.2.1" };
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
  await sql.raw(`${numbers} insert into sponsorships (chain_id, sender, nonce, key_id,
    paymaster, mode, day, deploys, with_origin, again, cost_gwei, state, paid, sent, signatures, expires_at)
    select 1, ${address}, '0x0', 'busy',
    '${paymaster}', 'sponsored', ${day}, 0, 1, 0, 1, 'signed', 0, 1, '[]', i from n`)
    .execute(store);
  await sql.raw(`${numbers} insert into counters (owner, day, kind, subject, used)
    select 'busy', ${day}, 'sender', ${address}, 1 from n`).execute(store);
}
