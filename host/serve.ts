/**
 * Serves the wallet host: the page, its hashed files, and the headers that protect it. The page's
 * origin holds the passkeys of every account, so nothing else is ever served on it.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../core/passkey/related.ts";
import { FRAME_PATH, POPUP_PATH } from "../core/protocol/window.ts";
import { type BuildOrigin, describeBuild, integrity, MANIFEST_PATH } from "./manifest.ts";
import { PUSH_WORKER_PATH, pushWorker } from "./push_worker.ts";
import { resolveLocale } from "./language.ts";
import { homeShell, shell } from "./shell.ts";
import { serviceUrl } from "./service_url.ts";

/** Built files of the page. */
export interface HostFiles {
  /** `index.html`, with the names of the other files filled in. */
  readonly html: string;
  /** Other files by path (`/main-abc123.js`); their names contain a hash of their contents. */
  readonly assets: ReadonlyMap<
    string,
    { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }
  >;
  /** Origin of the build; absent if it is not known. */
  readonly origin?: BuildOrigin;
  /** Sites that may use the host's passkeys, if the build lists them. */
  readonly related?: readonly string[];
}

/** Settings of the server; its caller has checked them. */
export interface HostSettings {
  /** Returns the publishable key of the home page, which is part of the page. */
  apiKey(): string;
  /** Sites that may frame the page (CSP source expressions); none if absent. */
  readonly frames?: readonly string[];
  /** Ways to add funds, beside Send and Receive: https links, two at most; none if absent. */
  readonly funding?: readonly { readonly name: string; readonly url: string }[];
  /** Sites that may use the host's passkeys (https origins); those of the build if absent. */
  readonly related?: readonly string[];
  /** RP ID of the wallet host that this one continues; its passkeys work here as well. */
  readonly continues?: string;
}

/**
 * Serves `keys.{h}`. The service at `api.{h}` is the only host that the page may connect to.
 */
export function serveHost(
  files: HostFiles,
  settings: HostSettings,
): (request: Request) => Response {
  const packed = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [path, { body }] of files.assets) packed.set(path, gzip(body));
  const related = settings.related ?? files.related ?? [];
  const manifest = JSON.stringify(describeBuild({ ...files, related }));
  const commit = files.origin?.commit?.replace(/[^0-9a-f]/g, "") ?? "";
  const build = `${commit} ${integrity(manifest)}`;
  return (request) => {
    const url = new URL(request.url);
    const { pathname } = url;
    const service = serviceUrl(url);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return plain(405, "Method not allowed.", service);
    }
    const asset = files.assets.get(pathname);
    if (asset !== undefined) {
      const small = takesGzip(request) ? packed.get(pathname) : undefined;
      return new Response(request.method === "HEAD" ? null : small ?? asset.body, {
        headers: {
          ...common(service),
          ...(small && { "content-encoding": "gzip" }),
          "vary": "accept-encoding",
          "content-type": asset.type,
          "cache-control": "public, max-age=31536000, immutable",
        },
      });
    }
    if (pathname === PUSH_WORKER_PATH) {
      return new Response(request.method === "HEAD" ? null : pushWorker, {
        headers: {
          ...common(service),
          "content-type": "text/javascript; charset=utf-8",
          "cache-control": "no-cache",
        },
      });
    }
    if (pathname === RELATED_ORIGINS_PATH && related.length > 0) {
      return new Response(request.method === "HEAD" ? null : relatedOriginsJson(related), {
        headers: {
          ...common(service),
          "content-type": "application/json",
          "cache-control": "no-cache",
        },
      });
    }
    if (pathname === MANIFEST_PATH) {
      return new Response(request.method === "HEAD" ? null : manifest, {
        headers: {
          ...common(service),
          "content-type": "application/json",
          "cache-control": "no-cache",
          // Anyone may compare the host with its sources, other pages too.
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        },
      });
    }
    if (!["/", POPUP_PATH, FRAME_PATH].includes(pathname)) return plain(404, "Not found.", service);
    const first = pathname === POPUP_PATH ? shell : pathname === "/" ? homeShell : "";
    const html = onlyAhead(files.html, pathname, request).replace("<!-- shell -->", first)
      .replace("{{key}}", settings.apiKey().replace(/[^\w-]/g, ""))
      .replace("{{build}}", build)
      .replace("{{funding}}", () => attribute(JSON.stringify(settings.funding ?? [])))
      .replace("{{related}}", () => attribute(related.join(" ")))
      .replace("{{continues}}", () => attribute(settings.continues ?? ""));
    return new Response(request.method === "HEAD" ? null : html, {
      headers: {
        ...common(service, pathname === FRAME_PATH ? settings.frames?.join(" ") : undefined),
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        ...(pathname === "/" && { "vary": "accept-language" }),
        // A page whose window closed at once asks whether a policy of the host cut it off.
        ...(request.method === "HEAD" && pathname === POPUP_PATH && {
          "access-control-allow-origin": "*",
          "access-control-expose-headers": "cross-origin-opener-policy",
        }),
        // The popup must keep its opener; the home page must have none.
        ...(pathname === "/" && { "cross-origin-opener-policy": "same-origin" }),
      },
    });
  };
}

/** Most languages that are read of a request: each that is none costs as much as an error. */
const MAX_LANGUAGES = 16;

/** Keeps of the links to what is loaded ahead those that this page needs, in its user's language. */
function onlyAhead(html: string, pathname: string, request: Request): string {
  const wanted = (request.headers.get("accept-language") ?? "").split(",", MAX_LANGUAGES)
    .map((each) => each.split(";")[0]!.trim().slice(0, 35));
  const { language } = resolveLocale(wanted);
  const kinds = pathname === "/" ? ["home", `home-${language}`] : ["window"];
  return html.replace(
    /<!-- (window|home(?:-\w+)?) -->(.*?)<!-- \/\1 -->/gs,
    (_, kind: string, links: string) => kinds.includes(kind) ? links : "",
  );
}

/** Escapes a text for an attribute in double quotes. */
function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Compresses a file once for all requests. */
function gzip(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(body, { level: 9 }));
}

/** Returns whether the browser accepts gzip. */
function takesGzip(request: Request): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:[,\s]|$))/.test(request.headers.get("accept-encoding") ?? "");
}

/** The page uses passkeys and the clipboard, and nothing else that a browser asks permission for. */
const PERMISSIONS = [
  "publickey-credentials-create=(self)",
  "publickey-credentials-get=(self)",
  "clipboard-write=(self)",
  ...[
    "accelerometer",
    "autoplay",
    "browsing-topics",
    "camera",
    "clipboard-read",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "screen-wake-lock",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
  ].map((name) => `${name}=()`),
].join(", ");

/** Returns whether a service runs on this machine. */
function isLocal(service: string): boolean {
  return /^https?:\/\/(?:[\w-]+\.)*(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(service);
}

/** Returns the headers of every response; `framedBy` lists the sites that may frame it. */
function common(service: string, framedBy = ""): Record<string, string> {
  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "style-src 'self'",
      "manifest-src 'self'",
      // The logos of apps; in development they come from this machine.
      `img-src 'self' https:${isLocal(service) ? " http://localhost:*" : ""} data:`,
      `connect-src ${service}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${framedBy || "'none'"}`,
      "require-trusted-types-for 'script'",
      // The home page's own, for the URL of the worker that shows notices.
      "trusted-types acct-push",
    ].join("; "),
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "no-referrer",
    // Browsers take it over https only.
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
    ...(framedBy === "" && { "x-frame-options": "DENY" }),
  };
}

function plain(status: number, text: string, service: string): Response {
  return new Response(text, {
    status,
    headers: { ...common(service), "content-type": "text/plain" },
  });
}
