/** Builds the npm packages and the build for CDNs. @module */
import { join } from "node:path";
import { acctPackage } from "./acct.ts";
import { buildCdn } from "./cdn.ts";
import { compile, type Files, packagesOf, type TypeScript } from "./compile.ts";
import { manifestOf, type Package, readPackages, readRanges, rows } from "./packages.ts";
import { tarball } from "./tarball.ts";
import { loadTypeScript } from "./tools.ts";

/** How to build. */
export interface BuildOptions {
  /** Folder that is emptied first. */
  readonly out: string;
  /** Address of the repository; required for provenance. */
  readonly repository?: string;
  /** The compiler. Default: TypeScript, file by file. */
  readonly engine?: Engine;
}

/** A compiler of a package's sources to JavaScript and declarations. */
export interface Engine {
  /** Folder of the modules in the package; below it they lie as in the sources. */
  readonly folder: string;
  /** The files, that folder in front of each path. */
  files(pack: Package, manifest: Record<string, unknown>): Promise<Files>;
}

/** A package that was built. */
export interface Built {
  readonly name: string;
  readonly version: string;
  /** Folder for `npm publish`. */
  readonly folder: string;
  /** Path of the tarball. */
  readonly tarball: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** The engine that publishes: TypeScript, file by file. */
export async function typeScriptEngine(): Promise<Engine> {
  const ts = await loadTypeScript();
  return {
    folder: "dist",
    files: (pack) => compile(ts, pack, "dist"),
  };
}

/** Builds everything into the folder. */
export async function buildPackages(options: BuildOptions): Promise<Built[]> {
  const engine = options.engine ?? await typeScriptEngine();
  const [ts, packages, ranges] = await Promise.all([
    loadTypeScript(),
    readPackages(),
    readRanges(),
  ]);
  await clear(options.out);
  const built: Built[] = [];
  for (const pack of packages) {
    const manifest = manifestOf(pack, engine.folder, ranges, options.repository);
    const files = await engine.files(pack, manifest);
    for (const [path, text] of files) {
      const isForNode = pack.forNode?.some((name) =>
        path === `${engine.folder}/${name}.js`
      ) === true;
      checkImports(ts, `${pack.name}/${path}`, text, manifest, isForNode);
    }
    for (const [entry, { types, default: module }] of Object.entries(exportsOf(manifest))) {
      for (const path of [types, module]) {
        if (!files.has(path.slice(2))) throw new Error(`${pack.name}: ${entry} has no ${path}`);
      }
    }
    files.set("package.json", JSON.stringify(manifest, null, 2) + "\n");
    for (const name of ["README.md", "LICENSE"]) {
      files.set(name, await Deno.readTextFile(join(pack.path, name)));
    }
    const folder = join(options.out, pack.folder);
    const bytes = new Map<string, Uint8Array>();
    for (const [path, text] of files) bytes.set(path, new TextEncoder().encode(text));
    await write(folder, bytes);
    const file = join(options.out, `sdk-${pack.folder}-${pack.version}.tgz`);
    await Deno.writeFile(file, tarball(bytes));
    built.push({ name: pack.name, version: pack.version, folder, tarball: file, manifest });
  }
  const cdn = await buildCdn();
  await write(join(options.out, "cdn"), cdn);
  const manifests = new Map(built.map(({ name, manifest }) => [name, manifest]));
  const { name, manifest, files } = await acctPackage(packages, manifests, cdn);
  const version = String(manifest.version);
  const file = join(options.out, `sdk-acct-${version}.tgz`);
  await write(join(options.out, "acct"), files);
  await Deno.writeFile(file, tarball(files));
  return [...built, { name, version, folder: join(options.out, "acct"), tarball: file, manifest }];
}

/** The entries of a manifest. */
function exportsOf(
  manifest: Readonly<Record<string, unknown>>,
): Record<string, { types: string; default: string }> {
  const { "./package.json": _itself, ...entries } = manifest.exports as Record<string, never>;
  return entries;
}

/**
 * A module may import its own package and the packages in the manifest. Other packages are not installed
 * later.
 */
function checkImports(
  ts: TypeScript,
  path: string,
  text: string,
  manifest: Readonly<Record<string, unknown>>,
  isForNode: boolean,
): void {
  if (!/\.(?:js|d\.ts)$/.test(path)) return;
  const named = { ...manifest.dependencies ?? {}, ...manifest.peerDependencies ?? {} };
  for (const name of packagesOf(ts, text)) {
    if (isForNode && name.startsWith("node:")) continue;
    if (!Object.hasOwn(named, name)) {
      throw new Error(`${path} imports ${name}, an undeclared package`);
    }
  }
}

/** Removes an earlier build; anything else in the folder is a slip. */
async function clear(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    const isBuilt = rows.some(({ folder }) => folder === name) ||
      /^(?:cdn|acct|sdk-[a-z]+-[\w.+-]+\.tgz)$/.test(name);
    if (!isBuilt) {
      throw new Error(
        `${folder} contains ${name}, which is no file of a build; choose another folder.`,
      );
    }
    await Deno.remove(join(folder, name), { recursive: true });
  }
}

async function write(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [path, body] of files) {
    const target = join(folder, path);
    await Deno.mkdir(join(target, ".."), { recursive: true });
    await Deno.writeFile(target, body);
  }
}
