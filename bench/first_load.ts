/** What a page loads at first, gzipped. @module */
import { posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = new URL("../", import.meta.url);

/** What is loaded. */
export interface Load {
  /** Entries, each with all that it imports statically. */
  readonly entries: readonly string[];
  /** Packages that the page has anyway, sub-paths included. */
  readonly external: readonly string[];
}

/** Gzipped bytes of the entries and of all that they import statically. */
export async function firstLoad(
  { entries, external }: Load,
): Promise<{ bytes: number; files: string[] }> {
  // Nothing is written; the names of the pieces need a folder.
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
      file.contents!,
    ]),
  );
  return weigh(pieces, entries.map((entry) => nameOf(entry, [...pieces.keys()])));
}

/** Gzipped bytes of pieces and of all that they import statically. */
export function weigh(
  pieces: ReadonlyMap<string, Uint8Array>,
  entries: readonly string[],
): { bytes: number; files: string[] } {
  const waiting = [...entries];
  const loaded = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (loaded.has(name)) continue;
    loaded.add(name);
    const text = new TextDecoder().decode(pieces.get(name)!);
    // `import"./x.js"`, `from"./x.js"`, but not `import("./x.js")`.
    for (const [, path] of text.matchAll(/(?:\bimport|\bfrom)\s*"(\.[^"]+)"/g)) {
      waiting.push(posix.join(posix.dirname(name), path!));
    }
  }
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(pieces.get(name)!).length, 0);
  return { bytes, files: [...loaded] };
}

/** The piece that an entry became. */
function nameOf(entry: string, names: readonly string[]): string {
  const wanted = entry.replace(/\.tsx?$/, ".js");
  const name = names.find((name) => wanted.endsWith(name)) ??
    names.find((name) => name === "mod.js");
  if (name === undefined) throw new Error(`${entry} is not among ${names.join(", ")}`);
  return name;
}
