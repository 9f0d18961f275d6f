/** `deno task build:host [--out DIR]`: writes the wallet host's page for a service to serve. */
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { integrity } from "../host/manifest.ts";
import type { BuildOrigin } from "../host/mod.ts";
import { ORIGIN_FILE } from "../service/keys_host.ts";
import { buildPage, hostPage } from "./stack/pages.ts";

/** Names of the files of a build. */
const BUILT = new RegExp(
  String.raw`^(?:index\.html|acct-host\.json|(?:main|style|icon|manifest|rescue)-[0-9a-f]{16}` +
    String.raw`\.(?:js|css|svg|webmanifest|html)|\w+-[A-Z0-9]{8}\.js)$`,
);

/** Writes the page into a folder, and returns its files; those of an earlier build are removed. */
export async function buildHost(folder: string): Promise<readonly string[]> {
  const { html, assets } = await buildPage(hostPage);
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    // Only what looks like a build is cleared away: the folder may have been a slip.
    if (
      !BUILT.test(name)
    ) {
      throw new Error(`${folder} holds ${name}, which no build wrote; choose another folder.`);
    }
    await Deno.remove(join(folder, name));
  }
  const names = [...assets].map(([path, { body }]) => [basename(path), body] as const);
  for (const [name, body] of names) await Deno.writeFile(join(folder, name), body);
  await Deno.writeTextFile(join(folder, ORIGIN_FILE), JSON.stringify(await readOrigin()));
  // Last: a service that starts now finds a whole page or none.
  await Deno.writeTextFile(join(folder, "index.html"), html);
  return ["index.html", ...names.map(([name]) => name)];
}

/** Reads what is built from: the commit, if nothing differs from it, and the lock of all packages. */
export async function readOrigin(): Promise<BuildOrigin> {
  const cwd = fileURLToPath(new URL("../", import.meta.url));
  const git = async (...args: string[]) => {
    const { success, stdout } = await new Deno.Command("git", { args, cwd, stderr: "null" })
      .output().catch(() => ({ success: false, stdout: new Uint8Array() }));
    return success ? new TextDecoder().decode(stdout).trim() : null;
  };
  const changed = await git("status", "--porcelain", "--untracked-files=no");
  return {
    commit: changed === "" ? await git("rev-parse", "HEAD") : null,
    lock: integrity(await Deno.readFile(new URL("../deno.lock", import.meta.url))),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: ".local/host" } } });
  for (const name of await buildHost(values.out)) console.log(join(values.out, name));
}
