/**
 * The second engine: dnt (Deno to Node transform), from JSR. It is loaded only when it is asked for,
 * and its output gets the same manifest and the same checks as that of the first.
 *
 * @module
 */
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import type { Engine } from "./mod.ts";
import { type Package, readPackages } from "./packages.ts";

/** Where dnt comes from. Not a literal, so that nothing fetches it before it is asked for. */
const DNT = ["jsr:@deno", "dnt@^0.42.0"].join("/");

/** The part of dnt that is used here. */
interface Dnt {
  build(options: Readonly<Record<string, unknown>>): Promise<void>;
}

/** Loads dnt, or says why it cannot be used. */
export async function dntEngine(from: string = DNT): Promise<Engine> {
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
  const packages = await readPackages();
  return {
    folder: "esm",
    async files(pack, manifest) {
      const out = await Deno.makeTempDir({ prefix: "acct-dnt-" });
      try {
        await dnt.build({
          entryPoints: Object.entries(pack.entries).map(([name, path]) => ({
            name,
            path: join(pack.path, path),
          })),
          outDir: out,
          package: manifest,
          shims: {},
          mappings: await mappingsOf(pack, packages),
          // One module for one module, as the sources have it; require() of Node takes it.
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
            lib: ["ESNext", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
            ...(pack.jsxImportSource !== undefined && {
              jsx: "react-jsx",
              jsxImportSource: pack.jsxImportSource,
            }),
          },
          // Without the packages, their types and JSX are unknown: these say nothing about ours.
          filterDiagnostic: () => false,
        });
        return await readTexts(out, "esm");
      } finally {
        await Deno.remove(out, { recursive: true });
      }
    },
  };
}

/** The siblings' entries that a package uses; dnt refuses the ones that it does not find. */
async function mappingsOf(
  pack: Package,
  packages: readonly Package[],
): Promise<Record<string, unknown>> {
  const sources = [...(await readTexts(pack.path, "")).values()].join("\n");
  const mappings: Record<string, unknown> = {};
  for (const sibling of packages.filter(({ folder }) => pack.siblings.includes(folder))) {
    for (const [entry, path] of Object.entries(sibling.entries)) {
      const specifier = posix.join(sibling.name, entry);
      if (!sources.includes(`"${specifier}"`)) continue;
      mappings[pathToFileURL(join(sibling.path, path)).href] = {
        name: sibling.name,
        version: `^${sibling.version}`,
        ...(entry !== "." && { subPath: entry.slice(2) }),
      };
    }
  }
  return mappings;
}

/** Texts of the modules below a folder. */
async function readTexts(root: string, folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(join(root, folder))) {
    const path = posix.join(folder, name);
    if (isDirectory) { for (const found of await readTexts(root, path)) texts.set(...found); }
    else if (/\.(?:[jt]sx?)$/.test(name) && !/_test\.tsx?$/.test(name)) {
      texts.set(path, await Deno.readTextFile(join(root, path)));
    }
  }
  return texts;
}
