/** Tests of others over our wallet, from copies of their repositories (`deno task test suites`). */
import { assertEquals } from "@std/assert";
import { resolve } from "node:path";
import { startLocalChain } from "../../scripts/stack/chain.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { chosen } from "../clients/suites/chosen.ts";
import { readCopy, runFile } from "../clients/suites/copies.ts";
import type { SuiteChain } from "../clients/suites/world.ts";

/** Chain ids that their tests name. */
const MAINNET = 1;
const SECOND = 456;

/** A line of the table: a file, its number of passed tests, and of tests that do not apply. */
type Row = readonly [file: string, passed: number, notApplying: number];

/** Folders of the copies, by repository. */
const folders = { viem: Deno.env.get("VIEM_FOLDER"), wagmi: Deno.env.get("WAGMI_FOLDER") };
/** Parts of the paths of the files to run; all by default. */
const only = (Deno.env.get("SUITES") ?? "").split(",");

for (const suite of ["wagmi", "viem"] as const) {
  Deno.test(`clients: ${suite}'s own tests over our wallet`, {
    ignore: folders[suite] === undefined,
  }, async (t) => {
    const copy = await readCopy(suite, resolve(folders[suite]!));
    await using world = await startWorld();
    const { apiKey, serverUrl, keysUrl, chainId } = world.stack;
    const stack = { apiKey, serverUrl, keysUrl, chainId };
    const rows: Row[] = [];
    for (const [file, notApplying] of Object.entries(chosen[suite].files)) {
      if (!only.some((part) => file.includes(part))) continue;
      await t.step(file, async () => {
        const results = await runFile(copy, { stack, chains: world.chains, file });
        if (Deno.env.get("SUITES_SHOW") !== undefined) {
          for (const { name, error } of results) {
            if (error !== null) console.log(`\n--- ${file}: ${name}\n${error}`);
          }
        }
        const passed = results.filter(({ error }) => error === null).map(({ name }) => name);
        rows.push([file, passed.length, Object.keys(notApplying).length]);
        assertEquals(
          results.filter(({ name, error }) => error !== null && !(name in notApplying)),
          [],
          "fails, and is not listed as not applying",
        );
        assertEquals(passed.filter((name) => name in notApplying), [], "passes, though listed");
        const names = new Set(results.map(({ name }) => name));
        const gone = Object.keys(notApplying).filter((name) => !names.has(name));
        assertEquals(gone, [], "is listed, and gone");
      });
    }
    console.log(`\n${tableOf(copy.version, rows)}`);
  });
}

/** Draws the table of a suite: file, passed, not applying. */
function tableOf(version: string, rows: readonly Row[]): string {
  const sum = (column: 1 | 2) => rows.reduce((all, row) => all + row[column], 0);
  const all: readonly Row[] = [...rows, [`${rows.length} files`, sum(1), sum(2)]];
  const width = Math.max(...all.map(([file]) => file.length));
  const lines = all.map(([file, passed, not]) =>
    `${file.padEnd(width)} ${String(passed).padStart(8)} ${String(not).padStart(14)}`
  );
  return [`${version.padEnd(width)}   passed   not applying`, ...lines].join("\n");
}

/** Starts a stack with the two chains of their tests. */
async function startWorld(): Promise<
  AsyncDisposable & { readonly stack: Stack; readonly chains: readonly SuiteChain[] }
> {
  const scope = new AsyncDisposableStack();
  try {
    const start = (id: number, name: string) =>
      startLocalChain({ id, name, timed: (_part, work) => work() }, scope);
    const chains = [await start(MAINNET, "Ethereum"), await start(SECOND, "Second")];
    const stack = scope.use(await startStack({ chains: chains.map(({ config }) => config) }));
    const owned = scope.move();
    return {
      stack,
      chains: chains.map(({ id, rpcUrl }) => ({ id, rpcUrl })),
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  } catch (error) {
    await scope.disposeAsync();
    throw error;
  }
}
