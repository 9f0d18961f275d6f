/**
 * `deno task test dnt --dnt FOLDER --cache-dir FOLDER --std FOLDER [paths]`: builds the packages
 * with the real dnt, compares them with the packages built by TypeScript, and runs tests of the
 * packages (or of the paths) with dnt's output. The folders are copies of the repositories
 * `denoland/dnt`, `denoland/deno_cache_dir` (its loader) and `denoland/std`. If JSR is reachable,
 * `deno task build npm --engine dnt` also builds with it.
 *
 * dnt needs its WebAssembly, `lib/pkg/`: 0.41.0 is the last tag that contains it, and requires
 * `deno_cache_dir` 0.8.0 and `std` 0.218.2. With `--wasm FOLDER`, a copy of 0.41.0, a newer dnt is
 * tested as far as its copy allows: its own TypeScript, on top of that WebAssembly. It requires a
 * `std` of its time. The loader stays the one of 0.41.0, and so does its `std`,
 * `--wasm-std FOLDER`.
 *
 * @module
 */
import { join, posix, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { deno } from "./config.ts";
import { importsOf } from "./npm/dnt.ts";
import { readPackages } from "./npm/packages.ts";

/** Parts of `std` that dnt imports. */
const parts = ["fmt", "fs", "internal", "io", "path"];

/** Names under which the loader and dnt 0.41 know modules, and the paths in an older `std`. */
const older = {
  "@std/fmt/colors": "fmt/colors.ts",
  "@std/fs": "fs/mod.ts",
  "@std/fs/empty_dir": "fs/empty_dir.ts",
  "@std/fs/ensure_dir": "fs/ensure_dir.ts",
  "@std/fs/expand_glob": "fs/expand_glob.ts",
  "@std/io": "io/mod.ts",
  "@std/path": "path/mod.ts",
} as const;

/** Tests that run with the packages of dnt if no paths are given. */
const tests = ["tests/consumers/node_test.ts", "tests/consumers/types_test.ts"];

const { values, positionals } = parseArgs({
  options: {
    dnt: { type: "string" },
    "cache-dir": { type: "string" },
    std: { type: "string" },
    wasm: { type: "string" },
    "wasm-std": { type: "string" },
  },
  allowPositionals: true,
});

/** The absolute path of a copy; exits the program if it is not named or lacks a file. */
async function copyOf(option: keyof typeof values, needed: string): Promise<string> {
  const named = values[option];
  if (named === undefined) {
    console.error(
      "Name copies of the repositories: deno task test dnt --dnt FOLDER --cache-dir FOLDER --std FOLDER",
    );
    Deno.exit(2);
  }
  const folder = resolve(named);
  const found = await Deno.stat(join(folder, needed)).catch(() => null);
  if (found === null) {
    console.error(`--${option}: ${folder} has no ${needed}.`);
    Deno.exit(2);
  }
  return folder;
}

const wasm = values.wasm === undefined ? null : {
  folder: await copyOf("wasm", "lib/pkg/dnt_wasm_bg.wasm"),
  std: await copyOf("wasm-std", "fmt/colors.ts"),
};
const folders = {
  dnt: await copyOf("dnt", wasm === null ? "lib/pkg/dnt_wasm_bg.wasm" : "transform.ts"),
  "cache-dir": await copyOf("cache-dir", "lib/deno_cache_dir.generated.js"),
  std: await copyOf("std", "fmt/colors.ts"),
};
const own = await importsOf(await readPackages());
const config = JSON.parse(
  // Only its comments keep it from being JSON.
  (await Deno.readTextFile(join(folders.dnt, "deno.jsonc"))).replace(/^\s*\/\/.*$/gm, ""),
);
const work = await Deno.makeTempDir({ prefix: "acct-dnt-" });
let code: number;
try {
  const dnt = pathToFileURL(join(folders.dnt, "mod.ts")).href;
  const withJsx = (await Deno.readTextFile(join(folders.dnt, "mod.ts"))).includes(
    "jsxImportSource",
  );
  await Deno.writeTextFile(join(work, "jsx.ts"), jsxFor(config.imports["@ts-morph/bootstrap"]));
  const bootstrap = config.imports["@ts-morph/bootstrap"].replace(/^jsr:@?/, "npm:@");
  const theirs: Record<string, string> = {
    "code-block-writer": config.imports["code-block-writer"]
      .replace("jsr:@david/", "npm:"),
    ...await namesIn(folders.std),
    "@deno/cache-dir": at(folders["cache-dir"], "mod.ts"),
    "@ts-morph/bootstrap": withJsx ? bootstrap : at(work, "jsx.ts"),
  };
  const scopes: Record<string, Record<string, string>> = {};
  for (const folder of Object.values(folders)) scopes[at(folder, "")] = theirs;
  if (wasm !== null) {
    const names = { ...theirs, ...await namesIn(wasm.std) };
    for (const folder of [wasm.folder, wasm.std, folders["cache-dir"]]) {
      scopes[at(folder, "")] = names;
    }
    theirs[at(folders.dnt, "lib/pkg/dnt_wasm.js")] = at(work, "wasm.ts");
    await Deno.writeTextFile(
      join(work, "wasm.ts"),
      wasmFor(at(wasm.folder, "lib/pkg/dnt_wasm.generated.js")),
    );
  }
  const map = join(work, "import_map.json");
  await Deno.writeTextFile(map, JSON.stringify({ imports: own, scopes }));
  console.log(
    wasm !== null
      ? "dnt's own TypeScript, with the WebAssembly of another version."
      : withJsx
      ? "dnt as it is."
      : "dnt as it is, but for two options of its compiler: this version cannot be told where JSX " +
        "comes from (0.43 can).",
  );
  // No configuration: its workspace would resolve the copies' own dependencies in JSR.
  const alone = ["--no-config", "--no-lock", "--unstable-bundle", "--import-map", map];
  const built = join(work, "packages");
  code = await deno(["run", "-A", ...alone, "scripts/npm/compare.ts", dnt, built]);
  code ||= await deno(["task", "test", ...(positionals.length > 0 ? positionals : tests)], {
    PACKAGES_FOLDER: built,
  });
} finally {
  await Deno.remove(work, { recursive: true });
}
Deno.exit(code);

/** A replacement of dnt's compiler module that passes it the options for JSX. */
function jsxFor(bootstrap: string): string {
  return `
import { createProjectSync as create, ts } from "${bootstrap}";
export { ts };
export const createProjectSync = (options) => create({
  ...options,
  compilerOptions: {
    ...options.compilerOptions,
    jsx: ts.JsxEmit.ReactJSX,
    jsxFactory: undefined,
    jsxFragmentFactory: undefined,
    jsxImportSource: "preact",
  },
});
`;
}

/** The address of a file in a folder. */
function at(folder: string, path: string): string {
  return `${pathToFileURL(folder).href}/${path}`;
}

/**
 * The names of the modules of a copy of `std`, as its packages export them, with their addresses.
 */
async function namesIn(std: string): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const part of parts) {
    const text = await Deno.readTextFile(join(std, part, "deno.json")).catch(() => "{}");
    const { exports = {} } = JSON.parse(text) as { exports?: string | Record<string, string> };
    const entries = typeof exports === "string" ? { ".": exports } : exports;
    for (const [name, path] of Object.entries(entries)) {
      names[posix.join("@std", part, name)] = at(std, posix.join(part, path));
    }
  }
  for (const [name, path] of Object.entries(older)) names[name] ??= at(std, path);
  return names;
}

/** A module in the place of dnt's newer WebAssembly that calls an older one. */
function wasmFor(generated: string): string {
  return `
import { instantiate } from "${generated}";
export async function transform({ binEntryPoints, polyfills, noConfig, configFile, cwd, ...options }) {
  const { transform } = await instantiate();
  return { typesDependencies: [], binOnlyFiles: [], ...await transform(options) };
}
`;
}
