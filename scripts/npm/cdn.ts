/** The build for pages without a bundler: `acct.js`, and chunks that it loads when it needs them. @module */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../mod.ts", import.meta.url));

/** Files of the build by their names. */
export async function buildCdn(): Promise<Map<string, Uint8Array>> {
  const result = await Deno.bundle({
    entrypoints: [entry],
    // Nothing is written; the names of the chunks need a folder.
    outputDir: fileURLToPath(new URL("../../npm/cdn", import.meta.url)),
    platform: "browser",
    format: "esm",
    minify: true,
    codeSplitting: true,
    write: false,
  });
  if (!result.success) throw new Error(result.errors.map(({ text }) => text).join("\n"));
  const texts = new Map(
    result.outputFiles!.map((file) => [basename(file.path), file.text()]),
  );
  const names = namesOf(texts);
  const files = [...texts].map(([name, text]) =>
    [
      names.get(name)!,
      new TextEncoder().encode(rename(text, (found) => names.get(found)!)),
    ] as const
  );
  const built = new Map(files.sort(([a], [b]) => a < b ? -1 : 1));
  // Chunks without a word of their own are equal, and one file then.
  for (const [name, bytes] of files) {
    if (`${built.get(name)}` !== `${bytes}`) throw new Error("two chunks have one name");
  }
  return built;
}

/**
 * New names for the files. The bundler's depend on where the repository lies; these depend on the
 * contents alone: on those of the file and of all that it leads to.
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
    names.set(name, name === "mod.js" ? "acct.js" : name.replace(/-[A-Z0-9]{8}\.js$/, `-${id}.js`));
  }
  return names;
}

/** A text with other names for its siblings; the bundler writes every import of one in this form. */
function rename(text: string, to: (name: string) => string): string {
  return text.replace(/"\.\/([\w-]+-[A-Z0-9]{8}\.js|mod\.js)"/g, (_, name) => `"./${to(name)}"`);
}
