/** Reads paymaster services: of options, of requests, and at the service. @module */
import { isLoopbackHost, parseUrl } from "../lib/url.ts";
import { MAX_CONTEXT_LENGTH, MAX_URL_LENGTH } from "../ground/limits.ts";
import { type At, isPresent, member, object, text, wrong } from "../ground/check.ts";

/** A paymaster service chosen by the dApp (ERC-7677). */
export interface SponsorRequest {
  /** URL of the service. */
  readonly url: string;
  /** Passed to the service unchanged. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Reads a paymaster service; only on loopback hosts https is not required. */
export function readSponsor(at: At): SponsorRequest {
  const url = text(member(at, "url"), MAX_URL_LENGTH);
  const { protocol, host } = parseUrl(url) ?? {};
  if (protocol !== "https:" && !(protocol === "http:" && isLoopbackHost(host!))) {
    throw wrong(`${at.path}.url`, "must be an https URL");
  }
  const context = member(at, "context");
  if (!isPresent(context)) return { url };
  const value = object(context);
  if (!fits(value)) {
    throw wrong(context.path, `must be JSON of at most ${MAX_CONTEXT_LENGTH} characters`);
  }
  return { url, context: value };
}

function fits(value: object): boolean {
  try {
    return JSON.stringify(value).length <= MAX_CONTEXT_LENGTH;
  } catch {
    // A cycle, or a bigint.
    return false;
  }
}
