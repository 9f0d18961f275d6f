/** The packages as users get them: built once, and installed into projects by npm. @module */
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackages, type Built } from "../../scripts/npm/mod.ts";

const root = new URL("../../", import.meta.url);

/** A build. */
export interface Packages {
  /** Folder of the build; `cdn` is in it. */
  readonly folder: string;
  readonly core: Built;
  readonly connector: Built;
  readonly ui: Built;
  readonly pay: Built;
  readonly mcp: Built;
  readonly cli: Built;
  readonly create: Built;
  readonly codemod: Built;
  readonly acct: Built;
}

let packages: Promise<Packages> | undefined;

/**
 * The packages, built once per process into a separate folder, or read from the folder that
 * `PACKAGES_FOLDER` names.
 */
export function getPackages(): Promise<Packages> {
  return packages ??= (async () => {
    const given = Deno.env.get("PACKAGES_FOLDER");
    if (given !== undefined) return await readPackagesIn(given);
    const folder = await Deno.makeTempDir({ prefix: "acct-packages-" });
    globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
    return named(folder, await buildPackages({ out: folder }));
  })();
}

/** The packages of an earlier build. */
export async function readPackagesIn(folder: string): Promise<Packages> {
  const built = ["core", "connector", "ui", "pay", "mcp", "cli", "create", "codemod", "acct"].map(
    async (name): Promise<Built> => {
      const path = join(folder, name);
      const manifest = JSON.parse(await Deno.readTextFile(join(path, "package.json")));
      const { version } = manifest;
      const tarball = join(folder, `sdk-${name}-${version}.tgz`);
      return { name: manifest.name, version, folder: path, tarball, manifest };
    },
  );
  return named(folder, await Promise.all(built));
}

function named(folder: string, built: readonly Built[]): Packages {
  const find = (name: string) => built.find(({ folder: path }) => basename(path) === name)!;
  return {
    folder,
    core: find("core"),
    connector: find("connector"),
    ui: find("ui"),
    pay: find("pay"),
    mcp: find("mcp"),
    cli: find("cli"),
    create: find("create"),
    codemod: find("codemod"),
    acct: find("acct"),
  };
}

/** An npm project to be made. */
export interface Project {
  /**
   * Name of its folder among the temporary ones; its other packages stay there for the next run.
   */
  readonly name: string;
  /** Dependencies in addition to ours, and to the ones in the manifest of `from`. */
  readonly dependencies?: Readonly<Record<string, string>>;
  /** The packages of this project that it uses. */
  readonly uses: readonly ("core" | "connector" | "ui" | "pay" | "acct")[];
  /** Files of the project: texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Folder of this repository that is copied into it. */
  readonly from?: string;
  /** More arguments of `npm install`. */
  readonly npm?: readonly string[];
  /** The build to take them from. Default: {@link getPackages}. */
  readonly packages?: Packages;
}

/** Makes a project and installs the tarballs into it with npm. Returns its folder. */
export async function makeProject(project: Project): Promise<string> {
  const folder = join(tmpdir(), "acct-consumers", project.name);
  await Deno.mkdir(folder, { recursive: true });
  // Everything but third-party packages is built again.
  for await (const { name } of Deno.readDir(folder)) {
    if (name !== "node_modules") await Deno.remove(join(folder, name), { recursive: true });
  }
  for (const old of ["@sdk", ".package-lock.json"]) {
    await Deno.remove(join(folder, "node_modules", old), { recursive: true }).catch(() => {});
  }
  if (project.from !== undefined) await copyFolder(project.from, folder);
  for (const [path, text] of Object.entries(project.files ?? {})) {
    await Deno.mkdir(join(folder, path, ".."), { recursive: true });
    await Deno.writeTextFile(join(folder, path), text);
  }
  // A project of others alone needs no build.
  const built = project.uses.length === 0 ? null : project.packages ?? await getPackages();
  const ours = project.uses.map((name) => [built![name].name, `file:${built![name].tarball}`]);
  const own = await Deno.readTextFile(join(folder, "package.json")).then(JSON.parse, () => ({}));
  const manifest = {
    private: true,
    type: "module",
    ...own,
    dependencies: { ...own.dependencies, ...project.dependencies, ...Object.fromEntries(ours) },
  };
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  await run(folder, "npm", [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--no-package-lock",
    "--ignore-scripts",
    "--prefer-offline",
    ...project.npm ?? [],
  ]);
  return folder;
}

/** Returns true if there are npm and a Node new enough for `require()` of modules. */
export async function nodeHere(): Promise<boolean> {
  try {
    await run(".", "npm", ["--version"]);
    const [, major, minor] = /^v(\d+)\.(\d+)/.exec(await run(".", "node", ["--version"]))!;
    if (Number(major) * 1000 + Number(minor) >= 20_019) return true;
    throw new Error(`Node is ${major}.${minor}`);
  } catch (cause) {
    const said = "the packages are not tried in Node: that needs Node 20.19 or later, and npm";
    if (Deno.env.get("REQUIRE_ALL") === "1") throw new Error(said, { cause });
    console.warn(`NOT RUN: ${said}.`);
    return false;
  }
}

/** Runs a program in a folder and returns its output; throws with the output if it fails. */
export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(
    command.includes("/") ? resolve(cwd, command) : command,
    { cwd, args: [...args], env: { NO_COLOR: "1", ...env } },
  ).output();
  const text = new TextDecoder();
  if (!success) {
    throw new Error(`${command} ${args[0]} failed:\n${text.decode(stdout)}${text.decode(stderr)}`);
  }
  return text.decode(stdout);
}

/** The port printed by a server. */
export async function portOf(child: Deno.ChildProcess): Promise<number> {
  let said = "";
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<number> => {
    let found: number | undefined;
    // Read to the end: a server with unread output blocks.
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      said += text;
      const port = /(?:Listening on|Local:)\s+http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1];
      if (found === undefined && port !== undefined) listening.resolve(found = Number(port));
    }
    throw new Error(`the server ended before it listened:\n${said}`);
  };
  const listening = Promise.withResolvers<number>();
  Promise.any([read(child.stdout), read(child.stderr)]).catch(listening.reject);
  return await listening.promise;
}

/** Copies a folder; its path is absolute or relative to the root of the repository. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const path = resolve(fileURLToPath(root), from);
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (isDirectory) await copyFolder(join(path, name), join(to, name));
    else await Deno.copyFile(join(path, name), join(to, name));
  }
}
