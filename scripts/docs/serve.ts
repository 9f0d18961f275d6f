/** Serves the documents' site on this machine; the first visit builds it. @module */
import { extname, join, normalize } from "node:path";
import { compressed, IMMUTABLE } from "../stack/compressed.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** A page that waits for the build. */
const waiting = page(
  "<meta http-equiv=refresh content=2>",
  "The documents are being built. The first time, this takes a minute or two.",
);

/** Answers requests with the files of a folder; `build` fills it, once. */
export function serveSite(
  folder: string,
  build: () => Promise<void>,
): (request: Request) => Promise<Response> {
  let state: "new" | "building" | "ready" | Error = "new";
  const start = () => {
    state = "building";
    build().then(() => state = "ready", (error) => state = toError(error));
  };
  return compressed(async (request) => {
    if (state === "new") start();
    if (state === "building") return html(waiting, 503);
    if (state instanceof Error) {
      const text = state.message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      // The next visit retries: the network may have been missing.
      state = "new";
      return html(page("", `The documents could not be built: ${text}`), 500);
    }
    return await serveFile(folder, new URL(request.url).pathname);
  });
}

async function serveFile(folder: string, pathname: string): Promise<Response> {
  const path = normalize(decode(pathname));
  // Matches the site's links: with their file extension, without it, or a folder.
  for (const file of [path, `${path}.html`, join(path, "index.html")]) {
    const body = path.includes("..")
      ? null
      : await Deno.readFile(join(folder, file)).catch(() => null);
    if (body !== null) {
      return new Response(body, {
        headers: {
          "content-type": types[extname(file)] ?? "application/octet-stream",
          "cache-control": file.startsWith("/assets/") ? IMMUTABLE : "no-cache",
        },
      });
    }
  }
  const missing = await Deno.readTextFile(join(folder, "404.html")).catch(() => "Not found.");
  return html(missing, 404);
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return "/404";
  }
}

function page(head: string, text: string): string {
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Documents</title>${head}` +
    `<meta name="color-scheme" content="light dark"><p style="font:1rem system-ui;margin:3rem">${text}`;
}

function html(body: string, status: number): Response {
  return new Response(body, { status, headers: { "content-type": types[".html"]! } });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
