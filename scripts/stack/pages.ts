/** Builds the pages of the local stack: the wallet host and the demo. @module */
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { HostFiles } from "../../host/mod.ts";
import { reachable } from "./module_graph.ts";

const root = new URL("../../", import.meta.url);

/** A page with its files, ready to be served. */
export type PageFiles = HostFiles;

/** What a page is made of, relative to the root. */
export interface PageSource {
  /** Folder with `index.html` and `style.css`. */
  readonly folder: string;
  /** The entry module. */
  readonly entry: string;
  /** Whether what is imported later stays in files of its own, as an app's bundler does it. */
  readonly split?: boolean;
  /** Pieces that are fetched while the first one runs, by the names of their modules. */
  readonly preload?: readonly string[];
}

/** The wallet host's page. */
export const hostPage: PageSource = {
  folder: "host",
  entry: "host/main.ts",
  split: true,
  preload: [
    "wallet",
    "window",
    "connect",
    "message",
    "typed_data",
    "calls",
    "permissions",
    "claim_name",
    "owners",
    "status",
  ],
};
/** The demo. */
export const demoPage: PageSource = {
  folder: "examples/demo",
  entry: "examples/demo/main.tsx",
  split: true,
};

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json",
};

/** Bundles a page. The names of its files hold a hash of their contents. */
export async function buildPage(source: PageSource): Promise<PageFiles> {
  const read = (name: string) => Deno.readTextFile(new URL(`${source.folder}/${name}`, root));
  const [html, style, scripts] = await Promise.all([
    read("index.html"),
    read("style.css"),
    bundle(source),
  ]);
  const assets = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
  const add = async (name: string, extension: string, body: Uint8Array<ArrayBuffer>) => {
    const path = `/${name}-${await shortHash(body)}${extension}`;
    assets.set(path, { body, type: types[extension]! });
    return path;
  };
  const stylePath = await add("style", ".css", new TextEncoder().encode(style));
  const [script, ...chunks] = scripts;
  const scriptPath = await add("main", ".js", script!.body);
  // A chunk's name holds a hash already, and others import it by that name.
  for (const { name, body } of chunks) assets.set(`/${name}`, { body, type: types[".js"]! });
  return {
    html: html.replace("{{style}}", stylePath).replace("{{script}}", scriptPath)
      .replace("<!-- preload -->", preloads(chunks, source.preload ?? [])),
    assets,
  };
}

/** Links to the pieces of these modules and to what they import. */
function preloads(
  chunks: readonly { readonly name: string; readonly body: Uint8Array }[],
  modules: readonly string[],
): string {
  const entries = modules.map((module) => {
    const found = chunks.filter(({ name }) => name.startsWith(`${module}-`));
    if (found.length !== 1) throw new Error(`${found.length} pieces are called ${module}.`);
    return found[0]!.name;
  });
  const pieces = new Map(chunks.map(({ name, body }) => [name, body]));
  return [...reachable(pieces, entries)]
    .map((name) => `<link rel="modulepreload" href="/${name}">`).join("");
}

/** The minified modules of an entry, itself first. */
export async function bundle(
  { entry, split = false }: PageSource,
): Promise<{ name: string; body: Uint8Array<ArrayBuffer> }[]> {
  const result = await Deno.bundle({
    entrypoints: [fileURLToPath(new URL(entry, root))],
    // Nothing is written; the names of the pieces need a folder.
    outputDir: fileURLToPath(new URL("dist-of-pages", root)),
    platform: "browser",
    format: "esm",
    minify: true,
    codeSplitting: split,
    write: false,
  });
  if (!result.success) {
    throw new Error(`cannot bundle ${entry}: ${result.errors.map((e) => e.text).join("; ")}`);
  }
  const files = result.outputFiles!.map(({ path, contents }) => ({
    name: basename(path),
    // A piece that only holds other pieces together is empty, and has no contents.
    body: Uint8Array.from(contents ?? []),
  }));
  const main = basename(entry).replace(/\.tsx?$/, ".js");
  return files.sort((a, b) => Number(b.name === main) - Number(a.name === main));
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
