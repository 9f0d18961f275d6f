/**
 * Builds the packages with dnt and with TypeScript, installs both with npm, and compares the
 * results for an app: exports at run time, types in TypeScript, sizes. It prints a table and the
 * differences. It fails if exports or types differ, or if a bundle differs by more than one
 * hundredth.
 *
 * Arguments: the address of dnt's module, and the output folder of dnt. It runs in `test:dnt`, with
 * an import map for dnt.
 *
 * @module
 */
import { posix } from "node:path";
import { makeProject, type Packages, readPackagesIn, run } from "../../tests/consumers/packages.ts";
import { dntEngine } from "./dnt.ts";
import { buildPackages, type Engine, typeScriptEngine } from "./mod.ts";
import { lintPackages } from "./tools.ts";

/** Largest difference of two bundles' sizes, as a share of the first. */
const TOLERANCE = 0.01;

/** Packages of an app in addition to ours. */
const dependencies = {
  "@tanstack/react-query": "5.108.0",
  "@types/react": "19.3.0",
  esbuild: "0.25.12",
  react: "19.3.1",
  typescript: "5.9.3",
  viem: "2.57.1",
  wagmi: "3.7.7",
} as const;

/** An entry of a package as seen by an app. */
interface Entry {
  /** Names of its exports when it runs. */
  readonly exports: readonly string[];
  /** Each exported name with its type as printed by TypeScript; both types and values. */
  readonly types: Readonly<Record<string, string>>;
  /** Bytes of the entry with all its imports, minified and gzipped, without other packages. */
  readonly bytes: number;
}

/** All entries by their names, and the declarations by their paths without comments. */
interface Side {
  readonly entries: Readonly<Record<string, Entry>>;
  readonly declarations: Readonly<Record<string, string>>;
}

const [from, out] = Deno.args;
if (from === undefined || out === undefined) throw new Error("compare.ts requires two arguments");
const ours = await Deno.makeTempDir({ prefix: "acct-packages-" });
try {
  const first = await sideOf("typescript", await build(await typeScriptEngine(), ours));
  const built = await build(await dntEngine({ from, mapNode: true }), out);
  const tarballs = [built.core, built.connector, built.ui, built.pay].map(({ tarball }) => tarball);
  const problems = [...await lintPackages(tarballs), ...compare(first, await sideOf("dnt", built))];
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) Deno.exit(1);
} finally {
  await Deno.remove(ours, { recursive: true });
}

async function build(engine: Engine, folder: string): Promise<Packages> {
  await buildPackages({ out: folder, engine });
  return await readPackagesIn(folder);
}

/** Installs the packages and inspects them with Node, TypeScript and esbuild. */
async function sideOf(name: string, packages: Packages): Promise<Side> {
  const entries = [packages.core, packages.connector, packages.ui, packages.pay].flatMap((pack) =>
    Object.keys(pack.manifest.exports ?? {})
      .filter((entry) => !entry.endsWith(".json"))
      .map((entry) => posix.join(pack.name, entry))
  );
  const folder = await makeProject({
    name: `compare-${name}`,
    uses: ["core", "connector", "ui", "pay"],
    packages,
    dependencies,
    files: {
      "all.ts": entries.map((entry, index) => `export * as e${index} from "${entry}";`).join("\n"),
      "look.mjs": await Deno.readTextFile(new URL("./compare_look.mjs", import.meta.url)),
    },
  });
  return JSON.parse(await run(folder, "node", ["look.mjs", ...entries]));
}

/** Prints a row per entry and lists the differences. */
function compare(first: Side, second: Side): string[] {
  const problems: string[] = [];
  console.log("entry".padEnd(28) + "exports  types  TypeScript, gz   dnt, gz");
  for (const [name, one] of Object.entries(first.entries)) {
    const two = second.entries[name]!;
    if (`${one.exports}` !== `${two.exports}`) {
      problems.push(`${name} exports ${two.exports} with dnt, ${one.exports} with TypeScript`);
    }
    for (const type of new Set([...Object.keys(one.types), ...Object.keys(two.types)])) {
      if (one.types[type] === two.types[type]) continue;
      problems.push(
        `${name}: ${type}\n  TypeScript  ${one.types[type]}\n  dnt  ${two.types[type]}`,
      );
    }
    if (Math.abs(two.bytes / one.bytes - 1) > TOLERANCE) {
      problems.push(`${name} has ${two.bytes} bytes with dnt, ${one.bytes} with TypeScript`);
    }
    const cells = [
      String(one.exports.length).padStart(7),
      String(Object.keys(one.types).length).padStart(7),
      String(one.bytes).padStart(16),
      String(two.bytes).padStart(10),
    ];
    console.log(name.padEnd(28) + cells.join(""));
  }
  const [all, theirs] = [first.declarations, second.declarations];
  const same = Object.keys(all).filter((path) => all[path] === theirs[path]).length;
  console.log(
    `Of ${Object.keys(all).length} declarations ${same} are the same text without comments; ` +
      `dnt has ${Object.keys(theirs).length}.`,
  );
  return problems;
}
