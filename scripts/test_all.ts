/**
 * `deno task test all [--fresh]`: runs everything that can be run on this machine, in sequence,
 * including the slow parts that `deno task test` excludes.
 *
 * In a clean tree each part that passes is recorded for its commit, so that an interrupted run
 * resumes with the remaining parts. `--fresh` starts over.
 */
import { parseArgs } from "node:util";
import { deno } from "./config.ts";
import { openResults } from "./suite/results.ts";
import { duration } from "./suite/summary.ts";

/** A part of the complete run; none should take more than half an hour on two cores. */
interface Part {
  /** Name of the part. */
  readonly name: string;
  /** Arguments of `deno`. */
  readonly args: readonly string[];
  /** Additions to the environment. */
  readonly env?: Record<string, string>;
}

const parts: readonly Part[] = [
  { name: "check", args: ["task", "check"] },
  { name: "unit tests", args: ["task", "test", "unit"] },
  { name: "tests", args: ["task", "test"] },
  {
    name: "every story in every look and size",
    args: ["task", "test", "stories"],
    env: { FULL_MATRIX: "1" },
  },
  { name: "attacks on owners", args: ["task", "test", "owners"] },
  { name: "a newcomer at the wallet's own page", args: ["task", "test", "home"] },
  { name: "attacks on the operator's money", args: ["task", "test", "ledger"] },
  { name: "query plans at a million rows", args: ["task", "test", "plans"] },
  { name: "databases, nodes and processes that fail", args: ["task", "test", "chaos"] },
  { name: "odd tokens and what permissions are for", args: ["task", "test", "tokens"] },
  { name: "drainers, in many forms", args: ["task", "test", "drainers"] },
  { name: "agents that pay, and the packages of others", args: ["task", "test", "agents"] },
  { name: "the libraries and packages of others", args: ["task", "test", "clients"] },
  { name: "every example of the documents", args: ["task", "test", "documents"] },
  { name: "what decides is in sight", args: ["task", "test", "fold"] },
  { name: "tests with another bundler", args: ["task", "test", "alto"] },
  { name: "tests on PostgreSQL", args: ["task", "test", "postgres"] },
  { name: "the service in its container", args: ["task", "test", "container"] },
  { name: "the README's commands on a bare machine", args: ["task", "test", "bare"] },
  { name: "the operators' document, followed", args: ["task", "test", "production"] },
  {
    name: "a thousand operations and twenty reorganisations",
    args: ["task", "test", "tests/stack/indexer/rescan_test.ts"],
    env: { RESCAN_OPERATIONS: "1000" },
  },
  {
    name: "leaks of core, connector and dialogs",
    args: ["task", "test", "--trace-leaks", "core", "connector", "ui/dialog"],
  },
  { name: "proofs about the contracts", args: ["run", "-A", "contracts/prove.ts"] },
  { name: "fuzzing of the contracts", args: ["task", "--cwd", "contracts", "fuzz", "--thorough"] },
  {
    name: "packages in the projects of others",
    args: ["task", "test", "tests/consumers/slow/mod.ts"],
  },
  { name: "what this machine has", args: ["task", "doctor"] },
  { name: "the wallet host against its sources", args: ["task", "verify"] },
  { name: "site of the documents", args: ["task", "test", "tests/slow/site.ts"] },
  // With named parts it prints the measurements and leaves the stored results unchanged.
  {
    name: "benches",
    args: ["task", "bench", "sizes", "gas", "dialogs", "service", "agents", "ledger"],
  },
  {
    name: "lowest and highest wagmi and React, and wallet kits",
    args: ["run", "-A", "scripts/wallet_kits.ts"],
  },
  { name: "the browser extension on foreign pages", args: ["task", "test", "foreign"] },
  { name: "stories in Firefox", args: ["task", "test", "browsers", "firefox", "ui/stories"] },
  { name: "flows in Firefox", args: ["task", "test", "browsers", "firefox", "tests/browser"] },
  { name: "stories in WebKit", args: ["task", "test", "browsers", "webkit"] },
  {
    // Browsers differ: the other parts use an installed one, if there is one.
    name: "tests in the packaged browser",
    args: ["task", "test", "browser"],
    env: { TEST_BROWSER: "packaged" },
  },
];

const { values } = parseArgs({ options: { fresh: { type: "boolean", default: false } } });
const required = Deno.env.get("REQUIRE_ALL") === "1";
const results = await openResults({ fresh: values.fresh, required });
if (results === null) console.log("The tree has changes: no result is kept.\n");

const lines: string[] = [];
let failed = false;
for (const { name, args, env } of parts) {
  const kept = await results?.find(name) ?? null;
  if (kept !== null) {
    lines.push(`ok    ${duration(kept).padStart(7)}  ${name} (earlier)`);
    continue;
  }
  const begin = performance.now();
  const passed = await deno(args, env) === 0;
  const took = performance.now() - begin;
  if (passed) await results?.keep(name, took);
  const line = `${passed ? "ok  " : "FAIL"}  ${duration(took).padStart(7)}  ${name}`;
  console.log(line);
  lines.push(line);
  failed ||= !passed;
}
// Repeated all together: between them is the output of the parts.
console.log(`\n${lines.join("\n")}`);
Deno.exit(failed ? 1 : 0);
