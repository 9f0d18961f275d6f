/** The parts of the second engine that need no dnt: `slow/dnt.ts` and `test:dnt` have the rest. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { specifiersOf } from "../../scripts/npm/compile.ts";
import { DNT, mappingsOf, tidy } from "../../scripts/npm/dnt.ts";
import { type Package, readPackages } from "../../scripts/npm/packages.ts";
import { loadTypeScript } from "../../scripts/npm/tools.ts";

const options = { sanitizeResources: false };

async function named(folder: Package["folder"]): Promise<Package> {
  return (await readPackages()).find((pack) => pack.folder === folder)!;
}

/** Entries of the mappings, without the repository's location. */
function shortened(mappings: Record<string, unknown>): string[] {
  return Object.keys(mappings).map((url) => url.replace(/^file:.*\/(?=core\/)/, "")).sort();
}

Deno.test("dnt: names in comments are no imports", options, async () => {
  const [ts, packages, ui] = await Promise.all([loadTypeScript(), readPackages(), named("ui")]);
  const used = await specifiersOf(ts, ui);
  assert(used.has("preact") && used.has("@sdk/core/dialog"), [...used].join());
  // The example above the entry has it; dnt refuses mappings that no module uses.
  assert((await Deno.readTextFile(`${ui.path}/mod.ts`)).includes('"@sdk/core"'));
  assert(!used.has("@sdk/core"));
  const mappings = await mappingsOf(ts, ui, packages);
  assertEquals(
    Object.values(mappings).map((target) => (target as { subPath?: string }).subPath).sort(),
    [...used].filter((name) => name.startsWith("@sdk/core/")).map((name) => name.slice(10)).sort(),
  );
  assert(!shortened(mappings).includes("core/mod.ts"), shortened(mappings).join());
});

Deno.test("dnt: modules of Node are mapped if a version requires it", options, async () => {
  const [ts, packages, core, pay] = await Promise.all([
    loadTypeScript(),
    readPackages(),
    named("core"),
    named("pay"),
  ]);
  assertEquals(await mappingsOf(ts, core, packages, true), {});
  const names = [...await specifiersOf(ts, pay)].filter((name) => name.startsWith("node:"));
  assert(names.includes("node:fs/promises"), names.join());
  assertEquals(
    await mappingsOf(ts, pay, packages, true),
    {
      ...await mappingsOf(ts, pay, packages),
      ...Object.fromEntries(names.map((name) => [name, { name }])),
    },
  );
});

Deno.test("dnt: the loaded version supports the options for JSX and polyfills", () => {
  const [, minor] = /@\^0\.(\d+)\.\d+$/.exec(DNT)!;
  // A caret on a version below 1.0.0 keeps its minor version: ^0.42.0 never resolves to 0.43.
  assert(Number(minor) >= 43, DNT);
});

/** A package with one entry, for the subject of a test. */
async function small(
  more: Readonly<Record<string, string>>,
): Promise<[Package, Map<string, string>]> {
  const pack = { ...await named("ui"), entries: { ".": "./mod.ts" } };
  return [pack, new Map(Object.entries(more))];
}

Deno.test(
  "dnt: modules and declarations that no entry reaches are removed",
  options,
  async () => {
    const [pack, files] = await small({
      "esm/mod.js": 'export * from "./a/b.js";\nexport const late = () => import("./c.js");\n',
      "esm/mod.d.ts": 'export declare const c: import("./c.js").C;\n',
      "esm/a/b.js": "export const b = 1;\n",
      "esm/a/b.d.ts": 'import { Hex } from "viem";\nexport declare const b: Hex;\n',
      "esm/c.js": "export {};\n",
      "esm/c.d.ts": "export interface C {}\n",
      "esm/d.js": "export {};\n",
    });
    assertEquals(
      [...tidy(await loadTypeScript(), pack, files).keys()],
      ["esm/mod.js", "esm/mod.d.ts", "esm/a/b.js", "esm/c.js", "esm/c.d.ts"],
    );
  },
);

Deno.test("dnt: none of dnt's modules is between page and code", options, async () => {
  const ts = await loadTypeScript();
  const declarations = { "esm/mod.d.ts": "export {};\n", "esm/a/b.d.ts": "export {};\n" };
  const own = {
    "esm/_dnt.polyfills.js": "Object.hasOwn ??= () => true;\nexport {};\n",
    "esm/_dnt.shims.js": "export const dntGlobalThis = new Proxy(globalThis, {});\n",
  };
  const [pack, files] = await small({
    ...declarations,
    ...own,
    "esm/mod.js": 'import "./_dnt.polyfills.js";\nexport * from "./a/b.js";\n',
    "esm/a/b.js": 'import * as dntShim from "../_dnt.shims.js";\n' +
      "export const f = (g = dntShim.dntGlobalThis) => g;\n",
  });
  assertEquals(Object.fromEntries(tidy(ts, pack, files)), {
    "esm/mod.js": 'export * from "./a/b.js";\n',
    "esm/mod.d.ts": "export {};\n",
    "esm/a/b.js": "export const f = (g = globalThis) => g;\n",
  });
  const refused = async (mod: string, said: string) => {
    const [pack, files] = await small({ ...declarations, ...own, "esm/mod.js": mod });
    assertThrows(() => tidy(ts, pack, files), Error, said);
  };
  await refused('import { setTimeout } from "./_dnt.shims.js";\n', "a module of dnt's own");
  await refused("export const a = React.createElement('p', null);\n", "with a global React");
  await refused('import "./gone.js";\n', "esm/gone.js is listed but was not built");
});
