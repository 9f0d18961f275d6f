/** Bundles the stories and serves them under a strict Content-Security-Policy. @module */
import { fileURLToPath } from "node:url";
import { installBundler } from "../../scripts/stack/bundler.ts";

const here = new URL("./", import.meta.url);
const types = { html: "text/html", css: "text/css", js: "text/javascript" } as const;

/** Server of the stories. */
export interface StoryServer {
  /** URL without a trailing slash. */
  readonly url: string;
  /** Names and sizes of the scripts. */
  readonly scripts: ReadonlyMap<string, number>;
  /** Stops the server. */
  stop(): Promise<void>;
}

/** Serves the stories; the query's `css` is added to the page's own style sheet. */
export async function serveStories(): Promise<StoryServer> {
  await installBundler();
  const bundle = await Deno.bundle({
    entrypoints: [fileURLToPath(new URL("./page.ts", here))],
    outputDir: "/",
    platform: "browser",
    codeSplitting: true,
    minify: true,
    write: false,
  });
  if (!bundle.success) throw new Error(bundle.errors.map(({ text }) => text).join("\n"));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { path, contents } of bundle.outputFiles ?? []) {
    files.set(`/${path.split("/").pop()}`, Uint8Array.from(contents ?? []));
  }
  const scripts = new Map([...files].map(([name, body]) => [name, body.length]));
  for (const name of ["index.html", "page.css"]) {
    files.set(`/${name}`, Uint8Array.from(await Deno.readFile(new URL(name, here))));
  }
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    const body = files.get(pathname === "/" ? "/index.html" : pathname);
    if (body === undefined) return new Response(null, { status: 204 });
    // The query of the requesting page contains its hostile rules.
    const css = pathname === "/page.css" ? requestedCss(request.headers.get("referer")) : "";
    return new Response(css === "" ? body : new TextDecoder().decode(body) + css, {
      headers: {
        "content-type": types[(pathname.split(".")[1] ?? "html") as keyof typeof types],
        "content-security-policy": "default-src 'self'; require-trusted-types-for 'script'",
        "cache-control": "no-store",
      },
    });
  });
  return {
    url: `http://localhost:${server.addr.port}`,
    scripts,
    stop: () => server.shutdown(),
  };
}

/** Returns the rules that a page requested. */
function requestedCss(referer: string | null): string {
  return referer === null ? "" : new URL(referer).searchParams.get("css") ?? "";
}
