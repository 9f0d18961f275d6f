/**
 * The second engine: dnt (Deno to Node transform), from JSR. It is loaded only on request, and its
 * output gets the same manifest and the same checks as the first engine's.
 *
 * @module
 */
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import {
  entriesOf,
  type Files,
  reachedFrom,
  specifiersOf,
  type TypeScript,
  withoutBare,
} from "./compile.ts";
import type { Engine } from "./mod.ts";
import { type Package, readPackages, readRanges } from "./packages.ts";
import { loadTypeScript } from "./tools.ts";

/**
 * Address of dnt: 0.43 is the first version with options for the JSX source and for no polyfills.
 * Not a literal, so that it is not fetched before it is needed.
 */
export const DNT = ["jsr:@deno", "dnt@^0.43.0"].join("/");

/** Folder of the modules in a package. */
const FOLDER = "esm";

/** Prefix of the names of dnt's own modules. */
const OWN = "_dnt.";

/** The part of dnt that is used here. */
interface Dnt {
  build(options: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Which dnt to use. */
export interface DntOptions {
  /** The specifier to import it by. Default: {@link DNT}. */
  readonly from?: string;
  /** True for versions before 0.41.1. They need a mapping for Node's own modules. */
  readonly mapNode?: boolean;
}

/**
 * Loads dnt.
 *
 * @throws if it cannot be loaded
 */
export async function dntEngine(options: DntOptions = {}): Promise<Engine> {
  const { from = DNT, mapNode = false } = options;
  let dnt: Dnt;
  try {
    dnt = await import(from);
  } catch (cause) {
    throw new Error(
      `The engine "dnt" needs ${from}, which cannot be loaded here: nothing was built. ` +
        "The engine that publishes needs npm packages only: leave --engine out.",
      { cause },
    );
  }
  const [ts, packages] = await Promise.all([loadTypeScript(), readPackages()]);
  return {
    folder: FOLDER,
    async files(pack, manifest) {
      const out = await Deno.makeTempDir({ prefix: "acct-dnt-" });
      try {
        // Next to the output, because dnt empties its output folder.
        const [map, target] = [join(out, "import_map.json"), join(out, "package")];
        await Deno.writeTextFile(map, JSON.stringify({ imports: await importsOf(packages) }));
        const mappings = await mappingsOf(ts, pack, packages, mapNode);
        await dnt.build(optionsFor(pack, manifest, mappings, target, map));
        return tidy(ts, pack, await readTexts(target, FOLDER));
      } finally {
        await Deno.remove(out, { recursive: true });
      }
    },
  };
}

/** The options of dnt for a package: one module for one module, as the sources have it. */
function optionsFor(
  pack: Package,
  manifest: Record<string, unknown>,
  mappings: Readonly<Record<string, unknown>>,
  outDir: string,
  importMap: string,
): Record<string, unknown> {
  return {
    entryPoints: [
      ...Object.entries(pack.entries).map(([name, path]) => ({
        name,
        path: join(pack.path, path),
      })),
      ...Object.entries(pack.commands ?? {}).map(([name, path]) => ({
        kind: "bin",
        name,
        path: join(pack.path, path),
      })),
    ],
    outDir,
    importMap,
    package: manifest,
    shims: {},
    // The target has everything that they would add; they would change globals of the app.
    polyfills: false,
    mappings,
    // require() of Node supports modules.
    scriptModule: false,
    declaration: "inline",
    skipSourceOutput: true,
    test: false,
    // Both would need the siblings from a registry that does not have this version yet.
    typeCheck: false,
    skipNpmInstall: true,
    // The JSX options of a member are not seen by dnt.
    compilerOptions: {
      target: "ES2022",
      lib: ["ESNext", "DOM", "DOM.Iterable"],
      ...(pack.jsxImportSource !== undefined && {
        jsx: "react-jsx",
        jsxImportSource: pack.jsxImportSource,
      }),
    },
    // Without the packages, their types and JSX are unknown, so these diagnostics do not concern
    // our code.
    filterDiagnostic: () => false,
  };
}

/**
 * The packages and their imports, as `imports` of an import map: not every version of dnt reads the
 * workspace's configuration.
 */
export async function importsOf(packages: readonly Package[]): Promise<Record<string, string>> {
  const imports: Record<string, string> = {};
  for (const [name, range] of Object.entries(await readRanges())) {
    imports[name] = `npm:${name}@${range}`;
    imports[`${name}/`] = `npm:/${name}@${range}/`;
  }
  for (const pack of packages) {
    for (const [entry, path] of Object.entries(pack.entries)) {
      imports[posix.join(pack.name, entry)] = pathToFileURL(join(pack.path, path)).href;
    }
  }
  return imports;
}

/**
 * The siblings' entries that a package uses, by their addresses; dnt rejects any others.
 *
 * @param mapNode also names the modules of Node that it uses
 */
export async function mappingsOf(
  ts: TypeScript,
  pack: Package,
  packages: readonly Package[],
  mapNode = false,
): Promise<Record<string, unknown>> {
  const used = await specifiersOf(ts, pack);
  const mappings: Record<string, unknown> = {};
  for (const name of mapNode ? used : []) {
    if (name.startsWith("node:")) mappings[name] = { name };
  }
  for (const sibling of packages.filter(({ folder }) => pack.siblings.includes(folder))) {
    for (const [entry, path] of Object.entries(sibling.entries)) {
      if (!used.has(posix.join(sibling.name, entry))) continue;
      mappings[pathToFileURL(join(sibling.path, path)).href] = {
        name: sibling.name,
        version: `^${sibling.version}`,
        ...(entry !== "." && { subPath: entry.slice(2) }),
      };
    }
  }
  return mappings;
}

/**
 * Removes unneeded output: files that versions before 0.43 always write, and modules and
 * declarations that no entry reaches. Those versions write polyfills, which change the app's
 * globals. They also return `globalThis` through a proxy, and browsers reject calls of built-in
 * functions on it.
 *
 * @throws if a module needs another file of dnt, or React
 */
export function tidy(ts: TypeScript, pack: Package, written: Files): Files {
  const files: Files = new Map();
  for (const [path, text] of written) {
    files.set(
      path,
      (path.endsWith(".d.ts") ? withoutBare(text) : text)
        .replace(/^import "(?:\.\.?\/)+_dnt\.polyfills\.js";\n/gm, "")
        .replace(/^import \* as dntShim from "(?:\.\.?\/)+_dnt\.shims\.js";\n/gm, "")
        .replace(/\bdntShim\.dntGlobalThis\b/g, "globalThis"),
    );
  }
  const kept = new Set<string>();
  for (const ending of [".js", ".d.ts"]) {
    const entries = entriesOf(pack).map((path) =>
      posix.join(FOLDER, path.replace(/\.tsx?$/, ending))
    );
    for (const path of reachedFrom(ts, files, entries, ending)) kept.add(path);
  }
  for (const path of kept) {
    const name = `${pack.name}/${path}`;
    if (posix.basename(path).startsWith(OWN)) {
      throw new Error(`${name} is a module of dnt's own, which would run between page and code`);
    }
    if (/\bReact\.(?:createElement|Fragment)\b/.test(files.get(path) ?? "")) {
      throw new Error(
        `${name} creates elements with a global React: this version of dnt has no option ` +
          "for the source of JSX; 0.43 has one.",
      );
    }
  }
  return new Map([...files].filter(([path]) => kept.has(path)));
}

/** Texts of the modules below a folder. */
async function readTexts(root: string, folder: string): Promise<Files> {
  const texts: Files = new Map();
  for await (const { name, isDirectory } of Deno.readDir(join(root, folder))) {
    const path = posix.join(folder, name);
    if (isDirectory) { for (const found of await readTexts(root, path)) texts.set(...found); }
    else if (/\.(?:js|d\.ts)$/.test(name)) {
      texts.set(path, await Deno.readTextFile(join(root, path)));
    }
  }
  return texts;
}
