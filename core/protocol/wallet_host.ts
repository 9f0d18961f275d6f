/**
 * Reads the wallet host of an API key. A separate file keeps the connector's first load small.
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

/** Returns the host in an API key, or `null` for a malformed key. */
export function hostOfKey(text: unknown): string | null {
  try {
    const bytes = atob(String(text).slice(8).replace(/-/g, "+").replace(/_/g, "/"));
    const end = 2 + bytes.charCodeAt(1);
    return bytes.length === end + 26 ? bytes.slice(2, end) : null;
  } catch {
    return null;
  }
}

/** Returns the reversed domain name of a wallet host: `com.example.keys`. */
export function rdnsOf(keysUrl: string): string {
  return new URL(keysUrl).hostname.split(".").reverse().join(".");
}
