/** Who may import whom: arrows go one way, and the parts that pages load stay apart. */
import { assertEquals } from "@std/assert";
import { posix } from "node:path";
import { allFiles, readText } from "../scripts/check/files.ts";

/** The rooms, each with those that it may use; the first pattern that matches a file is its room. */
const rooms: readonly (readonly [name: string, files: RegExp, uses: readonly string[]])[] = [
  ["stories", /^ui\/stories\//, ["*"]],
  [
    "tests",
    /_test\.tsx?$|^tests\/|\/testing\/|^bench\/|^contracts\/(gas|golden|mutate|mutants|fuzz)\.ts$/,
    ["*"],
  ],
  ["ground", /^core\/[a-z0-9_]+\.ts$|^core\/chain\//, ["ground"]],
  ["wire", /^core\/service\/(protocol|api_key|read_api_key)\.ts$/, ["ground", "wire"]],
  ["pure", /^core\/(passkey|account|fee|permission|siwe)\//, ["ground", "wire", "pure"]],
  ["near", /^core\/(session|service|window|session_key)\//, ["ground", "wire", "pure", "near"]],
  ["wallet", /^core\/wallet\//, ["ground", "wire", "pure", "near", "wallet"]],
  ["rpc", /^core\/rpc\//, ["ground", "wire", "pure", "near", "wallet", "rpc"]],
  ["ui", /^ui\//, ["ground", "wire", "pure", "ui"]],
  ["connector", /^connector\//, ["connector"]],
  ["host", /^host\//, ["ground", "wire", "pure", "near", "wallet", "ui", "host"]],
  ["contracts", /^contracts\//, ["contracts", "scripts", "ground"]],
  // The program that an operator runs puts the two names together: the service and the wallet host.
  ["program", /^service\/main\.ts$/, ["wire", "service", "host"]],
  ["service", /^service\//, ["ground", "wire", "pure", "service", "artifacts", "contracts"]],
  ["examples", /^examples\//, [
    "ui",
    "stories",
    "connector",
    "examples",
    "top",
    "ground",
    "pure",
    "wire",
  ]],
  ["scripts", /^scripts\/|^[a-z_]+\.ts$/, ["*"]],
];

/** The upper storeys of core: one file each. */
const storeys = [
  "methods.ts",
  "session_methods.ts",
  "provider.ts",
  "handlers.ts",
  "prewarm.ts",
  "acct.ts",
  "mod.ts",
  "resolve_options.ts",
  "announce.ts",
];
const top = new RegExp(`^core/(${storeys.join("|").replaceAll(".", "\\.")})$`);

function roomOf(path: string): { name: string; uses: readonly string[] } {
  if (top.test(path)) return { name: "top", uses: ["*"] };
  for (const [name, files, uses] of rooms) if (files.test(path)) return { name, uses };
  return { name: "?", uses: [] };
}

/** Paths that a file imports at run time; types are free. */
function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(
    /^(?:import|export)\s+(?!type\b)(?:[^;]*?from\s+)?["'](\.[^"']+)["']|import\(["'](\.[^"']+)["']\)/gm,
  );
  return [...found].map(([, fixed, lazy]) =>
    posix.normalize(posix.join(posix.dirname(path), (fixed ?? lazy)!))
  );
}

Deno.test("imports: every arrow goes the right way", async () => {
  const wrong: string[] = [];
  let seen = 0;
  for (const path of await allFiles()) {
    if (!/\.tsx?$/.test(path)) continue;
    const text = await readText(path);
    if (text === null) continue;
    const room = roomOf(path);
    for (const target of importsOf(path, text)) {
      seen++;
      if (room.uses.includes("*")) continue;
      const other = roomOf(target);
      if (!room.uses.includes(other.name)) {
        wrong.push(`${path} (${room.name}) imports ${target} (${other.name})`);
      }
    }
  }
  assertEquals(wrong, []);
  assertEquals(seen > 300, true, "the imports were found");
});

Deno.test("imports: what is published reaches other packages by their names, and in one direction", async () => {
  const allowed: Readonly<Record<string, RegExp>> = {
    core: /^$/,
    connector: /^@sdk\/core(?:\/(?:acct|mode|icon|wallet_host))?$/,
    // The whole of core would bring the provider into the dialogs' first load.
    ui: /^@sdk\/core\/approval$/,
  };
  const wrong: string[] = [];
  let seen = 0;
  for (const path of await allFiles()) {
    const folder = /^(core|connector|ui)\//.exec(path)?.[1];
    if (folder === undefined || !/\.tsx?$/.test(path)) continue;
    if (/_test\.tsx?$|\/testing\/|\/stories\//.test(path)) continue;
    const text = await readText(path) ?? "";
    // Types count as well: a package has to bring all of its declarations.
    for (const [, target] of text.matchAll(/^[^*\n]*(?:\bfrom |import\()"([^"]+)"/gm)) {
      const outside = target!.startsWith(".") &&
        !posix.join(posix.dirname(path), target!).startsWith(`${folder}/`);
      const sibling = target!.startsWith("@sdk/");
      if (sibling) seen++;
      if (outside || sibling && !allowed[folder]!.test(target!)) wrong.push(`${path}: ${target}`);
    }
  }
  assertEquals(wrong, []);
  assertEquals(seen > 30, true, "the imports were found");
});
