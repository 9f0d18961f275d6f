/**
 * Serves the wallet host: the page, its hashed files, and the headers that protect it. The passkeys
 * of every account belong to the page's origin, so no other content is ever served on it.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../../core/passkey/related.ts";
import { FRAME_PATH, POPUP_PATH } from "../../core/dialog/window.ts";
import { LINK_PATH } from "../../core/protocol/link_view.ts";
import type { HostFiles } from "./files.ts";
import { describeBuild, integrity } from "./manifest.ts";
import { MANIFEST_PATH } from "./manifest_path.ts";
import { PUSH_WORKER_PATH, pushWorker } from "./push_worker.ts";
import { resolveLocale } from "../page/language.ts";
import { homeShell, shell } from "./shell.ts";
import { serviceUrl } from "../page/service_url.ts";

/** Settings of the server, validated by its caller. */
export interface HostSettings {
  /** Returns the publishable key of the wallet home, which is part of the page. */
  apiKey(): string;
  /** Sites that may frame the page (CSP source expressions). Default: none. */
  readonly frames?: readonly string[];
  /** Ways to add funds, next to Send and Receive: at most two https links. Default: none. */
  readonly funding?: readonly { readonly name: string; readonly url: string }[];
  /** Sites that may use the host's passkeys (https origins). Default: the list of the build. */
  readonly related?: readonly string[];
  /** Ids of browser extensions that may name the site of a request. Default: none. */
  readonly extensions?: readonly string[];
  /** RP ID of the wallet host that this one continues; its passkeys also work here. */
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
          // Any page may compare the host with its sources.
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        },
      });
    }
    if (!["/", POPUP_PATH, FRAME_PATH, LINK_PATH].includes(pathname)) {
      return plain(404, "Not found.", service);
    }
    const first = pathname === POPUP_PATH ? shell : pathname === "/" ? homeShell : "";
    const html = onlyAhead(files.html, pathname, request).replace("<!-- shell -->", first)
      .replace("{{key}}", settings.apiKey().replace(/[^\w-]/g, ""))
      .replace("{{build}}", build)
      .replace("{{funding}}", () => attribute(JSON.stringify(settings.funding ?? [])))
      .replace("{{related}}", () => attribute(related.join(" ")))
      .replace("{{extensions}}", () => attribute((settings.extensions ?? []).join(" ")))
      .replace("{{continues}}", () => attribute(settings.continues ?? ""));
    return new Response(request.method === "HEAD" ? null : html, {
      headers: {
        ...common(service, pathname === FRAME_PATH ? settings.frames?.join(" ") : undefined),
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-cache",
        ...(pathname === "/" && { "vary": "accept-language" }),
        // A page whose window closed immediately checks whether a policy of the host closed it.
        ...(request.method === "HEAD" && pathname === POPUP_PATH && {
          "access-control-allow-origin": "*",
          "access-control-expose-headers": "cross-origin-opener-policy",
        }),
        // The popup must keep its opener; all other pages must have none.
        ...(["/", LINK_PATH].includes(pathname) && { "cross-origin-opener-policy": "same-origin" }),
      },
    });
  };
}

/**
 * Maximum number of languages to read from a request: each invalid one costs as much as an error.
 */
const MAX_LANGUAGES = 16;

/** Keeps the preload links that this page needs, in the user's language. */
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

/** Browser features of the page: passkeys and the clipboard. All other features are disabled. */
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

/** Returns whether a service runs on localhost. */
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
      // Logos of apps; in development they come from localhost.
      `img-src 'self' https:${isLocal(service) ? " http://localhost:*" : ""} data:`,
      `connect-src ${service}`,
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${framedBy || "'none'"}`,
      "require-trusted-types-for 'script'",
      // Policy of the wallet home, for the URL of the worker that shows notices.
      "trusted-types acct-push",
    ].join("; "),
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": PERMISSIONS,
    "referrer-policy": "no-referrer",
    // Browsers accept this header over https only.
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
