/** Lists the published packages with their entries and manifests. @module */
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** A package as the table says it. */
interface Row {
  /** Its folder in the repository, and its name behind the scope. */
  readonly folder: "core" | "connector" | "ui" | "mcp";
  /** One sentence for the registry. */
  readonly description: string;
  /** Peer dependencies: the app brings one copy of each. */
  readonly peers: Readonly<Record<string, string>>;
  /** Packages that come along; their ranges stand in `deno.json`. */
  readonly dependencies: readonly string[];
  /** Other packages of this table. */
  readonly siblings: readonly Row["folder"][];
  /** Modules for Deno and Node only, which may import Node's own; without their endings. */
  readonly forNode?: readonly string[];
  /** Modules that `npx` runs, by the names of their commands, without `./` in front. */
  readonly commands?: Readonly<Record<string, string>>;
}

const viem = "^2.50.0";

/** The packages; each comes after those that it needs. */
export const rows: readonly Row[] = [
  {
    folder: "core",
    description: "Smart-account wallets secured by passkeys: the EIP-1193 provider.",
    peers: { viem },
    dependencies: [],
    siblings: [],
    forNode: ["pay/file_journal"],
  },
  {
    folder: "connector",
    description: "Smart-account wallets secured by passkeys: wagmi connector, hooks and actions.",
    peers: {
      "@tanstack/react-query": "^5.90.0",
      react: "^18 || ^19",
      viem,
      wagmi: "^2.19 || ^3",
    },
    dependencies: [],
    siblings: ["core"],
  },
  {
    folder: "ui",
    description: "Smart-account wallets secured by passkeys: the dialogs, with React or without.",
    // It imports none of it, but core does: without it, strict installers give core a copy of its own.
    peers: { viem },
    dependencies: ["blo", "culori", "preact"],
    siblings: ["core"],
  },
  {
    folder: "mcp",
    description: "A budget of a smart-account wallet as tools of the Model Context Protocol.",
    // It is a program, and not part of an app: nothing else brings these.
    peers: {},
    dependencies: ["@modelcontextprotocol/server", "viem", "zod"],
    siblings: ["core"],
    forNode: ["cli", "folder", "main"],
    commands: { "acct-agent": "cli.ts" },
  },
];

/** A package that is about to be built. */
export interface Package extends Row {
  /** Name in the registry. */
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Entries by their names in `exports`: paths relative to the folder. */
  readonly entries: Readonly<Record<string, string>>;
  /** Absolute path of the folder. */
  readonly path: string;
  /** Where JSX comes from, if the package has any. */
  readonly jsxImportSource?: string;
}

/** Reads the packages' own configurations. */
export async function readPackages(): Promise<Package[]> {
  return await Promise.all(rows.map(async (row) => {
    const config = JSON.parse(await Deno.readTextFile(new URL(`${row.folder}/deno.json`, root)));
    const exports = typeof config.exports === "string" ? { ".": config.exports } : config.exports;
    return {
      ...row,
      name: config.name,
      version: config.version,
      license: config.license,
      entries: exports,
      path: fileURLToPath(new URL(row.folder, root)),
      jsxImportSource: config.compilerOptions?.jsxImportSource,
    };
  }));
}

/** The ranges of `deno.json`: `"npm:viem@^2.50.0"` is `^2.50.0`. */
export async function readRanges(): Promise<Readonly<Record<string, string>>> {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const ranges: Record<string, string> = {};
  for (const [name, target] of Object.entries<string>(imports)) {
    const prefix = `npm:${name}@`;
    if (target.startsWith(prefix)) ranges[name] = target.slice(prefix.length);
  }
  return ranges;
}

/**
 * The manifest of a package whose modules lie in `folder`. `repository` is the address that provenance
 * names, if there is one.
 */
export function manifestOf(
  pack: Package,
  folder: string,
  ranges: Readonly<Record<string, string>>,
  repository?: string,
): Record<string, unknown> {
  const built = (path: string) => `${folder}/${path.replace(/^\.\//, "").replace(/\.tsx?$/, "")}`;
  const exports = Object.entries(pack.entries).map(([name, path]) => {
    const entry = `./${built(path)}`;
    // `default` and not `import`: require() of Node 20.19 and later takes the same module.
    return [name, { types: `${entry}.d.ts`, default: `${entry}.js` }];
  });
  const dependencies = [
    ...pack.siblings.map((folder) => [`@sdk/${folder}`, `^${pack.version}`] as const),
    ...pack.dependencies.map((name) => [name, rangeOf(name, ranges)] as const),
  ].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    name: pack.name,
    version: pack.version,
    description: pack.description,
    license: pack.license,
    keywords: ["wallet", "passkey", "erc-4337", "smart-account", "ethereum"],
    ...(repository !== undefined && {
      repository: { type: "git", url: repository, directory: pack.folder },
    }),
    type: "module",
    // Bundlers keep the imports of these lists, which keep their chunks few.
    sideEffects: pack.folder === "core"
      ? ["chunks/*", "page/session_chunk", "wallet/shared_chunk"].map((path) =>
        `./${folder}/${path}.js`
      )
      : false,
    engines: { node: ">=20.19.0" },
    exports: { ...Object.fromEntries(exports), "./package.json": "./package.json" },
    ...(pack.commands !== undefined && {
      bin: Object.fromEntries(
        Object.entries(pack.commands).map(([name, path]) => [name, `${built(path)}.js`]),
      ),
    }),
    files: [folder, "src"],
    ...(dependencies.length > 0 && { dependencies: Object.fromEntries(dependencies) }),
    ...(Object.keys(pack.peers).length > 0 && { peerDependencies: pack.peers }),
    publishConfig: { access: "public", ...(repository !== undefined && { provenance: true }) },
  };
}

function rangeOf(name: string, ranges: Readonly<Record<string, string>>): string {
  const range = ranges[name];
  if (range === undefined) throw new Error(`deno.json has no range for ${name}`);
  return range;
}
