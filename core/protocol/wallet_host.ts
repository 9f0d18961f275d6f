/**
 * The wallet host's name. It stands apart from the rest about keys, because it is all of that which
 * the connector's first load holds.
 *
 * @example
 * ```ts
 * import { rdnsOf } from "@sdk/core/wallet_host";
 *
 * console.log(rdnsOf("https://keys.example.com")); // com.example.keys
 * ```
 *
 * @module
 */

/** The host that an API key names, or `null` where its layout shows that it is none. */
export function hostOfKey(text: unknown): string | null {
  try {
    const bytes = atob(String(text).slice(8).replace(/-/g, "+").replace(/_/g, "/"));
    const end = 2 + bytes.charCodeAt(1);
    return bytes.length === end + 20 ? bytes.slice(2, end) : null;
  } catch {
    return null;
  }
}

/** The reversed name of a wallet host: `com.example.keys`. */
export function rdnsOf(keysUrl: string): string {
  return new URL(keysUrl).hostname.split(".").reverse().join(".");
}
