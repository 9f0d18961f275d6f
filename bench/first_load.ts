/** Measures the first load of a page, gzipped. @module */
import { posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { reachable } from "../scripts/stack/module_graph.ts";

const root = new URL("../", import.meta.url);

/** A set of modules to load. */
export interface Load {
  /** Entries, each with all its static imports. */
  readonly entries: readonly string[];
  /** Packages that the page already includes, with their subpaths. */
  readonly external: readonly string[];
}

/** Gzipped bytes of the entries and of all their static imports. */
export async function firstLoad(
  { entries, external }: Load,
): Promise<{ bytes: number; files: string[] }> {
  // No file is written; the names of the chunks need a folder.
  const folder = fileURLToPath(new URL("dist-of-size-test", root));
  const result = await Deno.bundle({
    entrypoints: entries.map((entry) => resolve(fileURLToPath(root), entry)),
    outputDir: folder,
    platform: "browser",
    format: "esm",
    minify: true,
    codeSplitting: true,
    external: external.flatMap((name) => [name, `${name}/*`]),
    write: false,
  });
  if (!result.success) throw new Error(result.errors.map((error) => error.text).join("\n"));
  const pieces = new Map(
    result.outputFiles!.map((file) => [
      posix.relative(folder, file.path),
      file.contents ?? new Uint8Array(),
    ]),
  );
  return weigh(pieces, entries.map((entry) => nameOf(entry, [...pieces.keys()])));
}

/** Gzipped bytes of chunks and of all their static imports. */
export function weigh(
  pieces: ReadonlyMap<string, Uint8Array>,
  entries: readonly string[],
): { bytes: number; files: string[] } {
  const loaded = reachable(pieces, entries);
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(pieces.get(name)!).length, 0);
  return { bytes, files: [...loaded] };
}

/** The chunk of an entry. */
function nameOf(entry: string, names: readonly string[]): string {
  const wanted = entry.replace(/\.tsx?$/, ".js");
  const name = names.find((name) => wanted.endsWith(name)) ??
    names.find((name) => name === "mod.js");
  if (name === undefined) throw new Error(`${entry} is not among ${names.join(", ")}`);
  return name;
}
