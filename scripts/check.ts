/**
 * `deno task check`: what holds for the whole tree and needs no run of it. Formatting, lint, types,
 * documentation of public symbols, sizes of files, words that must not appear.
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
import { strayWords } from "./check/stray_words.ts";

const config = await chooseConfig();
// A run that was stopped may have left them, and the types of the whole tree would hold them.
await removeExamples();

/** Entries that others import: each symbol needs documentation. */
const entries = ["mod.ts"];
for (const pack of await readPackages()) {
  for (const path of Object.values(pack.entries)) entries.push(posix.join(pack.folder, path));
}

const checks: [name: string, run: () => Promise<boolean>][] = [
  ["format", async () => await deno(["fmt", "--check", "--quiet"]) === 0],
  ["lint", async () => await deno(["lint", "--quiet"]) === 0],
  ["types", async () => await deno(["check", "--quiet", `--config=${config}`, "."]) === 0],
  [
    "examples",
    async () => await deno(["check", "--quiet", "--doc", `--config=${config}`, ...entries]) === 0,
  ],
  [
    "examples of the documents",
    async () => {
      const examples = await writeExamples();
      if (examples.length < 20) return report([`only ${examples.length} were found`]);
      const code = await deno(["check", "--quiet", `--config=${config}`, ...examples]);
      await removeExamples();
      return code === 0;
    },
  ],
  ["documentation", async () => report(await undocumented(config, entries))],
  [
    "import rules",
    async () =>
      await deno([
        "test",
        "--quiet",
        "--no-check",
        "--allow-all",
        `--config=${config}`,
        "tests/imports_test.ts",
      ]) === 0,
  ],
  ["sizes of files", async () => report(await longFiles())],
  ["sizes of folders", async () => report(await fullFolders())],
  ["names of methods", async () => report(await spreadMethods())],
  ["promises", async () => report(await missingTests())],
  ["words", async () => report(await strayWords())],
  [
    "storage of the account",
    async () =>
      await deno([
        "run",
        "--allow-all",
        `--config=${config}`,
        "contracts/storage.ts",
        "--check",
      ]) ===
        0,
  ],
];

let failed = false;
for (const [name, run] of checks) {
  const begin = performance.now();
  const passed = await run();
  console.log(`${passed ? "ok  " : "FAIL"} ${name} (${Math.round(performance.now() - begin)} ms)`);
  failed ||= !passed;
}
Deno.exit(failed ? 1 : 0);

function report(problems: readonly string[]): boolean {
  for (const problem of problems) console.log(`     ${problem}`);
  return problems.length === 0;
}
