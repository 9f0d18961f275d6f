/** Builds the pages of the local stack: the wallet host and the demo. @module */
import { fileURLToPath } from "node:url";
import type { HostFiles } from "../../host/mod.ts";

const root = new URL("../../", import.meta.url);

/** A page with its files, ready to be served. */
export type PageFiles = HostFiles;

/** What a page is made of, relative to the root. */
export interface PageSource {
  /** Folder with `index.html` and `style.css`. */
  readonly folder: string;
  /** The entry module. */
  readonly entry: string;
}

/** The wallet host's page. */
export const hostPage: PageSource = { folder: "host", entry: "host/main.tsx" };
/** The demo. */
export const demoPage: PageSource = { folder: "examples/demo", entry: "examples/demo/main.tsx" };

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json",
};

/** Bundles a page. The names of its files hold a hash of their contents. */
export async function buildPage(source: PageSource): Promise<PageFiles> {
  const read = (name: string) => Deno.readTextFile(new URL(`${source.folder}/${name}`, root));
  const [html, style, script] = await Promise.all([
    read("index.html"),
    read("style.css"),
    bundle(source.entry),
  ]);
  const assets = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  const add = async (name: string, extension: string, body: Uint8Array<ArrayBuffer>) => {
    const path = `/${name}-${await shortHash(body)}${extension}`;
    assets.set(path, { body, type: types[extension]! });
    return path;
  };
  const stylePath = await add("style", ".css", new TextEncoder().encode(style));
  const scriptPath = await add("main", ".js", script);
  return {
    html: html.replace("{{style}}", stylePath).replace("{{script}}", scriptPath),
    assets,
  };
}

/** One minified module of an entry and all it imports. */
async function bundle(entry: string): Promise<Uint8Array<ArrayBuffer>> {
  const result = await Deno.bundle({
    entrypoints: [fileURLToPath(new URL(entry, root))],
    platform: "browser",
    format: "esm",
    minify: true,
    write: false,
  });
  const contents = result.outputFiles?.[0]?.contents;
  if (!result.success || contents === undefined) {
    throw new Error(`cannot bundle ${entry}: ${result.errors.map((e) => e.text).join("; ")}`);
  }
  return Uint8Array.from(contents);
}

async function shortHash(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Answers the requests for a built page; every path but a file's gets the page itself. */
export function servePage(
  files: PageFiles,
  extra: Readonly<Record<string, () => unknown>> = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const asset = files.assets.get(pathname);
    if (asset !== undefined) {
      return new Response(asset.body, { headers: { "content-type": asset.type } });
    }
    const data = extra[pathname];
    if (data !== undefined) return Response.json(await data());
    return new Response(files.html, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
    });
  };
}
