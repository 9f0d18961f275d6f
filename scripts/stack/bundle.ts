/** Bundles the modules of a page. @module */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { installBundler } from "./bundler.ts";

const root = new URL("../../", import.meta.url);

/** The name of the piece that others were gathered into. */
export const GATHERED = "gathered";

/** Input of a bundle. */
export interface BundleSource {
  /** The entry module, relative to the root. */
  readonly entry: string;
  /** If true, lazy imports stay in files of their own, as an app's bundler does it. */
  readonly split?: boolean;
  /** Names of lazy modules that stay apart when the others are gathered into one piece. */
  readonly apart?: readonly string[];
}

/** A file of a bundle. */
export interface Piece {
  /** Its name, without a folder. */
  readonly name: string;
  /** Its text. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The minified modules of an entry, itself first. */
export async function bundle(source: BundleSource): Promise<readonly Piece[]> {
  const { entry, split = false, apart } = source;
  await installBundler();
  const path = fileURLToPath(new URL(entry, root));
  if (apart === undefined) return await run(path, { split, minify: true });
  const folder = await Deno.makeTempDir();
  try {
    const pieces = gather(await run(path, { split, minify: false }), apart);
    for (const { name, body } of pieces) await Deno.writeFile(`${folder}/${name}`, body);
    return await runIn(folder, pieces[0]!.name);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Adds a piece that holds what is imported later, and lets it be imported in the others' place. A
 * bundler makes a file of each, and of all that any two of them share; where they are needed at once
 * anyway, that many files only cost time.
 */
function gather(pieces: readonly Piece[], apart: readonly string[]): readonly Piece[] {
  const gathered = new Map<string, string>();
  // Modules that stay apart keep their names; the second run gives them new hashes.
  const plain = (file: string) => {
    const [, name] = /^(\w+)-[A-Z0-9]{8}\.js$/.exec(file) ?? [];
    return name !== undefined && apart.includes(name) ? `${name}.js` : file;
  };
  const named = (text: string) =>
    text.replace(/"\.\/([^"\/]+\.js)"/g, (_, file: string) => `"./${plain(file)}"`);
  const later = (text: string) =>
    text.replace(/\bimport\("\.\/([^"]+)\.js"\)/g, (whole, file: string) => {
      if (apart.includes(file)) return whole;
      const key = gathered.get(file) ?? `piece${gathered.size}`;
      gathered.set(file, key);
      return `import("./${GATHERED}.js").then((all) => all.${key})`;
    });
  const moved = pieces.map(({ name, body }) => ({
    name: plain(name),
    body: encode(later(named(new TextDecoder().decode(body)))),
  }));
  const all = [...gathered].map(([file, key]) => `export * as ${key} from "./${file}.js";\n`);
  return [...moved, { name: `${GATHERED}.js`, body: encode(all.join("")) }];
}

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * Runs the bundler in a folder. What it calls a piece depends on the way to it from where it runs: in a
 * folder with another name each time, that has to be the folder itself.
 */
async function runIn(folder: string, entry: string): Promise<readonly Piece[]> {
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
      "--code-splitting",
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
    // Nothing is written; the names of the pieces need a folder.
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
    // A piece that only holds other pieces together is empty, and has no contents.
    body: Uint8Array.from(contents ?? []),
  }));
  const main = basename(entry).replace(/\.tsx?$/, ".js");
  return files.sort((a, b) => Number(b.name === main) - Number(a.name === main));
}
