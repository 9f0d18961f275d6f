/** Builds the pages of the local stack: the wallet host and the demo. @module */
import { LANGUAGES } from "../../host/language.ts";
import type { HostFiles } from "../../host/mod.ts";
import { buildRescue } from "../build_rescue.ts";
import { bundle, type BundleSource, GATHERED, type Piece } from "./bundle.ts";
import { compressed, IMMUTABLE } from "./compressed.ts";
import { reachable } from "./module_graph.ts";

const root = new URL("../../", import.meta.url);

/** A page with its files, ready to be served. */
export type PageFiles = HostFiles;

/** Input of a page, relative to the root. */
export interface PageSource extends BundleSource {
  /** Folder with `index.html` and `style.css`. */
  readonly folder: string;
  /** Lazy modules that a kind of page needs soon, by the kind. */
  readonly ahead?: Readonly<Record<string, readonly string[]>>;
  /** Further files, by the place in the page where their paths belong (`{{icon}}`). */
  readonly files?: (add: AddFile) => Promise<Readonly<Record<string, string>>>;
}

/** Adds a file with a hash in its name, and returns its path. */
export type AddFile = (name: string, extension: string, body: string) => Promise<string>;

/** The wallet host's page. */
export const hostPage: PageSource = {
  folder: "host",
  entry: "host/main.ts",
  split: true,
  apart: [
    "home",
    "app",
    "welcome",
    "home_en",
    "home_de",
    "home_ar",
    "home_es",
    "home_ja",
    "en",
    "de",
    "ar",
    "es",
    "ja",
    "accent",
    "mark",
    "secp256k1",
  ],
  ahead: {
    home: ["home", "welcome"],
    ...Object.fromEntries(LANGUAGES.map((each) => [`home-${each}`, [`home_${each}`]])),
  },
  async files(add) {
    const icon = await add(
      "icon",
      ".svg",
      await Deno.readTextFile(new URL("host/icon.svg", root)),
    );
    const manifest = {
      name: "Wallet",
      short_name: "Wallet",
      start_url: "/",
      scope: "/",
      display: "standalone",
      background_color: "#f8f8fb",
      theme_color: "#4a3ed1",
      icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any maskable" }],
    };
    return {
      "{{icon}}": icon,
      "{{manifest}}": await add("manifest", ".webmanifest", JSON.stringify(manifest)),
      "{{rescue}}": await add("rescue", ".html", await buildRescue()),
    };
  },
};

/** The demo. */
export const demoPage: PageSource = {
  folder: "examples/demo",
  entry: "examples/demo/main.ts",
  split: true,
};

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  // Saved, never opened: a page with rules of its own has no place on this origin.
  ".html": "application/octet-stream",
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
  const further =
    await source.files?.((name, extension, body) =>
      add(name, extension, new TextEncoder().encode(body))
    ) ?? {};
  const stylePath = await add("style", ".css", new TextEncoder().encode(style));
  const [script, ...chunks] = scripts;
  const scriptPath = await add("main", ".js", script!.body);
  // A chunk's name holds a hash already, and others import it by that name.
  for (const { name, body } of chunks) assets.set(`/${name}`, { body, type: types[".js"]! });
  const filled = html.replace("{{style}}", stylePath).replace("{{script}}", scriptPath)
    .replace("<!-- preload -->", preloads(chunks, source));
  return {
    html: Object.entries(further).reduce((page, [at, path]) => page.replace(at, path), filled),
    assets,
  };
}

/**
 * Links to what is fetched while the first piece runs: what was gathered, and what a source names
 * itself. Each kind stands between comments with its name, so that a server can leave it out.
 */
function preloads(pieces: readonly Piece[], source: PageSource): string {
  const bodies = new Map(pieces.map(({ name, body }) => [name, body]));
  const kinds = { window: [GATHERED], ...source.ahead };
  return Object.entries(kinds).map(([kind, modules]) => {
    const entries = pieces.map(({ name }) => name).filter((name) =>
      modules.some((module) => name.startsWith(`${module}-`))
    );
    if (entries.length === 0) return "";
    const links = [...reachable(bodies, entries)]
      .map((name) => `<link rel="modulepreload" href="/${name}">`);
    return `<!-- ${kind} -->${links.join("")}<!-- /${kind} -->`;
  }).join("");
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
  return compressed(async (request) => {
    const { pathname } = new URL(request.url);
    const asset = files.assets.get(pathname);
    if (asset !== undefined) {
      return new Response(asset.body, {
        headers: { "content-type": asset.type, "cache-control": IMMUTABLE },
      });
    }
    const data = extra[pathname];
    if (data !== undefined) return Response.json(await data());
    return new Response(files.html, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" },
    });
  });
}
