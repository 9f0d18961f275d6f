/**
 * The build for pages without a bundler: `acct.js`, and chunks that it loads when it needs them;
 * and `cross-platform.js`, one file for pages that have viem.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { installBundler } from "../stack/bundler.ts";
import { buildOneFile, ONE_FILE } from "./one_file/mod.ts";

const entry = fileURLToPath(new URL("../../mod.ts", import.meta.url));

/** Name of the first file. */
export const ENTRY = "acct.js";

/** Name of the list that a page copies into its import map. */
export const INTEGRITY = "integrity.json";

/**
 * Hashes and first files of the build, for pages that have the browser check the server's files.
 */
export interface CdnIntegrity {
  /**
   * Integrity metadata of every file by its name, as `integrity` of an import map has it by URL.
   */
  readonly integrity: Readonly<Record<string, string>>;
  /** The file of the entry and its static imports, each worth a `modulepreload`. */
  readonly preload: readonly string[];
}

/** Files of the build by their names. */
export async function buildCdn(): Promise<Map<string, Uint8Array>> {
  await installBundler();
  const result = await Deno.bundle({
    entrypoints: [entry],
    // No file is written, but the names of the chunks need a folder.
    outputDir: fileURLToPath(new URL("../../npm/cdn", import.meta.url)),
    platform: "browser",
    format: "esm",
    minify: true,
    codeSplitting: true,
    write: false,
  });
  if (!result.success) throw new Error(result.errors.map(({ text }) => text).join("\n"));
  const texts = withoutEmpty(
    new Map(result.outputFiles!.map((file) => [basename(file.path), file.text()])),
  );
  const names = namesOf(texts);
  const files = [...texts].map(([name, text]) =>
    [
      names.get(name)!,
      new TextEncoder().encode(rename(text, (found) => names.get(found)!)),
    ] as const
  );
  const built = new Map(files.sort(([a], [b]) => a < b ? -1 : 1));
  // Chunks without own code are equal and become a single file.
  for (const [name, bytes] of files) {
    if (`${built.get(name)}` !== `${bytes}`) throw new Error("two chunks have the same name");
  }
  built.set(ONE_FILE, await buildOneFile());
  const described = JSON.stringify(describe(built), null, 2) + "\n";
  return built.set(INTEGRITY, new TextEncoder().encode(described));
}

/**
 * Removes chunks without a statement, and the imports of them. The bundler writes one for modules
 * with types alone, and a page would wait for it.
 */
export function withoutEmpty(texts: ReadonlyMap<string, string>): Map<string, string> {
  const empty = [...texts].filter(([, text]) => text.trim() === "").map(([name]) => name);
  const kept = [...texts].filter(([name]) => !empty.includes(name));
  return new Map(kept.map(([name, text]) => [
    name,
    empty.reduce((rest, gone) => rest.replaceAll(`import"./${gone}";`, ""), text),
  ]));
}

/** Describes the files for the import map of a page. */
function describe(files: ReadonlyMap<string, Uint8Array>): CdnIntegrity {
  const hashes = [...files].map(([name, bytes]) =>
    [name, `sha384-${createHash("sha384").update(bytes).digest("base64")}`] as const
  );
  const preload = new Set([ENTRY]);
  for (const name of preload) {
    const text = new TextDecoder().decode(files.get(name));
    // Imports by a call are for later.
    for (const [, found] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w.-]+)"/g)) {
      preload.add(found!);
    }
  }
  return { integrity: Object.fromEntries(hashes), preload: [...preload] };
}

/**
 * New names for the files. The bundler's names depend on the location of the repository. These
 * depend only on the contents of the file and of all files that it imports.
 */
function namesOf(texts: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of texts.keys()) {
    const reached = new Set([name]);
    for (const next of reached) rename(texts.get(next)!, (found) => (reached.add(found), found));
    const bare = [...reached].map((next) => rename(texts.get(next)!, () => "")).sort();
    const hash = createHash("sha256").update(rename(texts.get(name)!, () => ""));
    for (const text of bare) hash.update("\0").update(text);
    const id = hash.digest("hex").slice(0, 10);
    names.set(name, name === "mod.js" ? ENTRY : name.replace(/-[A-Z0-9]{8}\.js$/, `-${id}.js`));
  }
  return names;
}

/**
 * A text with other names for its siblings; the bundler writes every import of one in this form.
 */
function rename(text: string, to: (name: string) => string): string {
  return text.replace(/"\.\/([\w-]+-[A-Z0-9]{8}\.js|mod\.js)"/g, (_, name) => `"./${to(name)}"`);
}
