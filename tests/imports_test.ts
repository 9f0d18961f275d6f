/** Import rules: arrows go one way, and the parts that pages load stay apart. */
import { assertEquals } from "@std/assert";
import { allFiles, readText } from "../scripts/check/files.ts";
import { type FileImport, importsIn, pathOf } from "../scripts/check/imports.ts";
import { loadTypeScript } from "../scripts/npm/tools.ts";

/**
 * The layers, each with the layers that it may use; the first pattern that matches a file is its
 * layer.
 */
const rooms: readonly (readonly [name: string, files: RegExp, uses: readonly string[]])[] = [
  ["stories", /^ui\/stories\//, ["*"]],
  [
    "tests",
    /_test\.tsx?$|^tests\/|\/testing\/|^bench\/|^contracts\/(gas|owner_gas|golden|mutate|mutants|fuzz)\.ts$/,
    ["*"],
  ],
  ["lib", /^core\/lib\//, ["lib"]],
  ["ground", /^core\/(ground|schema|wire)\//, ["lib", "ground"]],
  ["protocol", /^core\/protocol\//, ["lib", "ground", "protocol", "pure"]],
  [
    "pure",
    /^core\/(abi|account|chain|fee|names|passkey|permission|siwe)\//,
    ["lib", "ground", "pure", "chunks"],
  ],
  // Lists of modules that several chunks share, for bundlers.
  ["chunks", /^core\/chunks\/(engine|first)\.ts$/, [
    "lib",
    "ground",
    "protocol",
    "pure",
    "client",
    "chunks",
  ]],
  ["dialog", /^core\/dialog\//, ["lib", "ground", "protocol"]],
  ["virtual", /^core\/virtual\//, ["lib", "ground", "protocol", "virtual"]],
  ["session_key", /^core\/session_key\//, [
    "lib",
    "ground",
    "protocol",
    "pure",
    "client",
    "session_key",
  ]],
  ["link", /^core\/link\//, ["lib", "ground", "protocol", "pure", "dialog", "client", "link"]],
  ["client", /^core\/client\//, ["lib", "ground", "protocol", "pure", "chunks", "client"]],
  ["reading", /^core\/reading\//, ["lib", "ground", "protocol", "pure", "chunks", "reading"]],
  ["wallet", /^core\/(wallet\/|chunks\/wallet\.ts)/, [
    "lib",
    "ground",
    "protocol",
    "pure",
    "chunks",
    "dialog",
    "client",
    "link",
    "reading",
    "wallet",
  ]],
  ["page", /^core\/(page\/|chunks\/session\.ts)/, [
    "lib",
    "ground",
    "protocol",
    "pure",
    "chunks",
    "dialog",
    "client",
    "link",
    "page",
  ]],
  // `Acct.create` alone puts page and wallet together, for AppSpecific mode.
  ["entry", /^core\/(acct|mod|execution_permissions)\.ts$/, ["*"]],
  ["pay", /^pay\//, ["pay"]],
  ["mcp", /^mcp\//, ["mcp"]],
  ["cli", /^cli\//, ["cli"]],
  ["create", /^create\//, ["create"]],
  ["codemod", /^codemod\//, ["codemod"]],
  ["ui", /^ui\//, ["ui"]],
  ["connector", /^connector\//, ["connector"]],
  ["host", /^host\//, [
    "lib",
    "ground",
    "protocol",
    "pure",
    "pay",
    "dialog",
    "client",
    "link",
    "reading",
    "wallet",
    "ui",
    "host",
  ]],
  ["extension", /^extension\//, [
    "lib",
    "ground",
    "protocol",
    "pure",
    "chunks",
    "dialog",
    "client",
    "page",
    "extension",
  ]],
  ["contracts", /^contracts\//, ["contracts", "scripts", "pure"]],
  // The program that an operator runs puts the two names together: the service and the wallet host.
  ["program", /^service\/main\/main\.ts$/, ["ground", "protocol", "service", "host"]],
  ["service", /^service\//, ["lib", "ground", "protocol", "pure", "service", "contracts"]],
  ["examples", /^examples\//, [
    "ui",
    "stories",
    "connector",
    "examples",
    "entry",
    "pay",
    "pure",
  ]],
  ["scripts", /^scripts\/|^[a-z_]+\.ts$/, ["*"]],
];

function roomOf(path: string): { name: string; uses: readonly string[] } {
  for (const [name, files, uses] of rooms) if (files.test(path)) return { name, uses };
  return { name: "?", uses: [] };
}

const ts = await loadTypeScript();

/** Reads the files that match, with their imports. */
async function* filesWithImports(
  files: RegExp,
): AsyncGenerator<{ readonly path: string; readonly imports: readonly FileImport[] }> {
  for (const path of await allFiles()) {
    const text = files.test(path) ? await readText(path) : null;
    if (text !== null) yield { path, imports: importsIn(ts, path, text) };
  }
}

Deno.test("imports: every import follows the allowed direction", async () => {
  const wrong: string[] = [];
  let seen = 0;
  for await (const { path, imports } of filesWithImports(/\.tsx?$/)) {
    const room = roomOf(path);
    for (const { target, type } of imports) {
      seen++;
      // Types are free.
      if (type || room.uses.includes("*")) continue;
      if (target === null) {
        wrong.push(`${path} (${room.name}) imports what only its run tells`);
        continue;
      }
      const file = pathOf(path, target);
      const other = file === null ? null : roomOf(file);
      if (other !== null && !room.uses.includes(other.name)) {
        wrong.push(`${path} (${room.name}) imports ${file} (${other.name})`);
      }
    }
  }
  assertEquals(wrong, []);
  assertEquals(seen > 300, true, "the imports were found");
});

/** Groups of files that import each other in a loop. */
function findLoops(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const loops: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  // Tarjan's strongly connected components.
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || imports.get(file)?.includes(file)) loops.push(group.sort());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return loops;
}

Deno.test("imports: no file imports itself through others", async () => {
  assertEquals(findLoops(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), [["b", "c"]]);
  assertEquals(findLoops(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), []);
  const imports = new Map<string, string[]>();
  for await (
    const { path, imports: found } of filesWithImports(
      /^(core|pay|service|ui|host|connector)\/.*\.tsx?$/,
    )
  ) {
    imports.set(path, found.flatMap(({ target }) => pathOf(path, target ?? "") ?? []));
  }
  assertEquals(findLoops(imports), []);
  assertEquals(imports.size > 200, true, "the files were found");
});

/** The floors of core, lowest first. A folder may import from its own floor and from lower ones. */
const floors: readonly (readonly string[])[] = [
  ["lib"],
  ["ground"],
  ["schema"],
  ["wire"],
  ["abi"],
  ["chain"],
  ["passkey"],
  ["account"],
  ["fee", "names", "siwe"],
  ["permission"],
  ["protocol"],
  ["dialog"],
  ["client"],
  ["link"],
  ["reading"],
  ["wallet"],
  ["page"],
  ["session_key", "virtual"],
];
/** Lists of modules for bundlers, which import from each level. */
const chunkLists = /^core\/chunks\//;

Deno.test("imports: each level of core imports lower ones only, types included", async () => {
  const floorOf = (path: string) =>
    floors.findIndex((names) => names.includes(path.split("/")[1]!));
  const wrong: string[] = [];
  const seen = new Set<number>();
  for await (const { path, imports } of filesWithImports(/^core\/.+\/.*\.ts$/)) {
    if (roomOf(path).name === "tests" || chunkLists.test(path)) continue;
    const floor = floorOf(path);
    seen.add(floor);
    if (floor === -1) wrong.push(`${path} is on no floor`);
    for (const { target } of imports) {
      const file = pathOf(path, target ?? "");
      if (file === null || !file.startsWith("core/") || chunkLists.test(file)) continue;
      if (floorOf(file) === -1 || floorOf(file) > floor) wrong.push(`${path} imports ${file}`);
    }
  }
  assertEquals(wrong, []);
  assertEquals(seen.size, floors.length, "files of each floor were found");
});

/** Entries at the root of core and of the service, which import from each folder. */
const entries = /^(?:core|service)\/[^/]+$/;

Deno.test("imports: no folder imports itself through others, types included", async () => {
  const imports = new Map<string, Set<string>>();
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  for await (
    const { path, imports: found } of filesWithImports(
      /^(?:core|pay|service|ui|host|connector)\/.*\.tsx?$/,
    )
  ) {
    if (/^(?:tests|stories)$/.test(roomOf(path).name)) continue;
    if (entries.test(path) || chunkLists.test(path)) continue;
    const folder = folderOf(path);
    const others = imports.get(folder) ?? new Set();
    imports.set(folder, others);
    for (const { target } of found) {
      const file = pathOf(path, target ?? "");
      if (file === null || entries.test(file) || chunkLists.test(file)) continue;
      if (folderOf(file) !== folder) others.add(folderOf(file));
    }
  }
  const folders = new Map([...imports].map(([folder, others]) => [folder, [...others]]));
  assertEquals(findLoops(folders), []);
  assertEquals(imports.size > 90, true, "the folders were found");
});

Deno.test("imports: published code imports other packages by their names, in one direction", async () => {
  const allowed: Readonly<Record<string, RegExp>> = {
    core: /^$/,
    connector: /^@sdk\/core(?:\/(?:acct|mode|icon|wallet_host))?$/,
    // Importing all of core would add the provider to the dialogs' initial load.
    ui: /^@sdk\/core\/dialog$/,
    pay: /^@sdk\/core\/(?:errors|execution_permissions|permission)$/,
    mcp: /^@sdk\/(?:core\/permission|pay(?:\/file_journal)?)$/,
    cli: /^@sdk\/core\/(?:acct|session_key)$/,
  };
  const wrong: string[] = [];
  let seen = 0;
  for await (
    const { path, imports } of filesWithImports(/^(core|connector|ui|pay|mcp|cli)\/.*\.tsx?$/)
  ) {
    if (/_test\.tsx?$|\/testing\/|\/stories\//.test(path)) continue;
    const [folder] = path.split("/") as [string];
    // Types count too: a package must include all of its declarations.
    for (const { target } of imports) {
      if (target === null) continue;
      const outside = pathOf(path, target)?.startsWith(`${folder}/`) === false;
      const sibling = target.startsWith("@sdk/");
      if (sibling) seen++;
      if (outside || sibling && !allowed[folder]!.test(target)) wrong.push(`${path}: ${target}`);
    }
  }
  assertEquals(wrong, []);
  assertEquals(seen > 30, true, "the imports were found");
});
