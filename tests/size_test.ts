/** What a page loads at first, gzipped, with the libraries that it has anyway left out. */
import { assert } from "@std/assert";
import { firstLoad, type Load, weigh } from "../bench/first_load.ts";
import { getPackages } from "./consumers/packages.ts";

const hostLibraries = ["viem", "wagmi", "react", "@tanstack/react-query"];

/** Bytes that a first load may have. */
interface Budget extends Load {
  /** What is loaded. */
  readonly name: string;
  /** Most bytes, gzipped. */
  readonly limit: number;
}

const budgets: readonly Budget[] = [
  {
    name: "connector",
    entries: ["connector/mod.ts"],
    external: hostLibraries,
    limit: 3_900,
  },
  {
    name: "connector with core, CrossPlatform",
    entries: ["connector/mod.ts", "core/mod.ts"],
    external: hostLibraries,
    limit: 10_000,
  },
  {
    name: "core, CrossPlatform",
    entries: ["core/mod.ts"],
    external: ["viem"],
    limit: 6_150,
  },
  {
    // What follows at once in a page, so that the first click finds it there.
    name: "core with its engine, CrossPlatform",
    entries: ["core/mod.ts", "core/engine.ts"],
    external: ["viem"],
    limit: 18_800,
  },
  {
    name: "ui, Preact included",
    entries: ["ui/mod.ts"],
    external: [],
    limit: 15_000,
  },
];

for (const budget of budgets) {
  Deno.test(`size: ${budget.name}`, async () => {
    const { bytes, files } = await firstLoad(budget);
    const said = `${budget.name}: ${bytes} of ${budget.limit} bytes (${files.length} files)`;
    console.log(said);
    assert(bytes <= budget.limit, said);
  });
}

Deno.test("size: core as npm has it, CrossPlatform", { sanitizeResources: false }, async () => {
  const { core } = await getPackages();
  const { bytes } = await firstLoad({
    entries: [`${core.folder}/dist/mod.js`],
    external: ["viem", "ox"],
  });
  const sources = await firstLoad(budgets.find(({ name }) => name === "core, CrossPlatform")!);
  const said = `core as built: ${bytes} bytes; its sources: ${sources.bytes}`;
  console.log(said);
  // The translation adds nothing to speak of, and nothing lazy became a part of the first load.
  assert(Math.abs(bytes - sources.bytes) < 300, said);
});

Deno.test(
  "size: the build for plain pages, everything in",
  { sanitizeResources: false },
  async () => {
    const { folder } = await getPackages();
    const pieces = new Map<string, Uint8Array>();
    for await (const { name } of Deno.readDir(`${folder}/cdn`)) {
      pieces.set(name, await Deno.readFile(`${folder}/cdn/${name}`));
    }
    const { bytes, files } = weigh(pieces, ["acct.js"]);
    // Measured 53.0 kB: viem is in it, which other pages have anyway.
    const said = `plain pages: ${bytes} of 55000 bytes (${files.length} of ${pieces.size} files)`;
    console.log(said);
    assert(bytes <= 55_000, said);
    assert(files.length < pieces.size / 2, said);
  },
);
