/**
 * `deno task check`: checks of the complete source tree that need no execution. Formatting, lint,
 * types, documentation of public symbols, sizes of files, words that must not appear.
 */
import { posix } from "node:path";
import { chooseConfig, deno } from "./config.ts";
import { undocumented } from "./check/documentation.ts";
import { removeExamples, writeExamples } from "./check/doc_examples.ts";
import { missingTests } from "./check/promises.ts";
import { readPackages } from "./npm/packages.ts";
import { fullFolders } from "./check/full_folders.ts";
import { longFiles } from "./check/long_files.ts";
import { spreadMethods } from "./check/method_names.ts";
import { stalePaths } from "./check/stale_paths.ts";
import { strayWords } from "./check/stray_words.ts";
import { wrongSubjects } from "./check/subjects.ts";

const config = await chooseConfig();
// An interrupted run may have left them, and the types of the complete tree would include them.
await removeExamples();

/** Entries that others import: each symbol needs documentation. */
const entries = ["mod.ts"];
for (const pack of await readPackages()) {
  for (const path of Object.values(pack.entries)) entries.push(posix.join(pack.folder, path));
}

type Check = readonly [name: string, run: () => Promise<boolean>];

/** Half of the time; the second one adds files, which the first one would check too. */
const types: readonly Check[] = [
  ["types", async () => await passes("check", "--quiet", `--config=${config}`, ".")],
  [
    "examples of the documents",
    async () => {
      const examples = await writeExamples();
      if (examples.length < 20) return report([`only ${examples.length} were found`]);
      const passed = await passes("check", "--quiet", `--config=${config}`, ...examples);
      await removeExamples();
      return passed;
    },
  ],
];

const others: readonly Check[] = [
  ["format", async () => await passes("fmt", "--check", "--quiet")],
  ["lint", async () => await passes("lint", "--quiet")],
  [
    "examples",
    async () => await passes("check", "--quiet", "--doc", `--config=${config}`, ...entries),
  ],
  ["documentation", async () => report(await undocumented(config, entries))],
  ["import rules", async () => await passesTest("tests/imports_test.ts")],
  ["documents", async () => await passesTest("tests/documents_test.ts")],
  ["sizes of files", async () => report(await longFiles())],
  ["sizes of folders", async () => report(await fullFolders())],
  ["names of methods", async () => report(await spreadMethods())],
  ["promises", async () => report(await missingTests())],
  ["paths and commands", async () => report(await stalePaths())],
  ["words", async () => report(await strayWords())],
  ["commit subjects", async () => report(await wrongSubjects())],
  [
    "storage of the account",
    async () =>
      await passes("run", "--allow-all", `--config=${config}`, "contracts/storage.ts", "--check"),
  ],
];

let failed = false;
const runAll = async (checks: readonly Check[]) => {
  for (const [name, run] of checks) {
    const begin = performance.now();
    const passed = await run();
    console.log(
      `${passed ? "ok  " : "FAIL"} ${name} (${Math.round(performance.now() - begin)} ms)`,
    );
    failed ||= !passed;
  }
};
await Promise.all([runAll(types), runAll(others)]);
Deno.exit(failed ? 1 : 0);

/** Runs `deno`. If a signal terminated it, the result is meaningless, so it runs once more. */
async function passes(...args: readonly string[]): Promise<boolean> {
  const code = await deno(args);
  if (code !== 0) console.log(`     deno ${args[0]} exited with ${code}`);
  return code === 0 || code >= 128 && await deno(args) === 0;
}

/** Runs a file of tests. */
async function passesTest(path: string): Promise<boolean> {
  return await passes("test", "--quiet", "--no-check", "--allow-all", `--config=${config}`, path);
}

function report(problems: readonly string[]): boolean {
  for (const problem of problems) console.log(`     ${problem}`);
  return problems.length === 0;
}
