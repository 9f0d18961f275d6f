/**
 * `deno task test:all`: everything that can be run here, one part after the other; the slow parts
 * that `deno task test` leaves out among them.
 */
import { deno } from "./config.ts";

/** A part of the whole. */
interface Part {
  /** Its name. */
  readonly name: string;
  /** Arguments of `deno`. */
  readonly args: readonly string[];
  /** What it is told besides. */
  readonly env?: Record<string, string>;
}

const parts: readonly Part[] = [
  { name: "check", args: ["task", "check"] },
  { name: "tests", args: ["task", "test"] },
  { name: "tests with another bundler", args: ["task", "test:alto"] },
  { name: "tests on PostgreSQL", args: ["task", "test:postgres"] },
  { name: "the service in its container", args: ["task", "test:container"] },
  {
    name: "a thousand operations and twenty reorganisations",
    args: ["task", "test", "tests/stack/rescan_test.ts"],
    env: { RESCAN_OPERATIONS: "1000" },
  },
  {
    name: "leaks of core, connector and dialogs",
    args: ["task", "test", "--trace-leaks", "core", "connector", "ui/dialog"],
  },
  { name: "fuzzing of the contracts", args: ["task", "--cwd", "contracts", "fuzz"] },
  {
    name: "packages in the projects of others",
    args: ["task", "test", "tests/consumers/slow/mod.ts"],
  },
  { name: "site of the documents", args: ["task", "test", "tests/slow/site.ts"] },
  // With the parts named it prints what it measures, and leaves the results as they are.
  { name: "benches", args: ["task", "bench", "sizes", "gas", "dialogs", "service"] },
  {
    name: "lowest and highest wagmi and React, and wallet kits",
    args: ["run", "-A", "scripts/wallet_kits.ts"],
  },
  { name: "tests in other browsers", args: ["task", "test:browsers"] },
  {
    // Browsers differ: the first run takes one that is installed, if there is one.
    name: "tests in the packaged browser",
    args: ["task", "test", "tests/browser"],
    env: { TEST_BROWSER: "packaged" },
  },
];

const lines: string[] = [];
let failed = false;
for (const { name, args, env } of parts) {
  const begin = performance.now();
  const passed = await deno(args, env) === 0;
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const line = `${passed ? "ok  " : "FAIL"} ${name} (${seconds} s)`;
  console.log(line);
  lines.push(line);
  failed ||= !passed;
}
// Again, all together: between them lies the output of the parts.
console.log(`\n${lines.join("\n")}`);
Deno.exit(failed ? 1 : 0);
