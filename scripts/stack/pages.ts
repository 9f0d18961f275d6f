/** Builds the pages of the local stack: the wallet host and the demo. @module */
import { LANGUAGES } from "../../host/page/language.ts";
import type { HostFiles } from "../../host/mod.ts";
import { buildRescue } from "../build_rescue.ts";
import { bundle, type BundleSource, FIRST, type Piece } from "./bundle.ts";
import { compressed, IMMUTABLE } from "./compressed.ts";
import { reachable } from "./module_graph.ts";

const root = new URL("../../", import.meta.url);

/** A page with its files, ready to be served. */
export type PageFiles = HostFiles;

/** Scripts of a kind of page. */
export interface PageKind extends BundleSource {
  /**
   * Lazy modules that the page needs soon, by the name of the block in the page that links to them.
   */
  readonly ahead: Readonly<Record<string, readonly string[]>>;
}

/** Input of a page, relative to the root: one entry, or one for each kind of page. */
export type PageSource = PageParts & (BundleSource | { readonly kinds: readonly PageKind[] });

/** Files of a page in addition to its scripts. */
interface PageParts {
  /** Folder with `index.html` and `style.css`. */
  readonly folder: string;
  /** Further files, by the place in the page where their paths belong (`{{icon}}`). */
  readonly files?: (add: AddFile) => Promise<Readonly<Record<string, string>>>;
}

/** Adds a file with a hash in its name, and returns its path. */
export type AddFile = (name: string, extension: string, body: string) => Promise<string>;

const languages = ["en", "de", "ar", "es", "ja"];
/** viem's calls with offchain data (CCIP read): the wallet host reads through its service. */
const unused = ["ccip"];
const rare = [...languages, "accent", "mark", "secp256k1"];

/** The window and the frame of the wallet host: a request's first dialog loads before the rest. */
export const hostWindow: PageKind = {
  entry: "host/main.ts",
  split: true,
  apart: [...rare, "sync"],
  first: ["wallet", "window", "connect"],
  unused,
  ahead: { window: [FIRST] },
};

/** The wallet home. */
export const hostHome: PageKind = {
  entry: "host/home_main.ts",
  split: true,
  apart: [
    "home",
    "app",
    "welcome",
    "friend",
    ...languages.flatMap((each) => [`home_${each}`, `friend_${each}`]),
    ...rare,
  ],
  unused,
  ahead: {
    home: ["home", "welcome"],
    ...Object.fromEntries(LANGUAGES.map((each) => [`home-${each}`, [`home_${each}`]])),
  },
};

/** The wallet host's page. */
export const hostPage: PageParts & { readonly kinds: readonly PageKind[] } = {
  folder: "host",
  kinds: [hostWindow, hostHome],
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
  // Downloaded, never opened: a page with its own policy must not be on this origin.
  ".html": "application/octet-stream",
};

/** Removes the comments and the indentation of styles. */
function tighten(css: string): string {
  return css.replace(/\/\*[^]*?\*\//g, "").replace(/\s+/g, " ");
}

/** Bundles a page. The names of its files hold a hash of their contents. */
export async function buildPage(source: PageSource): Promise<PageFiles> {
  const read = (name: string) => Deno.readTextFile(new URL(`${source.folder}/${name}`, root));
  const kinds = "kinds" in source ? source.kinds : [{ ...source, ahead: {} }];
  const [html, style, ...bundles] = await Promise.all([
    read("index.html"),
    read("style.css"),
    ...kinds.map(bundle),
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
  const stylePath = await add("style", ".css", new TextEncoder().encode(tighten(style)));
  const tags: string[] = [];
  // In order, so that every build lists its files alike.
  for (const [index, [script, ...chunks]] of bundles.entries()) {
    const path = await add("main", ".js", script!.body);
    // A chunk's name already contains a hash, and other chunks import it by that name.
    for (const { name, body } of chunks) assets.set(`/${name}`, { body, type: types[".js"]! });
    tags.push(scriptTags(path, chunks, kinds[index]!));
  }
  const filled = html.replace("{{style}}", stylePath).replace("<!-- scripts -->", tags.join(""));
  return {
    html: Object.entries(further).reduce((page, [at, path]) => page.replace(at, path), filled),
    assets,
  };
}

/**
 * Writes the tag of a script, with links for files to fetch while it runs. Each block is enclosed
 * in comments with its name, so that a server can omit it. The script is in the first block.
 */
function scriptTags(path: string, pieces: readonly Piece[], { ahead }: PageKind): string {
  const script = `<script type="module" src="${path}"></script>`;
  const bodies = new Map(pieces.map(({ name, body }) => [name, body]));
  const blocks = Object.entries(ahead).map(([block, modules], index) => {
    const entries = pieces.map(({ name }) => name).filter((name) =>
      modules.some((module) => name.startsWith(`${module}-`))
    );
    const links = [...reachable(bodies, entries)]
      .map((name) => `<link rel="modulepreload" href="/${name}">`);
    return `<!-- ${block} -->${index === 0 ? script : ""}${links.join("")}<!-- /${block} -->`;
  });
  return blocks.length === 0 ? script : blocks.join("");
}

async function shortHash(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Answers the requests for a built page; every path except a file's returns the page itself. */
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
