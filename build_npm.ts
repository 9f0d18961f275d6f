/**
 * `deno task build npm [--out DIR] [--repository URL] [--engine typescript|dnt]`: builds the npm
 * packages and the files for CDNs. `docs/publishing.md` describes the next steps.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { dntEngine } from "./scripts/npm/dnt.ts";
import { buildPackages, type Engine, typeScriptEngine } from "./scripts/npm/mod.ts";

const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  typescript: typeScriptEngine,
  dnt: () => dntEngine(),
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: "npm" },
      repository: { type: "string" },
      engine: { type: "string", default: "typescript" },
    },
  });
  const engine = Object.hasOwn(engines, values.engine) ? engines[values.engine] : undefined;
  if (engine === undefined) {
    console.error(`--engine is one of ${Object.keys(engines).join(", ")}, not ${values.engine}.`);
    Deno.exit(2);
  }
  const begin = performance.now();
  const built = await buildPackages({
    out: values.out,
    engine: await engine(),
    ...(values.repository !== undefined && { repository: values.repository }),
  });
  for (const { name, version, tarball } of built) {
    const { size } = await Deno.stat(tarball);
    console.log(`${name}@${version}  ${tarball}  ${(size / 1000).toFixed(1)} kB`);
  }
  console.log(`${values.out}/cdn/acct.js`);
  console.log(`${((performance.now() - begin) / 1000).toFixed(1)} s`);
}
