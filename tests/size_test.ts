/** The initial load of a page, gzipped, without the libraries that it has anyway. */
import { gzipSync } from "node:zlib";
import { assert } from "@std/assert";
import { firstLoad, type Load, weigh } from "../bench/first_load.ts";
import { getPackages } from "./consumers/packages.ts";

const hostLibraries = ["viem", "wagmi", "react", "@tanstack/react-query"];

/** Bytes that a first load may have. */
interface Budget extends Load {
  /** A description of the load. */
  readonly name: string;
  /** Maximum bytes, gzipped. */
  readonly limit: number;
}

const budgets: readonly Budget[] = [
  {
    // Everything that a page loads before connecting, and for connecting.
    name: "acct() with core: connector, provider and remote wallet",
    entries: ["connector/acct.ts", "core/acct.ts"],
    external: hostLibraries,
    limit: 13_850,
  },
  {
    name: "connector with every hook and action",
    entries: ["connector/mod.ts"],
    external: hostLibraries,
    limit: 4_030,
  },
  {
    name: "connector with every hook and action, and core",
    entries: ["connector/mod.ts", "core/acct.ts"],
    external: hostLibraries,
    limit: 16_210,
  },
  {
    name: "Acct.create: provider and remote wallet",
    entries: ["core/acct.ts"],
    external: ["viem"],
    limit: 12_450,
  },
  {
    // Everything that a connected page loads: to sign, to send calls, to read the chain.
    name: "acct() with core, connected",
    entries: ["connector/acct.ts", "core/acct.ts", "core/page/connected_page.ts"],
    external: hostLibraries,
    limit: 22_370,
  },
  {
    // In addition, the first request for a permission.
    name: "acct() with core, connected, and permissions",
    entries: [
      "connector/acct.ts",
      "core/acct.ts",
      "core/page/connected_page.ts",
      "core/page/handlers/permissions.ts",
    ],
    external: hostLibraries,
    limit: 32_150,
  },
  {
    // In addition, the first assets, history or change of the account.
    name: "acct() with core, connected, with assets, history and their changes",
    entries: [
      "connector/acct.ts",
      "core/acct.ts",
      "core/page/connected_page.ts",
      "core/page/handlers/account_reads.ts",
    ],
    external: hostLibraries,
    limit: 25_880,
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

Deno.test("size: acct() as npm has it", { sanitizeResources: false }, async () => {
  const { connector, core } = await getPackages();
  // Limits of the shipped files; the sources' rows only monitor.
  for (const [index, limit] of [[0, 13_650], [4, 22_150]] as const) {
    const budget = budgets[index]!;
    const built = budget.entries.map((entry) => {
      const [, package_, path] = /^(connector|core)\/(.*)\.ts$/.exec(entry)!;
      const { folder } = package_ === "core" ? core : connector;
      return `${folder}/dist/${path}.js`;
    });
    const { bytes } = await firstLoad({
      entries: built,
      external: [...hostLibraries, "@sdk/core"],
    });
    const sources = await firstLoad(budget);
    const said =
      `as built: ${budget.name}: ${bytes} of ${limit} bytes; its sources: ${sources.bytes}`;
    console.log(said);
    // The compilation adds almost nothing, and no lazy module became a part of the first load.
    assert(bytes <= limit && Math.abs(sources.bytes - bytes) < 300, said);
  }
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
    // Measured 50.8 kB: it contains viem, which other pages have anyway.
    const said = `plain pages: ${bytes} of 51500 bytes (${files.length} of ${pieces.size} files)`;
    console.log(said);
    assert(bytes <= 51_500, said);
    assert(files.length < pieces.size / 2, said);
  },
);

Deno.test(
  "size: one file for plain pages, without viem",
  { sanitizeResources: false },
  async () => {
    const { folder } = await getPackages();
    const bytes = gzipSync(await Deno.readFile(`${folder}/cdn/cross-platform.js`)).length;
    const said = `cross-platform.js: ${bytes} of 32800 bytes`;
    console.log(said);
    assert(bytes <= 32_800, said);
  },
);
