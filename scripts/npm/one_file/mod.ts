/**
 * Builds one file for plain pages that already have viem, with `Mode.CrossPlatform` alone. The
 * bundler wraps each lazy module in a function, which costs 2 kB. This build puts these chunks into
 * a table before the second pass, which joins all modules into one scope.
 *
 * @module
 */
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installBundler } from "../../stack/bundler.ts";

/** Name of the file. */
export const ONE_FILE = "cross-platform.js";

const entry = "entry.js";

/** Chunks of AppSpecific mode and of device links; the entry rejects both. */
const absent = /^(?:app_specific|open)-/;
/** Chunks with methods that name another build. */
const leftOut = /^(?:change_owners|prepared_calls)-/;

/** Imports of other chunks, as written by the bundler: static and lazy. */
const imported = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+)"/g;
const importedLater = /\bimport\("\.\/([\w.-]+)"\)/g;

/** Builds the file. It imports viem by its name. */
export async function buildOneFile(): Promise<Uint8Array<ArrayBuffer>> {
  await installBundler();
  const here = fileURLToPath(new URL("./", import.meta.url));
  const pieces = await bundle({
    entrypoints: [join(here, "entry.ts"), join(here, "left_out.ts")],
    codeSplitting: true,
  });
  const folder = await Deno.makeTempDir({ prefix: "acct-one-file-" });
  try {
    for (const [name, text] of joined(pieces)) await Deno.writeTextFile(join(folder, name), text);
    const files = await bundle({ entrypoints: [join(folder, "one.js")] });
    const [text, ...more] = files.values();
    if (text === undefined || more.length > 0) throw new Error("the build is not one file");
    return new TextEncoder().encode(text);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Replaces lazy imports by lookups in a table that the first module fills. */
function joined(pieces: ReadonlyMap<string, string>): Map<string, string> {
  const texts = new Map<string, string>();
  const later = new Set<string>();
  const reached = new Set([entry]);
  for (const name of reached) {
    const text = pieces.get(name);
    if (text === undefined) throw new Error(`the build has no ${name}`);
    for (const [, next] of text.matchAll(imported)) reached.add(next!);
    const rest = text.replace(importedLater, (_, next: string) => {
      if (absent.test(next)) return `Promise.reject(Error("not in ${ONE_FILE}"))`;
      const piece = leftOut.test(next) ? "left_out.js" : next;
      later.add(piece);
      reached.add(piece);
      return `Promise.resolve(pieces[${[...later].indexOf(piece)}]())`;
    });
    texts.set(name, `import{pieces}from"./pieces.js";${rest}`);
  }
  texts.set("pieces.js", "export const pieces=[];");
  const imports = [...later].map((name, index) => `import*as p${index} from"./${name}";`);
  const filled = [...later].map((_, index) => `pieces[${index}]=()=>p${index};`);
  texts.set(
    "one.js",
    `export*from"./${entry}";import{pieces}from"./pieces.js";${[...imports, ...filled].join("")}`,
  );
  return texts;
}

async function bundle(
  options: Pick<Deno.bundle.Options, "entrypoints" | "codeSplitting">,
): Promise<Map<string, string>> {
  const result = await Deno.bundle({
    ...options,
    external: ["viem"],
    // No file is written, but the names of the chunks need a folder.
    outputDir: fileURLToPath(new URL("../../../npm/one-file", import.meta.url)),
    platform: "browser",
    format: "esm",
    minify: true,
    write: false,
  });
  if (!result.success) throw new Error(result.errors.map(({ text }) => text).join("\n"));
  return new Map(result.outputFiles!.map((file) => [basename(file.path), file.text()]));
}
