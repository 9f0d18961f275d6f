/** Formats API keys, and parses them with descriptive errors. @module */
import { toBase64Url } from "../lib/base64url.ts";
import { AcctError } from "./errors.ts";
import { wrong } from "./schema/check_first.ts";
import {
  type ApiKey,
  crc32,
  hostPattern,
  type KeyProblem,
  readApiKey,
  VERSION,
} from "./read_api_key.ts";

export { isLoopbackHost } from "../lib/url.ts";
export { type ApiKey, type Hosts, hostsOf, readApiKey } from "./read_api_key.ts";

/** Rules by problem. */
const problems: Readonly<Record<KeyProblem, string>> = {
  missing: "must be a string",
  prefix: "must begin with pk_live_, pk_test_, sk_live_ or sk_test_ and be base64url",
  incomplete: "is incomplete",
  checksum: "is mistyped",
  host: "names no host",
};

/** Formats a key. `random` is 16 bytes from a secure source. */
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
 * Parses a key.
 *
 * @throws {AcctError} `invalid_params` with field `apiKey`; the message never contains the key.
 */
export function parseApiKey(text: unknown): ApiKey {
  const key = readApiKey(text);
  if (typeof key === "string") throw wrong("apiKey", problems[key]);
  return key;
}
