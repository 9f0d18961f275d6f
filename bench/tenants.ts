/** How long a key's requests take beside another key with 500 of them at once. @module */
import { fileURLToPath } from "node:url";
import { testServer } from "../scripts/stack/database.ts";
import { prepare, type Reach, user } from "../tests/stack/client.ts";
import { openTenants, pingTo } from "../tests/stack/tenants.ts";
import { type Part, spread } from "./report.ts";

/** Times that the busy key asks, each after as many requests of the other one alone. */
const TURNS = 5;
const ROUNDS = 200;
const PARALLEL = 500;

/** Measures `acct_prepare` alone, beside requests that are accepted, and beside refused ones. */
export async function measureTenants(): Promise<Part> {
  const accepted = await measure(1_000_000_000);
  const refused = await measure(1);
  return {
    sections: [{
      title: "Tenants",
      about:
        `Milliseconds of \`acct_prepare\` over HTTP, one after the other, while ${PARALLEL} of another key's users ` +
        `ask at once, until all of them have an answer: ${TURNS} turns. The busy key's are sponsored, or all ` +
        `but one are refused by its limit per day; ${
          testServer() === undefined ? "SQLite" : "PostgreSQL"
        }. The ` +
        "chain, the bundler and both clients share the machine with the service.",
      columns: ["", "p50", "p95", "p99"],
      rows: [
        ["alone", ...spread(accepted.alone)],
        ["beside those that are sponsored", ...spread(accepted.beside)],
        ["alone again", ...spread(refused.alone)],
        ["beside those that are not", ...spread(refused.beside)],
      ],
    }],
  };
}

/** Measures one kind of neighbour, in turns, so that both see the same machine. */
async function measure(
  busyPerDay: number,
): Promise<{ readonly alone: number[]; readonly beside: number[] }> {
  await using tenants = await openTenants(busyPerDay);
  const { busy, calm } = tenants;
  const neighbour = await startBusy(busy);
  const once = () => prepare(calm, user(1), [pingTo("aa".repeat(20))]);
  for (let n = 0; n < ROUNDS; n++) await once();
  await neighbour.ask();
  const [alone, beside]: [number[], number[]] = [[], []];
  let sponsored = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    for (let n = 0; n < ROUNDS; n++) await timed(alone, once);
    let asking = true;
    const asked = neighbour.ask().finally(() => asking = false);
    while (asking) await timed(beside, once);
    sponsored += await asked;
  }
  if (sponsored !== TURNS * Math.min(busyPerDay, PARALLEL)) throw new Error(`${sponsored} passed`);
  await neighbour.end();
  return { alone, beside };
}

async function startBusy({ serverUrl, apiKey, chainId }: Reach) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "-A",
      fileURLToPath(new URL("busy_key.ts", import.meta.url)),
      serverUrl,
      apiKey,
      String(chainId),
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const asking = child.stdin.getWriter();
  await lines.read();
  return {
    /** Has all ask, and resolves with how many were sponsored. */
    async ask(): Promise<number> {
      await asking.write(new TextEncoder().encode("\n"));
      return Number((await lines.read()).value);
    },
    async end() {
      await asking.close();
      await child.status;
    },
  };
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const from = performance.now();
  await work();
  times.push(performance.now() - from);
}
