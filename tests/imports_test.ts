/** Import rules: arrows go one way, and the parts that pages load stay apart. */
import { assertEquals } from "@std/assert";
import { allFiles, readText } from "../scripts/check/files.ts";
import { type FileImport, importsIn, pathOf } from "../scripts/check/imports.ts";
import { loadTypeScript } from "../scripts/npm/tools.ts";

/** The rooms, each with those that it may use; the first pattern that matches a file is its room. */
const rooms: readonly (readonly [name: string, files: RegExp, uses: readonly string[]])[] = [
  ["stories", /^ui\/stories\//, ["*"]],
  [
    "tests",
    /_test\.tsx?$|^tests\/|\/testing\/|^bench\/|^contracts\/(gas|owner_gas|golden|mutate|mutants|fuzz)\.ts$/,
    ["*"],
  ],
  ["lib", /^core\/lib\//, ["lib"]],
  ["protocol", /^core\/protocol\//, ["lib", "protocol", "pure"]],
  [
    "pure",
    /^core\/(abi|account|chain|fee|names|passkey|permission|siwe)\//,
    ["lib", "protocol", "pure", "chunks"],
  ],
  // Lists for bundlers, of what several pieces load.
  ["chunks", /^core\/chunks\//, ["lib", "protocol", "pure", "client", "chunks"]],
  ["pay", /^core\/pay\//, ["lib", "protocol", "pure", "pay"]],
  ["dialog", /^core\/dialog\//, ["lib", "protocol"]],
  ["virtual", /^core\/virtual\//, ["lib", "protocol", "virtual"]],
  ["session_key", /^core\/session_key\//, ["lib", "protocol", "pure", "client", "session_key"]],
  ["client", /^core\/client\//, ["lib", "protocol", "pure", "chunks", "client"]],
  ["reading", /^core\/reading\//, ["lib", "protocol", "pure", "chunks", "reading"]],
  ["wallet", /^core\/wallet\//, [
    "lib",
    "protocol",
    "pure",
    "chunks",
    "client",
    "reading",
    "wallet",
  ]],
  ["page", /^core\/page\//, ["lib", "protocol", "pure", "chunks", "client", "page"]],
  // `Acct.create` alone puts page and wallet together, for AppSpecific mode.
  ["entry", /^core\/(acct|mod)\.ts$/, ["*"]],
  ["mcp", /^mcp\//, ["mcp"]],
  ["ui", /^ui\//, ["ui"]],
  ["connector", /^connector\//, ["connector"]],
  ["host", /^host\//, [
    "lib",
    "protocol",
    "pure",
    "pay",
    "client",
    "reading",
    "wallet",
    "ui",
    "host",
  ]],
  ["contracts", /^contracts\//, ["contracts", "scripts", "pure"]],
  // The program that an operator runs puts the two names together: the service and the wallet host.
  ["program", /^service\/main\/main\.ts$/, ["protocol", "service", "host"]],
  ["service", /^service\//, ["lib", "protocol", "pure", "service", "contracts"]],
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

Deno.test("imports: every arrow goes the right way", async () => {
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

Deno.test("imports: no file of core imports itself by way of others, types included", async () => {
  assertEquals(findLoops(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), [["b", "c"]]);
  assertEquals(findLoops(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), []);
  const imports = new Map<string, string[]>();
  for await (const { path, imports: found } of filesWithImports(/^core\/.*\.tsx?$/)) {
    imports.set(path, found.flatMap(({ target }) => pathOf(path, target ?? "") ?? []));
  }
  assertEquals(findLoops(imports), []);
  assertEquals(imports.size > 200, true, "the files were found");
});

Deno.test("imports: no folder of the service imports itself by way of others", async () => {
  const imports = new Map<string, Set<string>>();
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  for await (const { path, imports: found } of filesWithImports(/^service\/.+\/.*\.ts$/)) {
    if (roomOf(path).name === "tests") continue;
    const folder = folderOf(path);
    const others = imports.get(folder) ?? new Set();
    imports.set(folder, others);
    for (const { target, type } of found) {
      const file = pathOf(path, target ?? "");
      // Types are free.
      if (type || file === null || !file.startsWith("service/")) continue;
      if (folderOf(file) !== folder) others.add(folderOf(file));
    }
  }
  const folders = new Map([...imports].map(([folder, others]) => [folder, [...others]]));
  assertEquals(findLoops(folders), []);
  assertEquals(imports.size > 10, true, "the folders were found");
});

Deno.test("imports: what is published reaches other packages by their names, and in one direction", async () => {
  const allowed: Readonly<Record<string, RegExp>> = {
    core: /^$/,
    connector: /^@sdk\/core(?:\/(?:acct|mode|icon|wallet_host))?$/,
    // The whole of core would bring the provider into the dialogs' first load.
    ui: /^@sdk\/core\/dialog$/,
  };
  const wrong: string[] = [];
  let seen = 0;
  for await (const { path, imports } of filesWithImports(/^(core|connector|ui)\/.*\.tsx?$/)) {
    if (/_test\.tsx?$|\/testing\/|\/stories\//.test(path)) continue;
    const [folder] = path.split("/") as [string];
    // Types count as well: a package has to bring all of its declarations.
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
