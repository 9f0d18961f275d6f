/** The build for pages without a bundler: `acct.js`, and chunks that it loads when it needs them. @module */
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
  const files = new Map<string, Uint8Array>();
  for (const { path, contents } of result.outputFiles!) {
    const name = basename(path);
    const text = new TextDecoder().decode(contents!);
    // The entry gets its own name, which works as long as no chunk asks for the old one.
    if (/["'](?:\.\/)?mod\.js["']/.test(text)) throw new Error(`${name} imports the entry`);
    files.set(name === "mod.js" ? "acct.js" : name, contents!);
  }
  return new Map([...files].sort(([a], [b]) => a < b ? -1 : 1));
}
