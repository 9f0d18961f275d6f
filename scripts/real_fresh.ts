/**
 * `deno task test fresh --fresh FOLDER --std FOLDER`: builds the example for Fresh and clicks
 * through it, with Fresh and `@std` from copies of their repositories.
 *
 * Of Fresh's JSR dependencies, `@deno/esbuild-plugin` is replaced by
 * `tests/consumers/fresh/deno_plugin.ts`. It needs the loader `@deno/loader`, and no repository
 * contains that WebAssembly.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { deno } from "./config.ts";

const { values } = parseArgs({
  options: { fresh: { type: "string" }, std: { type: "string" } },
});
const needed = { fresh: "packages/fresh/deno.json", std: "http/deno.json" } as const;
const folders: Record<string, string> = {};
for (const option of ["fresh", "std"] as const) {
  const named = values[option];
  if (named === undefined) {
    console.error("Name copies of the repositories: test:fresh --fresh FOLDER --std FOLDER");
    Deno.exit(2);
  }
  const file = join(resolve(named), needed[option]);
  const found = await Deno.readTextFile(file).catch(() => null);
  if (found === null) {
    console.error(`--${option}: there is no ${file}.`);
    Deno.exit(2);
  }
  const { name, version } = JSON.parse(found);
  console.log(`${name} ${version}`);
  folders[option] = resolve(named);
}
const env = { FRESH_FOLDER: folders.fresh!, FRESH_STD_FOLDER: folders.std! };
Deno.exit(await deno(["task", "test", "tests/consumers/slow/fresh.ts"], env));
