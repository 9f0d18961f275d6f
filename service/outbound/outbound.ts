/**
 * Sends requests to URLs that dApps name. The name is resolved once and the connection goes to
 * exactly that address, so that DNS rebinding has no effect. Redirects are not followed; size and
 * time are limited.
 *
 * @module
 */
import { lookup as dnsLookup } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { AcctError } from "../../core/ground/errors.ts";
import { isPublicAddress, judgeUrl } from "./guard.ts";

/** Rules for outbound requests. */
export interface Outbound {
  /** Our own host names; requests to them are rejected. */
  readonly ownHosts: readonly string[];
  /** Allows loopback addresses: only if the service itself is on loopback. */
  readonly loopback: boolean;
  /** Resolves a name; replaced in tests. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Milliseconds for the complete exchange. Defaults to 4000. */
  readonly timeout?: number;
  /** Maximum size of the response in bytes. Defaults to 64 KiB. */
  readonly maxSize?: number;
}

/**
 * Posts JSON and returns the JSON response.
 *
 * @throws {AcctError} `sponsor_failed`; the message never contains the raw response.
 */
export async function post(text: string, body: unknown, rules: Outbound): Promise<unknown> {
  const { status, text: answer } = await postBytes(text, {
    headers: { "content-type": "application/json", accept: "application/json" },
    body: new TextEncoder().encode(JSON.stringify(body)),
  }, rules);
  if (status < 200 || status > 299) throw failed(`It answered with HTTP ${status}.`);
  try {
    return JSON.parse(answer);
  } catch {
    throw failed("Its answer is not JSON.");
  }
}

/** A body to post, with its headers. */
export interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Posts bytes and returns the response.
 *
 * @throws {AcctError} `sponsor_failed` if the URL is not allowed, or no answer arrived in time
 */
export async function postBytes(
  text: string,
  posted: Posted,
  rules: Outbound,
): Promise<{ readonly status: number; readonly text: string }> {
  const verdict = judgeUrl(text, rules);
  if (!verdict.allowed) throw failed(verdict.reason);
  const { url, loopback } = verdict;
  const address = loopback ? "127.0.0.1" : await publicAddress(url.hostname, rules);
  return await exchange(url, address, posted, rules);
}

/** Resolves a host to one address. A name with any private address is rejected completely. */
async function publicAddress(host: string, rules: Outbound): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, "");
  let addresses: readonly string[];
  try {
    addresses = isIP(bare) !== 0 ? [bare] : await (rules.resolve ?? systemResolve)(host);
  } catch {
    throw failed("Its name cannot be resolved.");
  }
  const [first] = addresses;
  if (first === undefined) throw failed("Its name cannot be resolved.");
  if (!addresses.every(isPublicAddress)) throw failed("Its name leads to a private address.");
  return first;
}

async function systemResolve(name: string): Promise<readonly string[]> {
  return (await dnsLookup(name, { all: true })).map((entry) => entry.address);
}

function exchange(
  url: URL,
  address: string,
  { headers, body }: Posted,
  rules: Outbound,
): Promise<{ readonly status: number; readonly text: string }> {
  const { timeout = 4_000, maxSize = 65_536 } = rules;
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const family = isIP(address);
  const outgoing = request(url, {
    method: "POST",
    headers: { ...headers, "content-length": body.length },
    agent: false,
    // `Host` and the certificate check keep the name; only the address is ours.
    lookup: (_name, options, done) => {
      if (options.all === true) done(null, [{ address, family }]);
      else (done as (error: null, address: string, family: number) => void)(null, address, family);
    },
  }, (response) => {
    const status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      resolve({ status, text: "" });
      outgoing.destroy();
      return;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    response.on("data", (part: Uint8Array) => {
      size += part.length;
      if (size > maxSize) {
        reject(failed("Its answer is too large."));
        outgoing.destroy();
      } else parts.push(part);
    });
    response.on(
      "end",
      () => resolve({ status, text: new TextDecoder().decode(join(parts, size)) }),
    );
    response.on("error", () => reject(failed("The connection broke.")));
  });
  outgoing.on("error", () => reject(failed("It cannot be reached.")));
  const timer = setTimeout(() => {
    reject(failed("It did not answer in time."));
    outgoing.destroy();
  }, timeout);
  outgoing.end(body);
  return promise.finally(() => clearTimeout(timer));
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function failed(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
