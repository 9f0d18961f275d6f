/** Loads the wallet host's page that `deno task build:host` wrote. @module */
import { extname, join } from "node:path";
import type { BuildOrigin, HostFiles } from "../host/mod.ts";

/** Name of the file in which `deno task build:host` records what it built from. */
export const ORIGIN_FILE = "acct-host.json";

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
 * @throws {Error} if the folder holds no page, or a file that does not belong to one
 */
export async function readHostFiles(folder: string): Promise<HostFiles> {
  const assets = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  let html: string | null = null;
  let origin: BuildOrigin | undefined;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const type = types[extname(name)];
    if (name === ORIGIN_FILE) origin = JSON.parse(await Deno.readTextFile(join(folder, name)));
    else if (name === "index.html") html = await Deno.readTextFile(join(folder, name));
    // The page's origin has custody of every account: no stray file may be served from it.
    else if (!isFile || type === undefined) throw new Error(`${name} is not part of the page.`);
    else assets.set(`/${name}`, { body: await Deno.readFile(join(folder, name)), type });
  }
  if (html === null) throw new Error(`There is no page in ${folder}: run deno task build:host.`);
  for (const [, path] of html.matchAll(/(?:src|href|content)="(\/[^"]*)"/g)) {
    if (!assets.has(path!)) throw new Error(`The page needs ${path}, which is missing.`);
  }
  return { html, assets, ...(origin !== undefined && { origin }) };
}
