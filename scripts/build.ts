/**
 * `deno task build TARGET [arguments]`: builds a part of the project.
 *
 * | Target      | Result                                                   |
 * | ----------- | -------------------------------------------------------- |
 * | `host`      | the wallet host's page                                   |
 * | `npm`       | the npm packages                                         |
 * | `rescue`    | the rescue page, one file                                |
 * | `extension` | the browser extension                                    |
 * | `site`      | the site of the documentation                            |
 * | `importmap` | an import map with hashes, for pages that load from CDNs |
 * | `pictures`  | the pictures of the documentation                        |
 * | `marks`     | the drawings of tokens and networks                      |
 *
 * @module
 */
import { deno } from "./config.ts";

const targets: Readonly<Record<string, string>> = {
  host: "scripts/build_host.ts",
  npm: "build_npm.ts",
  rescue: "scripts/build_rescue.ts",
  extension: "scripts/build_extension.ts",
  site: "scripts/docs/site.ts",
  importmap: "scripts/npm/import_map.ts",
  pictures: "scripts/pictures/mod.ts",
  marks: "scripts/marks/mod.ts",
};

const [target = "", ...args] = Deno.args;
const script = Object.hasOwn(targets, target) ? targets[target]! : null;
if (script === null) {
  console.error(`usage: deno task build ${Object.keys(targets).join("|")}`);
  Deno.exit(2);
}
Deno.exit(await deno(["run", "-A", script, ...args]));
