/** Formats API keys, and parses them with descriptive errors. @module */
import { toBase64Url } from "../lib/base64url.ts";
import { AcctError } from "./errors.ts";
import { wrong } from "./check.ts";
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
  prefix: "must begin with pk_live_, pk_test_, sk_live_ or sk_test_",
  incomplete: "is incomplete",
  checksum: "is mistyped",
};

/** Contents of a new key. */
export interface NewApiKey extends Omit<ApiKey, "chainId"> {
  /** Chain of the first connection; test keys only. */
  readonly chainId?: number | undefined;
  /** 16 bytes from a secure source. */
  readonly random: Uint8Array;
}

/** Formats a key. */
export function formatApiKey(key: NewApiKey): string {
  const { environment, chainId = 0 } = key;
  const host = new TextEncoder().encode(key.host);
  if (!hostPattern.test(key.host) || host.length > 253) {
    throw new AcctError("invalid_params", { field: "host", detail: `not a host: ${key.host}` });
  }
  if (!(chainId >= 0 && chainId < 2 ** 48) || (chainId > 0 && environment === "live")) {
    throw new AcctError("invalid_params", {
      field: "chainId",
      detail: "Only test keys name a chain, below 2^48.",
    });
  }
  if (key.random.length !== 16) {
    throw new AcctError("invalid_params", { field: "random", detail: "16 bytes are needed" });
  }
  const chain = Uint8Array.from({ length: 6 }, (_, index) => chainId / 256 ** (5 - index));
  const body = Uint8Array.of(VERSION, host.length, ...host, ...chain, ...key.random);
  const sum = crc32(body);
  const bytes = Uint8Array.of(...body, sum, sum >>> 8, sum >>> 16, sum >>> 24);
  return `${key.kind}_${environment}_${toBase64Url(bytes)}`;
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
