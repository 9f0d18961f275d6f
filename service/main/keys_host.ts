/** Loads the wallet host's page that `deno task build host` wrote. @module */
import { extname, join } from "node:path";
import type { BuildOrigin, HostFiles } from "../../host/mod.ts";
import { relatedProblem } from "../lib/related_origins.ts";

/** Name of the file in which `deno task build host` records its build inputs. */
export const ORIGIN_FILE = "acct-host.json";

/** Name of the file with the sites that may use the host's passkeys, if the build lists any. */
export const RELATED_FILE = "webauthn.json";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  // The rescue page is saved, never opened here.
  ".html": "application/octet-stream",
};

/**
 * Reads the page's files into memory, so that later changes on disk are never served.
 *
 * @param configured the list of related origins of the service's configuration, if it has one
 * @throws {Error} if the folder has no page, contains a file that does not belong to one, or has
 * another list
 */
export async function readHostFiles(
  folder: string,
  configured?: readonly string[],
): Promise<HostFiles> {
  const assets = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  let html: string | null = null;
  let origin: BuildOrigin | undefined;
  let related: readonly string[] | undefined;
  await Deno.stat(folder).catch((cause) => {
    throw new Error(`keysHost: there is no folder ${folder}. Run deno task build host.`, { cause });
  });
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const type = types[extname(name)];
    const path = join(folder, name);
    if (name === ORIGIN_FILE) origin = parse(await Deno.readTextFile(path), path) as BuildOrigin;
    else if (name === RELATED_FILE) related = await readRelated(path);
    else if (name === "index.html") html = await Deno.readTextFile(path);
    // The page's origin has custody of every account: no stray file may be served from it.
    else if (!isFile || type === undefined) throw new Error(`${name} is not part of the page.`);
    else assets.set(`/${name}`, { body: await Deno.readFile(path), type });
  }
  if (html === null) throw new Error(`There is no page in ${folder}: run deno task build host.`);
  for (const [, path] of html.matchAll(/(?:src|href|content)="(\/[^"]*)"/g)) {
    if (!assets.has(path!)) throw new Error(`The page needs ${path}, but it is missing.`);
  }
  if (related && configured && related.join() !== configured.join()) {
    throw new Error(
      `keysHostRelated differs from ${RELATED_FILE} in ${folder}: list the same origins, or omit it.`,
    );
  }
  return {
    html,
    assets,
    ...(origin !== undefined && { origin }),
    ...(related !== undefined && { related }),
  };
}

/**
 * Reads the list of related origins of a build.
 *
 * @throws {Error} naming the invalid entry
 */
async function readRelated(path: string): Promise<readonly string[]> {
  const { origins } = Object(parse(await Deno.readTextFile(path), path)) as { origins?: unknown };
  if (!Array.isArray(origins) || !origins.every((each) => typeof each === "string")) {
    throw new Error(`${path}: origins must be a list of strings.`);
  }
  const wrong = relatedProblem(origins);
  if (wrong === null) return origins;
  throw new Error(
    `${path}: origins${wrong.index === undefined ? "" : `[${wrong.index}]`} ${wrong.problem}.`,
  );
}

/** Parses JSON; an error names the file. */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path}: must be JSON.`, { cause });
  }
}
