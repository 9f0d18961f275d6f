/** Runs the Solidity compiler from its npm package on our sources and the audited packages. */
import { createRequire } from "node:module";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { keccak256, stringToHex } from "viem";
import { locate, locateOne, versions } from "../scripts/tools/mod.ts";

/** Compiler settings, identical everywhere, so that the bytecode is, too. */
export const settings = {
  evmVersion: "cancun",
  viaIR: true,
  optimizer: { enabled: true, runs: 20_000 },
  // No hash of the sources at the end of the code: a comment does not change an address.
  metadata: { bytecodeHash: "none", appendCBOR: false },
} as const;

/** Settings that compile in a fifth of the time, to the same behaviour by more gas. */
const fastSettings = { ...settings, viaIR: false, optimizer: { enabled: true, runs: 1 } } as const;

/** Files that the fast settings can compile; others have functions of too many variables. */
const fastFiles = new Set([
  "Acct.sol",
  "AcctFactory.sol",
  "Permissions.sol",
  "SponsorPaymaster.sol",
  "SubnameResolver.sol",
  "Vault.sol",
]);

/** npm sources of imported packages; each is an exact version that the tools' lock pins. */
const packages = {
  "@account-abstraction/contracts": versions.accountAbstraction,
  "@openzeppelin/contracts": versions.openzeppelin,
  "solady": versions.solady,
} as const;

/** Part of the code that the constructor fills in. */
export type Immutable = { start: number; length: number };

/** Compiled contract. */
export type Compiled = {
  abi: readonly { type: string }[];
  initCode: `0x${string}`;
  runtimeCode: `0x${string}`;
  immutables: Immutable[];
};

/** Options of the compiler. */
export type CompileOptions = {
  /** Accepts warnings, because mutants cause them. */
  allowWarnings?: boolean;
  /** Cache folder of compiled output, by the hash of all inputs of the compiler. */
  cache?: string;
  /**
   * With a cache, the only file to compile. The others use the output stored by {@linkcode
   * CompileOptions.keep}.
   */
  only?: string;
  /** Whether to compile by settings that are fast, for code that is never deployed. */
  fast?: boolean;
  /** Whether to store the outputs in the cache, by the names of their files too. */
  keep?: boolean;
};

/** Job of a compiling thread. */
export type Job = { file: string; options: CompileOptions };

/** Result of a job: the contracts, or the error. */
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

/** Requested output per contract. */
const outputs = [
  "abi",
  "evm.bytecode.object",
  "evm.deployedBytecode.object",
  "evm.deployedBytecode.immutableReferences",
];

const root = fileURLToPath(new URL("./", import.meta.url));

/**
 * Compiles source files and returns every contract in them.
 *
 * @param files Paths below `contracts/src`, such as `"Acct.sol"`.
 */
export async function compile(
  files: readonly string[],
  { allowWarnings = false, cache, only, fast = false, keep = false }: CompileOptions = {},
): Promise<Record<string, Compiled>> {
  const kept = cache && `${cache}/${files.join("+").replaceAll("/", "_")}.json`;
  const sources = await gather(files.map((file) => `src/${file}`));
  const input = JSON.stringify({
    language: "Solidity",
    sources,
    settings: {
      ...(fast && files.every((file) => fastFiles.has(file)) ? fastSettings : settings),
      // Only the requested outputs: code of imported contracts otherwise takes most of the time.
      outputSelection: Object.fromEntries(files.map((file) => [`src/${file}`, { "*": outputs }])),
    },
  });
  const known = cache === undefined
    ? undefined
    : `${cache}/${keccak256(stringToHex(versions.solc + input)).slice(2)}.json`;
  const before = kept !== undefined && only !== undefined && !files.includes(only)
    ? await Deno.readTextFile(kept)
    : known && await Deno.readTextFile(known).catch(() => undefined);
  const text = before ?? (await solc())(input);
  if (keep && known !== undefined && kept !== undefined) {
    await Promise.all([known, kept].map((path) => Deno.writeTextFile(path, text)));
  }
  const output: Output = JSON.parse(text);
  // Warnings in our own sources are errors too; warnings of the packages cannot be fixed here.
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

/** Storage of a contract, as the compiler describes it. */
export type StorageLayout = {
  storage: StorageEntry[];
  types: Record<
    string,
    { label: string; members?: StorageEntry[]; key?: string; value?: string }
  >;
};

/** Variable in storage. */
export type StorageEntry = { label: string; slot: string; offset: number; type: string };

/** Returns where a contract keeps its variables. */
export async function storageLayout(file: string, contract: string): Promise<StorageLayout> {
  const input = {
    language: "Solidity",
    sources: await gather([`src/${file}`]),
    settings: { outputSelection: { [`src/${file}`]: { [contract]: ["storageLayout"] } } },
  };
  const output: {
    errors?: { severity: string; formattedMessage: string }[];
    contracts?: Record<string, Record<string, { storageLayout: StorageLayout }>>;
  } = JSON.parse((await solc())(JSON.stringify(input)));
  const found = output.contracts?.[`src/${file}`]?.[contract];
  if (found === undefined) {
    throw new Error(output.errors?.map((error) => error.formattedMessage).join("\n"));
  }
  return found.storageLayout;
}

/**
 * Compiles in several threads, one file each. The output of a contract does not depend on the other
 * files of the run.
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

/**
 * Collects sources and their imports, by the names that the compiler uses.
 *
 * @param names Such as `"src/Acct.sol"`.
 * @param instead Sources to take in the place of others, by name.
 */
export async function gather(
  names: readonly string[],
  instead: Readonly<Record<string, string>> = {},
): Promise<Record<string, { content: string }>> {
  const roots = await packageRoots();
  const sources: Record<string, { content: string }> = {};
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (sources[name] !== undefined) continue;
    const content = instead[name] ?? await Deno.readTextFile(pathOf(name, roots));
    sources[name] = { content };
    for (const [, path] of content.matchAll(/^\s*import\b[^"';]*["']([^"']+)["']/gm)) {
      if (path === undefined) continue;
      open.push(path.startsWith(".") ? posix.join(posix.dirname(name), path) : path);
    }
  }
  return sources;
}

function pathOf(name: string, roots: Record<string, string>): string {
  if (/^(src|prove)\//.test(name)) return root + name;
  for (const [prefix, folder] of Object.entries(roots)) {
    if (name.startsWith(`${prefix}/`)) return folder + name.slice(prefix.length);
  }
  throw new Error(`no package for ${name}`);
}

/** Returns the folders of the packages that sources import. */
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

/** The parts that are used of the compiler's WebAssembly module. */
type Module = {
  cwrap(name: string, result: string, args: string[]): (...args: (string | number)[]) => string;
  addFunction(run: (...args: number[]) => void, signature: string): number;
  removeFunction(pointer: number): void;
  UTF8ToString(pointer: number): string;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, pointer: number, length: number): void;
  setValue(pointer: number, value: number, type: string): void;
  _solidity_alloc(length: number): number;
  _solidity_reset(): void;
};

const loaded: Record<string, Promise<Module>> = {};

function load(version: string): Promise<Module> {
  return loaded[version] ??= locateOne(`${version}/soljson.js`)
    .then((path) => createRequire(import.meta.url)(path));
}

/**
 * Loads the compiler, from JSON to JSON; it has no access to files or the network.
 *
 * @param version its npm package
 */
export async function solc(version: string = versions.solc): Promise<(input: string) => string> {
  const module = await load(version);
  const run = module.cwrap("solidity_compile", "string", ["string", "number", "number"]);
  return (input) => run(input, 0, 0);
}

/** Compiles with a solver that answers the SMTChecker's queries, each in SMT-LIB's language. */
export async function solcWithSolver(
  solve: (query: string) => string,
): Promise<(input: string) => string> {
  const module = await load(versions.solc);
  const run = module.cwrap("solidity_compile", "string", ["string", "number", "number"]);
  return (input) => {
    const callback = module.addFunction((_context, _kind, query, contents) => {
      const answer = solve(module.UTF8ToString(query!));
      const length = module.lengthBytesUTF8(answer) + 1;
      const buffer = module._solidity_alloc(length);
      module.stringToUTF8(answer, buffer, length);
      module.setValue(contents!, buffer, "*");
    }, "viiiii");
    try {
      return run(input, callback, 0);
    } finally {
      module._solidity_reset();
      module.removeFunction(callback);
    }
  };
}
