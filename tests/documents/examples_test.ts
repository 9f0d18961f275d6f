/**
 * Runs the examples of the README and the documents on a local stack. `DOCUMENTS=all`
 * (`deno task test documents`) runs all of them, and a part of a name the matching ones. Otherwise
 * it runs the examples that need no browser.
 */
import { assertEquals } from "@std/assert";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Block, readBlocks } from "./blocks.ts";
import { openPages, type Pages } from "./browser.ts";
import { appCases } from "./cases/apps.ts";
import { hostCases } from "./cases/hosts.ts";
import { listedCases } from "./cases/listed.ts";
import { operatorCases } from "./cases/operators.ts";
import { pageCases } from "./cases/pages.ts";
import { spenderCases } from "./cases/spenders.ts";
import { type Case, type Example, type Exports, moduleOf, replaced, type Run } from "./example.ts";
import { buildPage, hostPage } from "../../scripts/stack/pages.ts";
import { startWorld, type World } from "./world.ts";

const named = Deno.env.get("DOCUMENTS");
const local = fileURLToPath(new URL("../../.local/", import.meta.url));
const cases: Readonly<Record<string, Case>> = {
  ...appCases,
  ...spenderCases,
  ...hostCases,
  ...operatorCases,
  ...pageCases,
  ...listedCases,
};

/** A block with how it is run. */
interface Planned {
  readonly block: Block;
  readonly run: Run;
}

const blocks = await readBlocks();
const planned: readonly Planned[] = blocks.flatMap((block) => {
  const run = cases[block.name];
  return run === undefined || typeof run === "string" ? [] : [{ block, run }];
});

Deno.test("documents: each block is run, or listed with a reason", () => {
  const names = blocks.map(({ name }) => name);
  assertEquals(names.filter((name) => !(name in cases)), []);
  assertEquals(Object.keys(cases).filter((name) => !names.includes(name)), []);
});

Deno.test("documents: the examples work as described", {
  // A driven browser leaves timers of its driver.
  sanitizeOps: false,
  sanitizeResources: false,
}, async (t) => {
  const wanted = planned.filter(({ block, run }) =>
    named === undefined ? !run.browser : named === "all" || block.name.includes(named)
  );
  const browser = wanted.some(({ run }) => run.browser);
  await using world = await startWorld(browser ? await buildPage(hostPage) : null);
  await using folder = await makeFolder();
  for (const each of wanted) await writeModule(each, world, folder);
  await using pages = browser ? await openPages(world, await writeEntry(wanted, folder)) : null;
  let ran = 0;
  for (const each of wanted) {
    const { block, run } = each;
    await t.step(`${block.place} (${block.name})`, async () => {
      await run.run(exampleOf(each, world, folder, pages));
      ran++;
    });
  }
  const listed = Object.entries(cases).filter(([, reason]) => typeof reason === "string");
  for (const [name, reason] of listed) console.log(`not run: ${name}: ${reason}`);
  const later = planned.length - wanted.length;
  console.log(
    `${ran} examples ran, ${listed.length} are listed as not runnable here` +
      (later === 0 ? "" : `, ${later} were left out (DOCUMENTS=all)`),
  );
});

/** Returns whether a block is a module. */
function isModule({ language }: Block): boolean {
  return /^tsx?$/.test(language);
}

/** A folder within the tree, where modules find its packages. */
interface Folder extends AsyncDisposable {
  readonly path: string;
}

/** Makes the folder of a run. */
async function makeFolder(): Promise<Folder> {
  await Deno.mkdir(local, { recursive: true });
  const path = await Deno.makeTempDir({ dir: local, prefix: "examples-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** File in which a block is written as a module. */
function fileOf(block: Block, { path }: Folder): string {
  return join(path, `${blocks.indexOf(block)}.${block.language}`);
}

/** The text of a block after the replacement of names of the document. */
function textOf({ block, run }: Planned, world: World): string {
  const keys = { "pk_live_…": world.apiKey, "pk_test_…": world.stack.apiKey };
  const named = Object.entries(keys).filter(([name]) => block.text.includes(name));
  return replaced(block.text, { ...Object.fromEntries(named), ...run.stands?.(world) });
}

/** Writes a block as a module, if it is one. */
async function writeModule(each: Planned, world: World, folder: Folder): Promise<void> {
  const { block, run } = each;
  if (!isModule(block)) return;
  await Deno.writeTextFile(fileOf(block, folder), moduleOf(block, textOf(each, world), run));
}

/** Writes the module of the page, which loads the modules of the examples. */
async function writeEntry(wanted: readonly Planned[], folder: Folder): Promise<string> {
  const lines = wanted.filter(({ block, run }) => run.browser && isModule(block)).map(({ block }) =>
    `  ${JSON.stringify(block.name)}: () => import(${
      JSON.stringify(pathToFileURL(fileOf(block, folder)).href)
    }),\n`
  );
  const drive = new URL("./page/drive.ts", import.meta.url).href;
  const entry = join(folder.path, "main.ts");
  await Deno.writeTextFile(
    entry,
    `import { drive } from ${JSON.stringify(drive)};\ndrive({\n${lines.join("")}});\n`,
  );
  return relative(join(local, ".."), entry);
}

/** A block in its executable form. */
function exampleOf(each: Planned, world: World, folder: Folder, pages: Pages | null): Example {
  const { block, run } = each;
  const path = fileOf(block, folder);
  return {
    block,
    world,
    text: textOf(each, world),
    path,
    async load(given) {
      const exports: Exports & { readonly default?: (given: Exports) => Promise<Exports> } =
        await import(pathToFileURL(path).href);
      return run.given === undefined ? exports : await exports.default!(given ?? {});
    },
    visit: (html) => pages!.visit(block.name, html),
  };
}
