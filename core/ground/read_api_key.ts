/**
 * Reads API keys. A key contains the host of its service, so that `apiKey` is the only required
 * option. Layout after `pk_live_`, `pk_test_`, `sk_live_` or `sk_test_`, in base64url:
 * version (1 byte, 1), length of the host (1), host (ASCII), default chain (6, big endian, 0 for
 * none), random (16), CRC-32 of all that (4, little endian). The checksum detects typos; it does not
 * authenticate the key.
 *
 * @module
 */
import { fromBase64Url } from "../lib/base64url.ts";
import { isLoopbackHost } from "../lib/url.ts";

/** A parsed key. */
export interface ApiKey {
  /** `pk` for pages, `sk` for servers. */
  readonly kind: "pk" | "sk";
  /** `live` or `test`. */
  readonly environment: "live" | "test";
  /** Host of the service, with any non-default port: `example.com`, `localhost:8787`. */
  readonly host: string;
  /** Chain of the first connection. Default: 1. */
  readonly chainId: number;
}

/** URLs of a service and its wallet host. */
export interface Hosts {
  /** Base URL of the service, without a trailing slash. */
  readonly serverUrl: string;
  /** Base URL of the wallet host, without a trailing slash. */
  readonly keysUrl: string;
}

/** Problem with a key. */
export type KeyProblem = "missing" | "prefix" | "incomplete" | "checksum";

/** Version of the layout. */
export const VERSION = 1;
const pattern = /^(pk|sk)_(live|test)_([A-Za-z0-9_-]+)$/;
/** Pattern of a valid host. */
export const hostPattern: RegExp =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/;

/**
 * Parses a key, or returns its problem. It uses no errors or messages, to keep them out of a page's
 * first load.
 */
export function readApiKey(text: unknown): ApiKey | KeyProblem {
  if (typeof text !== "string" || text === "") return "missing";
  const found = pattern.exec(text);
  if (found === null) return "prefix";
  const [, kind, environment, payload] = found as unknown as [
    string,
    ApiKey["kind"],
    ApiKey["environment"],
    string,
  ];
  const bytes = fromBase64Url(payload);
  const hostEnd = 2 + (bytes?.[1] ?? 0);
  if (bytes?.[0] !== VERSION || bytes.length !== hostEnd + 26) return "incomplete";
  const host = new TextDecoder().decode(bytes.subarray(2, hostEnd));
  if (crc32(bytes) !== RESIDUE || !hostPattern.test(host)) return "checksum";
  return {
    kind,
    environment,
    host,
    chainId: bytes.subarray(hostEnd, -20).reduce((id, byte) => id * 256 + byte) || 1,
  };
}

/**
 * Returns the URLs of a key's service: `api.{host}` and `keys.{host}` over https, or over http for
 * loopback hosts. `*.localhost` resolves in browsers only, so `browser: false` returns `localhost`.
 */
export function hostsOf(host: string, options: { readonly browser: boolean }): Hosts {
  const scheme = isLoopbackHost(host) ? "http" : "https";
  const api = isLoopbackHost(host) && !options.browser ? host : `api.${host}`;
  return { serverUrl: `${scheme}://${api}`, keysUrl: `${scheme}://keys.${host}` };
}

/** CRC-32 of any bytes that end with their own CRC-32. */
const RESIDUE = 0x2144df1c;

/** Computes a CRC-32 (IEEE 802.3) as a signed integer. */
export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 8; bit > 0; bit--) crc = (crc >>> 1) ^ (-(crc & 1) & 0xedb88320);
  }
  return ~crc;
}
