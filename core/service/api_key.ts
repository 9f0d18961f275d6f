/**
 * API keys carry the name of the service that issued them, so that `apiKey` is the only required
 * option. Layout behind `pk_live_`, `pk_test_`, `sk_live_` or `sk_test_`, in base64url:
 * version (1 byte, 1), length of the host (1), host (ASCII), random (16), CRC-32 of all that (4).
 * The checksum finds typing errors; it proves nothing about the origin of the key.
 *
 * @module
 */
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { AcctError } from "../errors.ts";

/** What a key says. */
export interface ApiKey {
  /** `pk` for pages, `sk` for servers. */
  readonly kind: "pk" | "sk";
  /** `live` or `test`. */
  readonly environment: "live" | "test";
  /** Host of the service, with port where it is not the default: `example.com`, `localhost:8787`. */
  readonly host: string;
  /** 16 random bytes, base64url: the key's identity. */
  readonly id: string;
}

/** Where a service and its wallet host are. */
export interface Hosts {
  /** Base URL of the service, without a slash at the end. */
  readonly serverUrl: string;
  /** Base URL of the wallet host, without a slash at the end. */
  readonly keysUrl: string;
}

const VERSION = 1;
const pattern = /^(pk|sk)_(live|test)_([A-Za-z0-9_-]+)$/;
const hostPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/;

/** Writes a key. `random` is 16 bytes from a secure source. */
export function formatApiKey(
  key: { kind: "pk" | "sk"; environment: "live" | "test"; host: string; random: Uint8Array },
): string {
  const host = new TextEncoder().encode(key.host);
  if (!hostPattern.test(key.host) || host.length > 253) {
    throw new AcctError("invalid_params", { field: "host", detail: `not a host: ${key.host}` });
  }
  if (key.random.length !== 16) {
    throw new AcctError("invalid_params", { field: "random", detail: "16 bytes are needed" });
  }
  const body = Uint8Array.of(VERSION, host.length, ...host, ...key.random);
  const bytes = Uint8Array.of(...body, ...crc32(body));
  return `${key.kind}_${key.environment}_${toBase64Url(bytes)}`;
}

/**
 * Reads a key.
 *
 * @throws {AcctError} `invalid_params` with field `apiKey`; the key itself is never in the text.
 */
export function parseApiKey(text: unknown): ApiKey {
  const wrong = (detail: string) => new AcctError("invalid_params", { field: "apiKey", detail });
  if (typeof text !== "string" || text === "") {
    throw wrong("apiKey must be a string; it is missing.");
  }
  const [, kind, environment, payload] = pattern.exec(text) ?? [];
  if (kind === undefined || environment === undefined || payload === undefined) {
    throw wrong(
      "apiKey must begin with pk_live_, pk_test_, sk_live_ or sk_test_ and be base64url.",
    );
  }
  const bytes = fromBase64Url(payload);
  const length = bytes?.[1] ?? 0;
  if (bytes === null || bytes[0] !== VERSION || bytes.length !== 2 + length + 16 + 4) {
    throw wrong("apiKey is incomplete: was it cut off while copying?");
  }
  const body = bytes.subarray(0, -4);
  if (crc32(body).some((byte, index) => byte !== bytes[body.length + index])) {
    throw wrong("apiKey has a wrong checksum: was it mistyped?");
  }
  const host = new TextDecoder().decode(bytes.subarray(2, 2 + length));
  if (!hostPattern.test(host)) throw wrong("apiKey names no valid host.");
  return {
    kind: kind as "pk" | "sk",
    environment: environment as "live" | "test",
    host,
    id: toBase64Url(bytes.subarray(2 + length, 2 + length + 16)),
  };
}

/**
 * Where the service of a key is: `api.{host}` and `keys.{host}` over https; for loopback names over
 * http. Outside of a browser `*.localhost` does not resolve, so `browser: false` gives `localhost`.
 */
export function hostsOf(host: string, options: { readonly browser: boolean }): Hosts {
  const scheme = isLoopbackHost(host) ? "http" : "https";
  const api = isLoopbackHost(host) && !options.browser ? host : `api.${host}`;
  return { serverUrl: `${scheme}://${api}`, keysUrl: `${scheme}://keys.${host}` };
}

/** Whether a host name (with or without port) is this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "");
  return name === "localhost" || name.endsWith(".localhost") || name === "127.0.0.1" ||
    name === "[::1]";
}

/** CRC-32 (IEEE 802.3), big endian. */
function crc32(bytes: Uint8Array): Uint8Array {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  crc = ~crc;
  return Uint8Array.of(crc >>> 24, crc >>> 16, crc >>> 8, crc);
}
