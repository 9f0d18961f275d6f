/** Runs the Solidity compiler from its npm package over our sources and the audited packages. */
import { createRequire } from "node:module";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { locate, versions } from "../scripts/tools/mod.ts";

/** What the compiler is told, the same everywhere, so that the same bytes come out everywhere. */
export const settings = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 20_000 },
  // No hash of the sources at the end of the code: a comment changes no address.
  metadata: { bytecodeHash: "none", appendCBOR: false },
} as const;

/** Where an imported package comes from; each is an exact version that the tools' lock pins. */
const packages = {
  "@account-abstraction/contracts": versions.accountAbstraction,
  "@openzeppelin/contracts": versions.openzeppelin,
  "solady": versions.solady,
} as const;

/** A part of the code that the constructor fills in. */
export type Immutable = { start: number; length: number };

/** One compiled contract. */
export type Compiled = {
  abi: readonly { type: string }[];
  initCode: `0x${string}`;
  runtimeCode: `0x${string}`;
  immutables: Immutable[];
};

/** How strict the compiler is. */
export type CompileOptions = {
  /** Takes code that the compiler has doubts about: mutants are such code. */
  allowWarnings?: boolean;
};

/** What a compiling thread is asked. */
export type Job = { file: string; options: CompileOptions };

/** What it answers: the contracts, or why there are none. */
export type Answer = { compiled: Record<string, Compiled> } | { error: string };

type Bytecode = {
  object: string;
  immutableReferences?: Record<string, Immutable[]>;
};
type Output = {
  errors?: {
    severity: string;
    formattedMessage: string;
    sourceLocation?: { file: string };
  }[];
  contracts?: Record<
    string,
    Record<string, {
      abi: Compiled["abi"];
      evm: { bytecode: Bytecode; deployedBytecode: Bytecode };
    }>
  >;
};

/** What is wanted of each contract. */
const outputs = [
  "abi",
  "evm.bytecode.object",
  "evm.deployedBytecode.object",
  "evm.deployedBytecode.immutableReferences",
];

const root = fileURLToPath(new URL("./src/", import.meta.url));

/**
 * Compiles source files and gives every contract that stands in them.
 * @param files Paths below `contracts/src`, such as `"Acct.sol"`.
 */
export async function compile(
  files: readonly string[],
  { allowWarnings = false }: CompileOptions = {},
): Promise<Record<string, Compiled>> {
  const sources = await gather(files);
  const input = {
    language: "Solidity",
    sources,
    settings: {
      ...settings,
      // Only what is asked for: code of imported contracts takes most of the time otherwise.
      outputSelection: Object.fromEntries(files.map((file) => [`src/${file}`, { "*": outputs }])),
    },
  };
  const output: Output = JSON.parse((await solc())(JSON.stringify(input)));
  // A warning in our own sources is an error too; those of the packages are not ours to mend.
  const errors = (output.errors ?? []).filter((error) =>
    error.severity === "error" ||
    !allowWarnings && error.sourceLocation?.file.startsWith("src/")
  );
  if (errors.length > 0) {
    throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  }
  const compiled: Record<string, Compiled> = {};
  for (const file of files) {
    for (const [name, contract] of Object.entries(output.contracts?.[`src/${file}`] ?? {})) {
      const { bytecode, deployedBytecode } = contract.evm;
      compiled[name] = {
        abi: contract.abi,
        initCode: `0x${bytecode.object}`,
        runtimeCode: `0x${deployedBytecode.object}`,
        immutables: Object.values(deployedBytecode.immutableReferences ?? {}).flat()
          .sort((a, b) => a.start - b.start),
      };
    }
  }
  return compiled;
}

/**
 * The same in several threads, a file at a time. What a contract compiles to does not depend on what
 * is compiled with it.
 */
export async function compileAll(
  files: readonly string[],
  options: CompileOptions = {},
): Promise<Record<string, Compiled>> {
  const open = [...files];
  const compiled: Record<string, Compiled> = {};
  const work = async () => {
    const worker = new Worker(new URL("./solc_worker.ts", import.meta.url), { type: "module" });
    try {
      for (let file = open.shift(); file !== undefined; file = open.shift()) {
        const job: Job = { file, options };
        const answer = await new Promise<Answer>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(job);
        });
        if ("error" in answer) throw new Error(answer.error);
        Object.assign(compiled, answer.compiled);
      }
    } finally {
      worker.terminate();
    }
  };
  const threads = Math.min(4, navigator.hardwareConcurrency, files.length);
  await Promise.all(Array.from({ length: threads }, work));
  return compiled;
}

/** The sources and all that they import, by the names that the compiler will use. */
async function gather(files: readonly string[]): Promise<Record<string, { content: string }>> {
  const roots = await packageRoots();
  const sources: Record<string, { content: string }> = {};
  const open = files.map((file) => `src/${file}`);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (sources[name] !== undefined) continue;
    const content = await Deno.readTextFile(pathOf(name, roots));
    sources[name] = { content };
    for (const [, path] of content.matchAll(/^\s*import\b[^"';]*["']([^"']+)["']/gm)) {
      if (path === undefined) continue;
      open.push(path.startsWith(".") ? posix.join(posix.dirname(name), path) : path);
    }
  }
  return sources;
}

function pathOf(name: string, roots: Record<string, string>): string {
  if (name.startsWith("src/")) return root + name.slice("src/".length);
  for (const [prefix, folder] of Object.entries(roots)) {
    if (name.startsWith(`${prefix}/`)) return folder + name.slice(prefix.length);
  }
  throw new Error(`no package for ${name}`);
}

/** The folders of the packages that sources import. */
export async function packageRoots(): Promise<Record<string, string>> {
  const manifests = Object.values(packages).map((version) => `${version}/package.json`);
  const found = await locate(manifests);
  return Object.fromEntries(
    Object.entries(packages).map(([name, version]) => [
      name,
      dirname(found[`${version}/package.json`]!),
    ]),
  );
}

let loaded: Promise<(input: string) => string> | undefined;

/** The compiler, from JSON to JSON; it has no access to files or the network. */
export function solc(): Promise<(input: string) => string> {
  return loaded ??= locate([`${versions.solc}/soljson.js`]).then((found) => {
    const path = found[`${versions.solc}/soljson.js`]!;
    const module = createRequire(import.meta.url)(path);
    const run = module.cwrap("solidity_compile", "string", ["string", "number", "number"]);
    return (input) => run(input, 0, 0);
  });
}
