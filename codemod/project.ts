/** Rewrites the files of an app. @module */
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { editManifest } from "./manifest.ts";
import type { Peer, Project } from "./peer.ts";
import { baseAccount } from "./peers/base_account.ts";
import { coinbaseWallet } from "./peers/coinbase_wallet.ts";
import { porto } from "./peers/porto.ts";
import { privy } from "./peers/privy.ts";
import { type Note, packageOf, rewrite } from "./rewrite.ts";

const peers: Readonly<Record<string, Peer>> = {
  porto,
  "base-account": baseAccount,
  "coinbase-wallet": coinbaseWallet,
  privy,
};

/** Wallets from which an app can move. */
export const wallets: readonly string[] = Object.keys(peers);

/** Folders without sources of the app. Folders that start with a dot are skipped too. */
const skipped = new Set(["node_modules", "dist", "build", "out", "coverage"]);
const parsed = /\.[cm]?[jt]sx?$/;
const templates = /\.(?:vue|svelte|astro)$/;
const configurations = /(?:^|\/)(?:package|[jt]sconfig[\w.-]*)\.json$/;
/** Resolution that ignores `exports` of packages. */
const oldResolution = /"moduleResolution"\s*:\s*"(?:node|node10|classic)"/i;

/** Parameters of {@linkcode migrate}. */
export interface MigrateParameters {
  /** One of {@linkcode wallets}. */
  readonly wallet: string;
  /** Folder of the app. */
  readonly folder: string;
  /** API key to write. Default: a placeholder with a `TODO`. */
  readonly apiKey?: string | undefined;
  /** Changes no file. Default: `false`. */
  readonly dry?: boolean | undefined;
  /** Accepts a folder with uncommitted changes, or without a repository. Default: `false`. */
  readonly force?: boolean | undefined;
}

/** A changed file. */
export interface Change {
  /** Path relative to the folder. */
  readonly path: string;
  /** Text before the change. */
  readonly before: string;
  /** Text after the change. */
  readonly after: string;
}

/** A task for the developer. */
export interface Task {
  /** Path relative to the folder. */
  readonly path: string;
  /** Line in the changed text, from 1. */
  readonly line: number;
  /** Description of the task. */
  readonly text: string;
}

/** Result of {@linkcode migrate}. */
export interface Migration {
  /** Changed files. */
  readonly changes: readonly Change[];
  /** Tasks by file. */
  readonly tasks: readonly Task[];
}

/**
 * Changes an app from another wallet to this SDK.
 *
 * @throws {Error} if the wallet is unknown, the folder does not exist, or the folder has uncommitted
 * changes. No file was written.
 */
export async function migrate(
  { wallet, folder, apiKey, dry = false, force = false }: MigrateParameters,
): Promise<Migration> {
  const peer = Object.hasOwn(peers, wallet) ? peers[wallet] : undefined;
  if (peer === undefined) {
    throw new Error(`The wallet ${wallet} is unknown. Wallets: ${wallets.join(", ")}.`);
  }
  if (apiKey !== undefined && !/^pk_(?:test|live)_[\w-]+$/.test(apiKey)) {
    throw new Error("apiKey must start with pk_test_ or pk_live_.");
  }
  const root = resolve(folder);
  const listed = await filesOfGit(root);
  const paths = (await sourcesIn(root)).filter((path) => listed?.has(path) ?? true);
  if (!dry && !force) await requireClean(root, listed);
  const files = new Map<string, string>();
  const undecodable: Task[] = [];
  for (const path of paths) {
    const text = decode(await readFile(path));
    if (text !== undefined) files.set(path, text);
    else {
      const reason = "not changed: the file is not valid UTF-8.";
      undecodable.push({ path: relative(root, path), line: 1, text: reason });
    }
  }
  const { changes, tasks } = rewriteAll(root, files, peer, apiKey);
  if (!dry) {
    for (const { path, after } of changes) await writeFile(join(root, path), after);
  }
  return { changes, tasks: [...tasks, ...undecodable] };
}

/** Returns the text of a file with its byte order mark, or `undefined` if it is not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the paths of all sources. Symbolic links are skipped. */
async function sourcesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name) && !entry.name.startsWith(".")) {
        paths.push(...await sourcesIn(path));
      }
    } else if (
      entry.isFile() &&
      (configurations.test(entry.name) || parsed.test(entry.name) || templates.test(entry.name))
    ) paths.push(path);
  }
  return paths;
}

/**
 * Returns the paths of the tracked files, and of the untracked files that git does not ignore.
 * Returns `undefined` if there are none, or the folder is not in a repository.
 */
async function filesOfGit(root: string): Promise<ReadonlySet<string> | undefined> {
  const names = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    .catch(() => "");
  if (names === "") return undefined;
  return new Set(names.split("\0").map((name) => join(root, name)));
}

/** Rejects a folder whose changes git could not undo. */
async function requireClean(root: string, listed: ReadonlySet<string> | undefined): Promise<void> {
  if (listed === undefined) {
    throw new Error(
      `${root} is not in a git repository, or git ignores it. Use --force to change it anyway.`,
    );
  }
  // The option overrides a configuration that hides untracked files.
  const status = await git(root, "status", "--porcelain", "--untracked-files=normal", "--", ".");
  if (status.trim() !== "") {
    throw new Error(`${root} has uncommitted changes. Commit them, or use --force.`);
  }
}

/** Runs git and returns its output. */
async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", args, { cwd, maxBuffer: Infinity });
  return stdout;
}

function rewriteAll(
  root: string,
  files: ReadonlyMap<string, string>,
  peer: Peer,
  apiKey: string | undefined,
): Migration {
  const changes: Change[] = [];
  const tasks: Task[] = [];
  /** Imported packages by the folder of the manifest. */
  const imported = new Map<string, { before: Set<string>; after: Set<string> }>();
  const words = [...peer.packages, ...peer.connectorIds, ...connectorsOf(peer)];
  const project: Project = { hasWagmi: [...files.values()].some(importsWagmi) };
  for (const [path, text] of files) {
    const name = relative(root, path);
    if (!words.some((word) => text.includes(word)) || configurations.test(path)) continue;
    if (templates.test(path)) {
      tasks.push({ path: name, line: 1, text: "change this file: only scripts are rewritten." });
      continue;
    }
    const { changed, notes, packages } = tryRewrite(name, text, peer, project, apiKey);
    if (changed !== text) changes.push({ path: name, before: text, after: changed });
    tasks.push(...notes.map((note) => ({ path: name, ...note })));
    const found = imported.get(manifestFor(path, files)) ?? { before: new Set(), after: new Set() };
    for (const each of packages) found.after.add(each);
    if (changed !== text) { for (const each of peer.packages) found.before.add(each); }
    imported.set(manifestFor(path, files), found);
  }
  for (const [path, { before, after }] of imported) {
    const text = files.get(path);
    if (text === undefined) continue;
    const added = ["@sdk/connector", "@sdk/core"].filter((name) => after.has(name));
    const removed = [...before].filter((name) => !after.has(name));
    const result = editManifest(text, added.length > 0 ? removed : [], added);
    const name = relative(root, path);
    if (result !== text) changes.push({ path: name, before: text, after: result });
    for (const [file, options] of added.length === 0 ? [] : files) {
      const isOld = configurations.test(file) && oldResolution.test(options);
      if (!isOld || manifestFor(file, files) !== path) continue;
      const advice = "set moduleResolution to bundler, node16 or nodenext.";
      tasks.push({
        path: relative(root, file),
        line: lineOf(options, oldResolution),
        text: advice,
      });
    }
    const kept = peer.packages.filter((each) => after.has(each) && text.includes(`"${each}"`));
    if (kept.length > 0) {
      tasks.push({ path: name, line: 1, text: `remove ${kept.join(", ")} after the other tasks.` });
    }
  }
  return { changes, tasks };
}

function tryRewrite(
  path: string,
  text: string,
  peer: Peer,
  project: Project,
  apiKey: string | undefined,
): { changed: string; notes: readonly Note[]; packages: ReadonlySet<string> } {
  try {
    const result = rewrite({ path, text, peer, project, apiKey });
    return { changed: result.text, notes: result.notes, packages: result.imported };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const packages = new Set(peer.packages.filter((name) => text.includes(name)).map(packageOf));
    return { changed: text, notes: [{ line: 1, text: `not changed: ${reason}` }], packages };
  }
}

function lineOf(text: string, pattern: RegExp): number {
  return text.slice(0, text.search(pattern)).split("\n").length;
}

/** Returns the names of the connectors that wagmi exports. */
function connectorsOf({ modules }: Peer): string[] {
  return Object.keys(modules["wagmi/connectors"]?.names ?? {}).map((name) => `${name}(`);
}

function importsWagmi(text: string): boolean {
  return /\bWagmiProvider\b[^;]*?from\s*["'](?:wagmi|@privy-io\/wagmi)["']/.test(text);
}

/** Returns the path of the nearest manifest. */
function manifestFor(path: string, files: ReadonlyMap<string, string>): string {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    const manifest = join(folder, "package.json");
    if (files.has(manifest) || folder === dirname(folder)) return manifest;
  }
}
