/** What a page loads at first, gzipped, with the libraries that it has anyway left out. */
import { assert } from "@std/assert";
import { fileURLToPath } from "node:url";
import { posix, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { getPackages } from "./consumers/packages.ts";

const root = new URL("../", import.meta.url);
const hostLibraries = ["viem", "wagmi", "react", "@tanstack/react-query"];

/** Bytes that a first load may have. */
interface Budget {
  /** What is loaded. */
  readonly name: string;
  /** Entries, each with all that it imports statically. */
  readonly entries: readonly string[];
  /** Packages that the page has anyway, sub-paths included. */
  readonly external: readonly string[];
  /** Most bytes, gzipped. */
  readonly limit: number;
  /** Where the limit is to go, if it is not there yet. */
  readonly goal?: number;
}

const budgets: readonly Budget[] = [
  {
    name: "connector",
    entries: ["connector/mod.ts"],
    external: hostLibraries,
    limit: 3_900,
  },
  {
    // `setup()` loads the rest before the first click; AppSpecific's engine is not part of it.
    name: "connector with core, CrossPlatform",
    entries: ["connector/mod.ts", "core/mod.ts"],
    external: hostLibraries,
    // Measured 19.0 kB: all that a click needs, its checks and sentences included, comes before it.
    limit: 20_000,
  },
  {
    name: "core, CrossPlatform",
    entries: ["core/mod.ts"],
    external: ["viem"],
    // Measured 15.6 kB, for the same reason.
    limit: 16_500,
    goal: 6_000,
  },
  {
    name: "dApp side: provider, remote wallet, connector",
    entries: ["core/mod.ts", "connector/mod.ts"],
    external: hostLibraries,
    limit: 20_000,
    goal: 10_000,
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
    const goal = budget.goal === undefined ? "" : `, goal ${budget.goal}`;
    const said = `${budget.name}: ${bytes} of ${budget.limit} bytes${goal} (${files.length} files)`;
    console.log(said);
    assert(bytes <= budget.limit, said);
  });
}

Deno.test("size: core as npm has it, CrossPlatform", { sanitizeResources: false }, async () => {
  const { core } = await getPackages();
  const { bytes } = await firstLoad({
    name: "core, built",
    entries: [`${core.folder}/dist/mod.js`],
    external: ["viem", "ox"],
    limit: 16_500,
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

/** Gzipped bytes of the entries and of all that they import statically. */
async function firstLoad(
  { entries, external }: Budget,
): Promise<{ bytes: number; files: string[] }> {
  // Nothing is written; the names of the pieces need a folder.
  const folder = fileURLToPath(new URL("dist-of-size-test", root));
  const result = await Deno.bundle({
    entrypoints: entries.map((entry) => resolve(fileURLToPath(root), entry)),
    outputDir: folder,
    platform: "browser",
    format: "esm",
    minify: true,
    codeSplitting: true,
    external: external.flatMap((name) => [name, `${name}/*`]),
    write: false,
  });
  if (!result.success) throw new Error(result.errors.map((error) => error.text).join("\n"));
  const pieces = new Map(
    result.outputFiles!.map((file) => [
      posix.relative(folder, file.path),
      file.contents!,
    ]),
  );
  return weigh(pieces, entries.map((entry) => nameOf(entry, [...pieces.keys()])));
}

/** Gzipped bytes of pieces and of all that they import statically. */
function weigh(
  pieces: ReadonlyMap<string, Uint8Array>,
  entries: readonly string[],
): { bytes: number; files: string[] } {
  const waiting = [...entries];
  const loaded = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    const text = new TextDecoder().decode(pieces.get(name)!);
    // `import"./x.js"`, `from"./x.js"`, but not `import("./x.js")`.
    for (const [, path] of text.matchAll(/(?:\bimport|\bfrom)\s*"(\.[^"]+)"/g)) {
      waiting.push(posix.join(posix.dirname(name), path!));
    }
  }
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(pieces.get(name)!).length, 0);
  return { bytes, files: [...loaded] };
}

/** The piece that an entry became. */
function nameOf(entry: string, names: readonly string[]): string {
  const wanted = entry.replace(/\.tsx?$/, ".js");
  const name = names.find((name) => wanted.endsWith(name)) ??
    names.find((name) => name === "mod.js");
  if (name === undefined) throw new Error(`${entry} is not among ${names.join(", ")}`);
  return name;
}
