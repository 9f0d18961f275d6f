/**
 * `deno task test:dnt --dnt FOLDER --cache-dir FOLDER --std FOLDER [paths]`: builds the packages with
 * the real dnt, from copies of the repositories of `denoland/dnt`, of `denoland/deno_cache_dir` (its
 * loader) and of `denoland/std`, compares them with those of TypeScript, and runs tests of the
 * packages, or those of the paths, with what dnt built. Where JSR can be reached,
 * `deno task build:npm --engine dnt` builds with it as well.
 *
 * The copy of dnt needs its WebAssembly, `lib/pkg/`: 0.41.0 is the last tag that has it, and takes
 * `deno_cache_dir` 0.8.0 and `std` 0.218.2.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { deno } from "./config.ts";
import { importsOf } from "./npm/dnt.ts";
import { readPackages } from "./npm/packages.ts";

/** Modules that dnt imports by these names, by the option and the paths where the copies have them. */
const modules = {
  "@deno/cache-dir": ["cache-dir", "mod.ts"],
  "@std/fmt/colors": ["std", "fmt/colors.ts"],
  "@std/fs": ["std", "fs/mod.ts"],
  "@std/fs/empty_dir": ["std", "fs/empty_dir.ts"],
  "@std/fs/ensure_dir": ["std", "fs/ensure_dir.ts"],
  "@std/fs/expand_glob": ["std", "fs/expand_glob.ts"],
  "@std/io": ["std", "io/mod.ts"],
  "@std/path": ["std", "path/mod.ts"],
} as const;

/** Tests that run with the packages of dnt where no paths are given. */
const tests = ["tests/consumers/node_test.ts", "tests/consumers/types_test.ts"];

const { values, positionals } = parseArgs({
  options: {
    dnt: { type: "string" },
    "cache-dir": { type: "string" },
    std: { type: "string" },
  },
  allowPositionals: true,
});

/** The absolute path of a copy; ends the program if it is not named or lacks a file. */
async function copyOf(option: "dnt" | "cache-dir" | "std", needed: string): Promise<string> {
  const named = values[option];
  if (named === undefined) {
    console.error(
      "Name copies of the repositories: deno task test:dnt --dnt FOLDER --cache-dir FOLDER --std FOLDER",
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

const folders = {
  dnt: await copyOf("dnt", "lib/pkg/dnt_wasm_bg.wasm"),
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
  const theirs: Record<string, string> = {
    "code-block-writer": config.imports["code-block-writer"],
  };
  for (const [name, [copy, path]] of Object.entries(modules)) {
    theirs[name] = pathToFileURL(join(folders[copy], path)).href;
  }
  theirs["@ts-morph/bootstrap"] = withJsx
    ? config.imports["@ts-morph/bootstrap"]
    : pathToFileURL(join(work, "jsx.ts")).href;
  const scopes = Object.fromEntries(
    Object.values(folders).map((folder) => [`${pathToFileURL(folder).href}/`, theirs]),
  );
  const map = join(work, "import_map.json");
  await Deno.writeTextFile(map, JSON.stringify({ imports: own, scopes }));
  console.log(
    withJsx
      ? "dnt as it is."
      : "dnt as it is, but for two options of its compiler: this version cannot be told where JSX " +
        "comes from (0.43 can).",
  );
  // No configuration: its workspace would look for the copies' own dependencies in JSR.
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

/** A module in the place of dnt's compiler that hands it the options for JSX. */
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
