/**
 * Runs the examples of the README and the documents on a local stack. `DOCUMENTS=all`
 * (`deno task test:documents`) runs all of them; without it, those that need no browser and little time.
 */
import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { type Block, readBlocks } from "./blocks.ts";
import { appCases } from "./cases/apps.ts";
import { listedCases } from "./cases/listed.ts";
import { operatorCases } from "./cases/operators.ts";
import { spenderCases } from "./cases/spenders.ts";
import { type Case, type Example, type Exports, moduleOf, replaced, type Run } from "./example.ts";
import { startWorld, type World } from "./world.ts";

const all = Deno.env.get("DOCUMENTS") === "all";
const folder = new URL("../../.local/examples/", import.meta.url);
const cases: Readonly<Record<string, Case>> = {
  ...appCases,
  ...spenderCases,
  ...operatorCases,
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

Deno.test("documents: the examples do what they say", async (t) => {
  await using world = await startWorld(null);
  await Deno.mkdir(folder, { recursive: true });
  let ran = 0;
  let later = 0;
  try {
    for (const [index, each] of planned.entries()) {
      if (!all && (each.run.browser || each.run.slow)) {
        later++;
        continue;
      }
      await t.step(`${each.block.place} (${each.block.name})`, async () => {
        await each.run.run(await exampleOf(each, world, index));
        ran++;
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const listed = Object.entries(cases).filter(([, reason]) => typeof reason === "string");
  for (const [name, reason] of listed) console.log(`not run: ${name}: ${reason}`);
  console.log(
    `${ran} examples ran, ${listed.length} are listed as not runnable here` +
      (later === 0 ? "" : `, ${later} run with DOCUMENTS=all`),
  );
});

/** Writes a block as a module. */
async function exampleOf({ block, run }: Planned, world: World, index: number): Promise<Example> {
  const text = replaced(block.text, {
    ...(block.text.includes("pk_live_…") && { "pk_live_…": world.apiKey }),
    ...run.replace?.(world),
  });
  const file = new URL(`${index}.${block.language}`, folder);
  const isModule = /^tsx?$/.test(block.language);
  if (isModule) await Deno.writeTextFile(file, moduleOf(block, text, run));
  return {
    block,
    world,
    text,
    path: fileURLToPath(file),
    async load(given) {
      const exports: Exports & { readonly default?: (given: Exports) => Promise<Exports> } =
        await import(file.href);
      return run.given === undefined ? exports : await exports.default!(given ?? {});
    },
    visit: () => Promise.reject(new Error("no browser")),
  };
}
