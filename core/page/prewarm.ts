/**
 * Prepares the way to the wallet host, when somebody is about to connect: name and connection are
 * looked up before the click. No frame, no script, no request of a page.
 *
 * @example On the way to a connect button
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
import { hostsOf, readApiKey } from "../protocol/read_api_key.ts";
import { parseUrl } from "../lib/text.ts";

/** Which wallet host. */
export interface PrewarmTarget {
  /** The API key, which names it. */
  readonly apiKey: string;
  /** Its URL, if it is not the one that the key names (`preference.keysUrl`). */
  readonly keysUrl?: string;
}

/** Prepares it, once per page and host; a key that names none changes nothing. */
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
