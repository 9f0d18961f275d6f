/** Bundles the modules of a page. @module */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { installBundler } from "./bundler.ts";

const root = new URL("../../", import.meta.url);

/** The name of the chunk that contains the others. */
export const GATHERED = "gathered";
/** The name of the chunk that loads before them. */
export const FIRST = "first";

/** Input of a bundle. */
export interface BundleSource {
  /** The entry module, relative to the root. */
  readonly entry: string;
  /** If true, lazy imports stay in separate files, as with an app's bundler. */
  readonly split?: boolean;
  /** Names of lazy modules that stay separate when all other modules are combined into one chunk. */
  readonly apart?: readonly string[];
  /** Names of lazy modules that are combined into a chunk that loads before all other lazy ones. */
  readonly first?: readonly string[];
  /**
   * Names of lazy modules that our code never loads. Without `apart`, all others become part of the
   * entry. A bundler keeps each lazy module and its shared dependencies, even if no function that
   * imports it is used.
   */
  readonly unused?: readonly string[];
}

/** A file of a bundle. */
export interface Piece {
  /** File name, without a folder. */
  readonly name: string;
  /** Contents of the file. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The minified modules of an entry, itself first. */
export async function bundle(source: BundleSource): Promise<readonly Piece[]> {
  const { entry, split = false, apart, first = [], unused = [] } = source;
  await installBundler();
  const path = fileURLToPath(new URL(entry, root));
  const inOne = apart === undefined && unused.length > 0;
  if (apart === undefined && !inOne) return await run(path, { split, minify: true });
  const folder = await Deno.makeTempDir();
  try {
    const found = await run(path, { split: true, minify: false });
    const pieces = apart === undefined
      ? found.map((piece) => withoutUnused(piece, unused))
      : gather(found, { apart, first, unused });
    for (const { name, body } of pieces) await Deno.writeFile(`${folder}/${name}`, body);
    return await runIn(folder, pieces[0]!.name, !inOne);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Combines lazy modules into one or two chunks. A bundler writes a file for each lazy module and
 * for all code that any two of them share, and so many requests only cost time. If a first chunk is
 * requested, all later ones import it, so that the bundler creates one file for their shared code.
 */
function gather(
  pieces: readonly Piece[],
  { apart, first, unused }: Record<"apart" | "first" | "unused", readonly string[]>,
): readonly Piece[] {
  const gathered = new Map<string, { readonly key: string; readonly into: string }>();
  const baseOf = (file: string) => file.replace(/-[A-Z0-9]{8}$/, "");
  const before = first.length === 0 ? "" : `import "./${FIRST}.js";\n`;
  // Separate modules keep their names; the second run gives them new hashes.
  const plain = (file: string) => {
    const [, name] = /^(\w+)-[A-Z0-9]{8}\.js$/.exec(file) ?? [];
    return name !== undefined && apart.includes(name) ? `${name}.js` : file;
  };
  const named = (text: string) =>
    text.replace(/"\.\/([^"\/]+\.js)"/g, (_, file: string) => `"./${plain(file)}"`);
  const later = (text: string) =>
    text.replace(/\bimport\("\.\/([^"]+)\.js"\)/g, (whole, file: string) => {
      if (apart.includes(file)) return whole;
      if (unused.includes(baseOf(file))) return `Promise.reject(new Error("${baseOf(file)}"))`;
      const { key, into } = gathered.get(file) ??
        { key: `piece${gathered.size}`, into: first.includes(baseOf(file)) ? FIRST : GATHERED };
      gathered.set(file, { key, into });
      return `import("./${into}.js").then((all) => all.${key})`;
    });
  const moved = pieces.map(({ name, body }) => ({
    name: plain(name),
    body: encode(
      (apart.includes(plain(name).replace(/\.js$/, "")) ? before : "") +
        later(named(new TextDecoder().decode(body))),
    ),
  }));
  const piece = (into: string, head = ""): Piece => {
    const all = [...gathered].filter(([, each]) => each.into === into)
      .map(([file, { key }]) => `export * as ${key} from "./${file}.js";\n`);
    return { name: `${into}.js`, body: encode(head + all.join("")) };
  };
  return [...moved, ...(before === "" ? [] : [piece(FIRST)]), piece(GATHERED, before)];
}

/** Removes the imports of unused lazy modules. */
function withoutUnused({ name, body }: Piece, unused: readonly string[]): Piece {
  const text = new TextDecoder().decode(body).replace(
    /\bimport\("\.\/(\w+)-[A-Z0-9]{8}\.js"\)/g,
    (whole, module: string) =>
      unused.includes(module) ? `Promise.reject(new Error("${module}"))` : whole,
  );
  return { name, body: encode(text) };
}

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * Runs the bundler in a folder. The names of chunks depend on the path from the working directory.
 * In a temporary folder with a changing name, the working directory must be the folder itself.
 */
async function runIn(
  folder: string,
  entry: string,
  split: boolean,
): Promise<readonly Piece[]> {
  const out = `${folder}/out`;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    cwd: folder,
    args: [
      "bundle",
      "--quiet",
      "--no-config",
      "--platform=browser",
      "--format=esm",
      "--minify",
      ...(split ? ["--code-splitting"] : []),
      `--outdir=${out}`,
      entry,
    ],
  }).output();
  if (!success) throw new Error(`cannot bundle ${entry}: ${new TextDecoder().decode(stderr)}`);
  const names = (await Array.fromAsync(Deno.readDir(out))).map(({ name }) => name).sort();
  const pieces = await Promise.all(
    names.map(async (name) => ({ name, body: await Deno.readFile(`${out}/${name}`) })),
  );
  return pieces.sort((a, b) => Number(b.name === entry) - Number(a.name === entry));
}

/** Runs the bundler; the entry is first. */
async function run(
  entry: string,
  { split, minify }: { readonly split: boolean; readonly minify: boolean },
): Promise<readonly Piece[]> {
  const result = await Deno.bundle({
    entrypoints: [entry],
    // No file is written, but the names of the chunks need a folder.
    outputDir: fileURLToPath(new URL("dist-of-pages", root)),
    platform: "browser",
    format: "esm",
    minify,
    codeSplitting: split,
    write: false,
  });
  if (!result.success) {
    throw new Error(`cannot bundle ${entry}: ${result.errors.map((e) => e.text).join("; ")}`);
  }
  const files = result.outputFiles!.map(({ path, contents }) => ({
    name: basename(path),
    // A chunk that only imports other chunks is empty and has no contents.
    body: Uint8Array.from(contents ?? []),
  }));
  const main = basename(entry).replace(/\.tsx?$/, ".js");
  return files.sort((a, b) => Number(b.name === main) - Number(a.name === main));
}
