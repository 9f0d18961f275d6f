/**
 * Opens a connection to the wallet host before the user clicks connect: DNS, TCP and TLS, but no
 * frame, script or page.
 *
 * @example Before a click on a connect button
 * ```ts
 * import { prewarm } from "@sdk/core/prewarm";
 *
 * export function prepare(button: HTMLElement, apiKey: string): void {
 *   for (const event of ["pointerenter", "focus"]) {
 *     button.addEventListener(event, () => prewarm({ apiKey }), { once: true });
 *   }
 * }
 * ```
 *
 * @module
 */
import { hostsOf, readApiKey } from "../ground/read_api_key.ts";
import { parseUrl } from "../lib/url.ts";

/** The wallet host to connect to. */
export interface PrewarmTarget {
  /** API key, which determines the wallet host. */
  readonly apiKey: string;
  /** URL of the wallet host, if it differs from that of the key (`preference.keysUrl`). */
  readonly keysUrl?: string;
}

/** Opens the connection, once per page and host; an invalid key has no effect. */
export function prewarm({ apiKey, keysUrl }: PrewarmTarget): void {
  if (typeof document === "undefined") return;
  const key = readApiKey(apiKey);
  const named = typeof key === "string" ? undefined : hostsOf(key.host, { browser: true }).keysUrl;
  const url = parseUrl(keysUrl ?? named ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) return;
  for (const rel of ["dns-prefetch", "preconnect"]) {
    const there = [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)]
      .some(({ href }) => parseUrl(href)?.origin === url.origin);
    if (there) continue;
    const link = document.createElement("link");
    link.rel = rel;
    link.href = url.origin;
    document.head.append(link);
  }
}
