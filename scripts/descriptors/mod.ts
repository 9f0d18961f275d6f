/**
 * `deno task descriptors --from FOLDER [--out FILE] [--pin COPY]`: reads a copy of the public
 * registry of ERC-7730, compiles each file for calls or typed data, and writes the bundle that the
 * service serves to `--out` (`.local/descriptors.json`). The wallet trusts only descriptors with a
 * pinned hash: `--pin` writes the hashes of this copy for a release, with its date and commit
 * (`"2026-08-20, 3b66ba2"`); without it they are compared.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { descriptors as own } from "../../core/reading/descriptors/mod.ts";
import { descriptorHash, MAX_DESCRIPTOR_LENGTH } from "../../core/reading/clear/further.ts";
import { hashes } from "../../core/reading/clear/hashes.ts";
import { typeHash } from "../../core/reading/clear/typed_descriptor.ts";
import { compile } from "./compile.ts";
import { compileTyped } from "./compile_typed.ts";
import { withIncludes } from "./includes.ts";
import { reasonOf } from "./parts.ts";

/** A compiled copy of the registry. */
export interface Bundle {
  /** Hash of the descriptor of each contract, by `chain:address` in lower case. */
  readonly contracts: Readonly<Record<string, string>>;
  /**
   * Hash of the descriptor of each type of typed data, by `chain:address:typeHash` in lower case.
   */
  readonly typed: Readonly<Record<string, string>>;
  /** Descriptors by their hash, as text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A bundle, with the reasons for skipped files and functions. */
export interface Compilation extends Bundle {
  /** Skipped files, with the reasons. */
  readonly left: readonly string[];
  /** Skipped functions and messages of files, with the reasons. */
  readonly functions: readonly string[];
}

/** A file as the service serves it. */
interface Entry {
  readonly text: string;
  /** Keys of the descriptor. */
  readonly keys: readonly string[];
  /** Skipped functions and messages, with the reasons. */
  readonly left: readonly string[];
}

/**
 * Compiles all files below a folder. The wallet's own descriptors and readers win; of several files
 * for one thing the first one does.
 */
export async function compileFolder(folder: string): Promise<Compilation> {
  const contracts: Record<string, string> = {};
  const typed: Record<string, string> = {};
  const texts: Record<string, string> = {};
  const left: string[] = [];
  const functions: string[] = [];
  const ours = new Set(
    own.flatMap(({ context }) => context.contract.deployments.map(keyOf)),
  );
  for (const path of await descriptorFiles(folder)) {
    try {
      const file = await withIncludes(folder, path);
      const isTyped = typedFile.test(path);
      const known = isTyped ? typed : contracts;
      const entry = isTyped
        ? typedEntry(file, (key) => !(key in known))
        : callEntry(file, (key) => !ours.has(key) && !(key in known));
      const { text } = entry;
      if (text.length > MAX_DESCRIPTOR_LENGTH) throw new Error("it is too long");
      const hash = await descriptorHash(text);
      texts[hash] = text;
      for (const key of entry.keys) known[key] = hash;
      for (const reason of entry.left) functions.push(`${path}: ${reason}`);
    } catch (error) {
      left.push(`${path}: ${reasonOf(error)}`);
    }
  }
  return { contracts, typed, texts, left, functions };
}

function callEntry(file: unknown, isFree: (key: string) => boolean): Entry {
  const { descriptor, left } = compile(file);
  const { context } = descriptor;
  const deployments = context.contract.deployments.filter((each) => isFree(keyOf(each)));
  if (deployments.length === 0) throw new Error("its contracts are described already");
  const text = JSON.stringify({
    ...descriptor,
    context: { ...context, contract: { deployments } },
  });
  return { text, keys: deployments.map(keyOf), left };
}

function typedEntry(file: unknown, isFree: (key: string) => boolean): Entry {
  const { descriptor, left } = compileTyped(file);
  const { context, display } = descriptor;
  const types = Object.keys(display.formats).map(typeHash);
  const keysOf = (each: { chainId: number; address: string }) =>
    types.map((type) => `${keyOf(each)}:${type}`);
  const deployments = context.eip712.deployments.filter((each) => keysOf(each).every(isFree));
  if (deployments.length === 0) throw new Error("its messages are described already");
  const eip712 = { ...context.eip712, deployments };
  const text = JSON.stringify({ ...descriptor, context: { ...context, eip712 } });
  return { text, keys: deployments.flatMap(keysOf), left };
}

const keyOf = ({ chainId, address }: { chainId: number; address: string }): string =>
  `${chainId}:${address.toLowerCase()}`;

/** Matches the files for typed data. */
const typedFile = /(?:^|\/)eip712-[^/]*\.json$/;

/** Lists the files for calls and typed data, in one order on every machine. */
async function descriptorFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (path: string) => {
    for await (const { name, isDirectory, isFile } of Deno.readDir(`${folder}/${path}`)) {
      const inner = path === "" ? name : `${path}/${name}`;
      if (isDirectory && !/^(?:tests|testsv2|sigs|node_modules|\.git)$/.test(name)) {
        await visit(inner);
      } else if (isFile && /^(?:calldata|eip712)-.*\.json$/.test(name)) found.push(inner);
    }
  };
  await visit("");
  return found.sort();
}

/** Writes the module of hashes, several per line. `copy` identifies the copy of the registry. */
function hashModule(all: readonly string[], copy: string): string {
  const rows = Array.from(
    { length: Math.ceil(all.length / 2) },
    (_, row) => `  ${all.slice(2 * row, 2 * row + 2).join(" ")}\n`,
  );
  return "/**\n" +
    " * Hashes of the descriptors in the public registry that this release believes.\n" +
    ` * The copy is of ${copy}.\n *\n * @module\n */\n` +
    "/** SHA-256 of each descriptor, in base64url; written by `deno task descriptors --pin`. */\n" +
    `export const hashes: ReadonlySet<string> = new Set(\`\n${
      rows.join("")
    }\`.trim().split(/\\s+/));\n`;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: "string" },
      out: { type: "string", default: ".local/descriptors.json" },
      pin: { type: "string" },
      verbose: { type: "boolean", default: false },
    },
  });
  if (values.from === undefined) throw new Error("Say where the copy is: --from FOLDER");
  const { contracts, typed, texts, left, functions } = await compileFolder(values.from);
  const all = Object.keys(texts).sort();
  if (values.verbose) { for (const line of [...left, ...functions]) console.log(line); }
  const isTyped = (line: string) => typedFile.test(line.slice(0, line.indexOf(": ")));
  for (
    const [what, parts, known, of] of [
      ["calls", "functions", contracts, (line: string) => !isTyped(line)],
      ["typed data", "messages", typed, isTyped],
    ] as const
  ) {
    const contracts = new Set(Object.keys(known).map((key) => key.split(":", 2).join(":")));
    console.log(
      `${new Set(Object.values(known)).size} descriptors of ${what} for ${contracts.size} ` +
        `contracts; skipped: ${left.filter(of).length} files, ` +
        `${functions.filter(of).length} ${parts} (--verbose says why)`,
    );
  }
  const root = new URL("../../", import.meta.url);
  const pinned = new URL("core/reading/clear/hashes.ts", root);
  if (values.pin !== undefined) {
    await Deno.writeTextFile(pinned, hashModule(all, values.pin));
  }
  const believed = values.pin !== undefined ? new Set(all) : hashes;
  const unknown = all.filter((hash) => !believed.has(hash));
  const out = values.out.startsWith("/") ? values.out : new URL(values.out, root);
  const kept = new Set(all.filter((hash) => believed.has(hash)));
  const ofKept = (known: Bundle["contracts"]) =>
    Object.fromEntries(Object.entries(known).filter(([, hash]) => kept.has(hash)));
  const bundle: Bundle = {
    contracts: ofKept(contracts),
    typed: ofKept(typed),
    texts: Object.fromEntries(Object.entries(texts).filter(([hash]) => kept.has(hash))),
  };
  if (typeof out !== "string") await Deno.mkdir(new URL(".", out), { recursive: true });
  await Deno.writeTextFile(out, JSON.stringify(bundle));
  console.log(`${kept.size} of them are pinned, and written to ${values.out}`);
  if (unknown.length > 0) {
    console.log(`${unknown.length} are not: this copy differs from the release's.`);
    Deno.exitCode = 1;
  }
}

if (import.meta.main) await main();
