/**
 * `deno task descriptors --from FOLDER [--out FILE] [--pin]`: reads a copy of the public registry of
 * ERC-7730, compiles each file for calls, and writes what the service serves to `--out`
 * (`.local/descriptors.json`). Only what the wallet has a hash of is believed: `--pin` writes the hashes
 * of this copy for a release, without it they are compared.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { descriptors as own } from "../../core/reading/clear/descriptors/mod.ts";
import { descriptorHash, MAX_DESCRIPTOR_LENGTH } from "../../core/reading/registry/further.ts";
import { hashes } from "../../core/reading/registry/hashes.ts";
import { compile } from "./compile.ts";
import { withIncludes } from "./includes.ts";

/** A compiled copy of the registry. */
export interface Bundle {
  /** Hash of the descriptor of each contract, by `chain:address` in lower case. */
  readonly contracts: Readonly<Record<string, string>>;
  /** Descriptors by their hash, as text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A bundle, with the reasons of what is not in it. */
export interface Compilation extends Bundle {
  /** Files that were left out, and why. */
  readonly left: readonly string[];
  /** Functions that were left out, and why. */
  readonly functions: readonly string[];
}

/** Compiles all files for calls below a folder. The wallet's own descriptors win. */
export async function compileFolder(folder: string): Promise<Compilation> {
  const contracts: Record<string, string> = {};
  const texts: Record<string, string> = {};
  const left: string[] = [];
  const functions: string[] = [];
  const ours = new Set(
    own.flatMap(({ context }) => context.contract.deployments.map(keyOf)),
  );
  for (const path of await callFiles(folder)) {
    try {
      const compiled = compile(await withIncludes(folder, path));
      const { context } = compiled.descriptor;
      const free = context.contract.deployments.filter((each) =>
        !ours.has(keyOf(each)) && !(keyOf(each) in contracts)
      );
      if (free.length === 0) throw new Error("its contracts are described already");
      const descriptor = {
        ...compiled.descriptor,
        context: { ...context, contract: { deployments: free } },
      };
      const text = JSON.stringify(descriptor);
      if (text.length > MAX_DESCRIPTOR_LENGTH) throw new Error("it is too long");
      const hash = await descriptorHash(text);
      texts[hash] = text;
      for (const each of free) contracts[keyOf(each)] = hash;
      for (const reason of compiled.left) functions.push(`${path}: ${reason}`);
    } catch (error) {
      left.push(`${path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { contracts, texts, left, functions };
}

const keyOf = ({ chainId, address }: { chainId: number; address: string }): string =>
  `${chainId}:${address.toLowerCase()}`;

/** Lists the files for calls, in one order on every machine. */
async function callFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (path: string) => {
    for await (const { name, isDirectory, isFile } of Deno.readDir(`${folder}/${path}`)) {
      const inner = path === "" ? name : `${path}/${name}`;
      if (isDirectory && !/^(?:tests|testsv2|sigs|node_modules|\.git)$/.test(name)) {
        await visit(inner);
      } else if (isFile && /^calldata-.*\.json$/.test(name)) found.push(inner);
    }
  };
  await visit("");
  return found.sort();
}

/** Writes the module of hashes, several in a line. */
function hashModule(all: readonly string[]): string {
  const rows = Array.from(
    { length: Math.ceil(all.length / 2) },
    (_, row) => `  ${all.slice(2 * row, 2 * row + 2).join(" ")}\n`,
  );
  return "/** Hashes of the descriptors in the public registry that this release believes. @module */\n" +
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
      pin: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
    },
  });
  if (values.from === undefined) throw new Error("Say where the copy is: --from FOLDER");
  const { contracts, texts, left, functions } = await compileFolder(values.from);
  const all = Object.keys(texts).sort();
  if (values.verbose) { for (const line of [...left, ...functions]) console.log(line); }
  console.log(
    `${all.length} descriptors for ${Object.keys(contracts).length} contracts; ` +
      `left out: ${left.length} files, ${functions.length} functions (--verbose says why)`,
  );
  const root = new URL("../../", import.meta.url);
  const pinned = new URL("core/reading/registry/hashes.ts", root);
  if (values.pin) await Deno.writeTextFile(pinned, hashModule(all));
  const believed = values.pin ? new Set(all) : hashes;
  const unknown = all.filter((hash) => !believed.has(hash));
  const out = values.out.startsWith("/") ? values.out : new URL(values.out, root);
  const kept = new Set(all.filter((hash) => believed.has(hash)));
  const bundle: Bundle = {
    contracts: Object.fromEntries(Object.entries(contracts).filter(([, hash]) => kept.has(hash))),
    texts: Object.fromEntries(Object.entries(texts).filter(([hash]) => kept.has(hash))),
  };
  if (typeof out !== "string") await Deno.mkdir(new URL(".", out), { recursive: true });
  await Deno.writeTextFile(out, JSON.stringify(bundle));
  console.log(`${kept.size} of them are pinned, and written to ${values.out}`);
  if (unknown.length > 0) {
    console.log(`${unknown.length} are not: this copy is another one than the release's.`);
    Deno.exitCode = 1;
  }
}

if (import.meta.main) await main();
