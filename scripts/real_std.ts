/**
 * `deno task test std --std FOLDER [paths or groups]`: runs the tests without stack and browser, or
 * the tests of the paths, with the real `@std`. It comes from a copy of its repository and is used
 * instead of the replacements in `tests/std/`. If JSR is reachable, every run of the tests uses the
 * real one anyway.
 *
 * @module
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { deno } from "./config.ts";

const { values, positionals } = parseArgs({
  options: { std: { type: "string" } },
  allowPositionals: true,
});
if (values.std === undefined) {
  console.error("Name a copy of the repository of @std: deno task test std --std FOLDER");
  Deno.exit(2);
}
const folder = resolve(values.std);
const { name, version } = JSON.parse(await Deno.readTextFile(`${folder}/assert/deno.json`));
console.log(`${name} ${version}`);
const wanted = positionals.length > 0 ? positionals : ["unit"];
Deno.exit(await deno(["task", "test", ...wanted], { STD_FOLDER: folder }));
