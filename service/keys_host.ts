/** The wallet host's page as `deno task build:host` wrote it. @module */
import { extname, join } from "node:path";
import type { HostFiles } from "../host/mod.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/**
 * Reads the page's files into memory, once: what is served is what was there at the start.
 *
 * @throws {Error} if the folder holds no page, or a file that does not belong to one
 */
export async function readHostFiles(folder: string): Promise<HostFiles> {
  const assets = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  let html: string | null = null;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    const type = types[extname(name)];
    if (name === "index.html") html = await Deno.readTextFile(join(folder, name));
    // The page's origin is the custody of every account: nothing is served by accident.
    else if (!isFile || type === undefined) throw new Error(`${name} is no file of the page.`);
    else assets.set(`/${name}`, { body: await Deno.readFile(join(folder, name)), type });
  }
  if (html === null) throw new Error(`There is no page in ${folder}: run deno task build:host.`);
  for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
    if (!assets.has(path!)) throw new Error(`The page needs ${path}, which is not there.`);
  }
  return { html, assets };
}
