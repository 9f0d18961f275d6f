/**
 * `deno task test:std --std FOLDER [paths or groups]`: the tests without stack and browser, or those
 * of the paths, with the real `@std` from a copy of its repository instead of the replacements of
 * `tests/std/`. Where JSR can be reached, every run of the tests has the real one anyway.
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
  console.error("Name a copy of the repository of @std: deno task test:std --std FOLDER");
  Deno.exit(2);
}
const folder = resolve(values.std);
const { name, version } = JSON.parse(await Deno.readTextFile(`${folder}/assert/deno.json`));
console.log(`${name} ${version}`);
const wanted = positionals.length > 0 ? positionals : ["unit"];
Deno.exit(await deno(["task", "test", ...wanted], { STD_FOLDER: folder }));
