/** Bundles the modules of a page. @module */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { installBundler } from "./bundler.ts";

const root = new URL("../../", import.meta.url);

/** The name of the piece that others were gathered into. */
export const GATHERED = "gathered";
/** The name of the piece that loads before them. */
export const FIRST = "first";

/** Input of a bundle. */
export interface BundleSource {
  /** The entry module, relative to the root. */
  readonly entry: string;
  /** If true, lazy imports stay in files of their own, as an app's bundler does it. */
  readonly split?: boolean;
  /** Names of lazy modules that stay apart when the others are gathered into one piece. */
  readonly apart?: readonly string[];
  /** Names of lazy modules that are gathered into a piece that loads before all other lazy ones. */
  readonly first?: readonly string[];
  /**
   * Names of lazy modules that none of our code reaches. A bundler keeps each lazy module, and with it
   * what it shares with others, even if no function that imports it is used.
   */
  readonly unused?: readonly string[];
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
  const { entry, split = false, apart, first = [], unused = [] } = source;
  await installBundler();
  const path = fileURLToPath(new URL(entry, root));
  if (apart === undefined) return await run(path, { split, minify: true });
  const folder = await Deno.makeTempDir();
  try {
    const pieces = gather(await run(path, { split, minify: false }), { apart, first, unused });
    for (const { name, body } of pieces) await Deno.writeFile(`${folder}/${name}`, body);
    return await runIn(folder, pieces[0]!.name);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Gathers lazy modules into one or two pieces. A bundler writes a file for each lazy module and for all
 * that any two of them share, and that many requests only cost time. Where a first piece is wanted, all
 * later ones import it, so that the bundler makes one file of what they share.
 */
function gather(
  pieces: readonly Piece[],
  { apart, first, unused }: Record<"apart" | "first" | "unused", readonly string[]>,
): readonly Piece[] {
  const gathered = new Map<string, { readonly key: string; readonly into: string }>();
  const baseOf = (file: string) => file.replace(/-[A-Z0-9]{8}$/, "");
  const before = first.length === 0 ? "" : `import "./${FIRST}.js";\n`;
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
