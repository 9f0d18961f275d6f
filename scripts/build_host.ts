/**
 * `deno task build host [--out DIR] [--related ORIGIN]…`: writes the wallet host's page for a
 * service to serve. Origins that may use the host's passkeys are written to `webauthn.json`. It
 * belongs at `/.well-known/webauthn` of the host, and a service serves it there.
 */
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { integrity } from "../host/serve/manifest.ts";
import { type BuildOrigin, relatedOriginsJson } from "../host/mod.ts";
import { ORIGIN_FILE, RELATED_FILE } from "../service/main/keys_host.ts";
import { relatedProblem } from "../service/lib/related_origins.ts";
import { buildPage, hostPage } from "./stack/pages.ts";

/** Names of the files of a build. */
const BUILT = new RegExp(
  String
    .raw`^(?:index\.html|(?:acct-host|webauthn)\.json|(?:main|style|icon|manifest|rescue)-[0-9a-f]{16}` +
    String.raw`\.(?:js|css|svg|webmanifest|html)|\w+-[A-Z0-9]{8}\.js)$`,
);

/**
 * Writes the page into a folder, removes files of an earlier build, and returns the new files.
 *
 * @param related origins that may use the host's passkeys
 * @throws {Error} if the folder contains other files, or an origin is invalid
 */
export async function buildHost(
  folder: string,
  related: readonly string[] = [],
): Promise<readonly string[]> {
  const wrong = relatedProblem(related);
  if (wrong !== null) {
    const which = wrong.index === undefined ? "" : ` ${related[wrong.index]}`;
    throw new Error(`--related${which} ${wrong.problem}.`);
  }
  const { html, assets } = await buildPage(hostPage);
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(folder)) {
    // Only a folder that looks like a build is cleared: the path may be a mistake.
    if (
      !BUILT.test(name)
    ) {
      throw new Error(
        `${folder} contains ${name}, which is no file of a build; choose another folder.`,
      );
    }
    await Deno.remove(join(folder, name));
  }
  const names = [...assets].map(([path, { body }]) => [basename(path), body] as const);
  for (const [name, body] of names) await Deno.writeFile(join(folder, name), body);
  await Deno.writeTextFile(join(folder, ORIGIN_FILE), JSON.stringify(await readOrigin()));
  if (related.length > 0) {
    await Deno.writeTextFile(join(folder, RELATED_FILE), relatedOriginsJson(related));
  }
  // Last: a service that starts now finds a complete page or none.
  await Deno.writeTextFile(join(folder, "index.html"), html);
  return [
    "index.html",
    ...(related.length > 0 ? [RELATED_FILE] : []),
    ...names.map(([name]) => name),
  ];
}

/**
 * Returns the build inputs: the commit, if no file differs from it, and the lock of all packages.
 */
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
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: ".local/host" },
      related: { type: "string", multiple: true, default: [] },
    },
  });
  for (const name of await buildHost(values.out, values.related)) {
    console.log(join(values.out, name));
  }
}
