/** Lists the published packages with their entries and manifests. @module */
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** A package as defined in the table. */
interface Row {
  /** Folder in the repository, and name after the scope. */
  readonly folder: "core" | "connector" | "ui" | "pay" | "mcp" | "cli" | "create" | "codemod";
  /** Name in the npm registry. Default: the name in JSR. */
  readonly npmName?: string;
  /** One sentence for the registry. */
  readonly description: string;
  /** Peer dependencies: the app installs one copy of each. */
  readonly peers: Readonly<Record<string, string>>;
  /** Dependencies. Their ranges are in `deno.json`. */
  readonly dependencies: readonly string[];
  /** Other packages of this table. */
  readonly siblings: readonly Row["folder"][];
  /**
   * Modules for Deno and Node only, which may import Node's own modules; without file extensions.
   */
  readonly forNode?: readonly string[];
  /** Modules that `npx` runs, by the names of their commands, without `./` in front. */
  readonly commands?: Readonly<Record<string, string>>;
}

const viem = "^2.50.0";

/** The packages, each after its dependencies. */
export const rows: readonly Row[] = [
  {
    folder: "core",
    description: "Smart-account wallets secured by passkeys: the EIP-1193 provider.",
    peers: { viem },
    dependencies: [],
    siblings: [],
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
    // It does not import it, but core does. Without it, strict installers install a separate copy
    // for core.
    peers: { viem },
    dependencies: ["blo", "culori", "preact", "uqr"],
    siblings: ["core"],
  },
  {
    folder: "pay",
    description: "Payments of agents within a permission: a fetch for x402 and MPP, and budgets.",
    peers: { viem },
    dependencies: [],
    siblings: ["core"],
    forNode: ["record/file_journal"],
  },
  {
    folder: "mcp",
    description: "A budget of a smart-account wallet as tools of the Model Context Protocol.",
    // It is a program and not part of an app, so it must install these itself.
    peers: {},
    dependencies: ["@modelcontextprotocol/server", "viem", "zod"],
    siblings: ["core", "pay"],
    forNode: ["cli", "folder", "main"],
    commands: { "acct-agent": "cli.ts" },
  },
  {
    folder: "cli",
    description: "Smart-account wallets secured by passkeys, in a terminal.",
    peers: {},
    dependencies: ["uqr", "viem"],
    siblings: ["core"],
    forNode: ["cli", "commands", "folder", "main", "terminal"],
    commands: { acct: "cli.ts" },
  },
  {
    folder: "create",
    // `npm create acct` runs the package of this name.
    npmName: "create-acct",
    description: "Creates an app with a smart-account wallet from an example.",
    peers: {},
    dependencies: [],
    siblings: [],
    forNode: ["cli", "create_app", "main"],
    commands: { "create-acct": "cli.ts" },
  },
  {
    folder: "codemod",
    description: "Changes an app from another wallet to smart-account wallets with passkeys.",
    peers: {},
    dependencies: ["@babel/parser", "@babel/types", "diff"],
    siblings: [],
    forNode: ["cli", "main", "manifest", "project"],
    commands: { codemod: "cli.ts" },
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
  /** Source of JSX, if the package uses it. */
  readonly jsxImportSource?: string;
}

/** Reads the packages' own configurations. */
export async function readPackages(): Promise<Package[]> {
  return await Promise.all(rows.map(async (row) => {
    const config = JSON.parse(await Deno.readTextFile(new URL(`${row.folder}/deno.json`, root)));
    const exports = typeof config.exports === "string" ? { ".": config.exports } : config.exports;
    return {
      ...row,
      name: row.npmName ?? config.name,
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
 * The manifest of a package with modules in `folder`. `repository` is the address that provenance
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
    // `default` and not `import`, so that require() of Node 20.19 and later loads the same module.
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
    // Bundlers keep the imports of these lists. The lists reduce the number of chunks.
    sideEffects: pack.folder === "core" ? [`./${folder}/chunks/*.js`] : false,
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
