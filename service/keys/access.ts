/** Decides whether a request may use a key. @module */
import { AcctError } from "../../core/ground/errors.ts";
import { domainAllowed, parseOrigin } from "./domains.ts";

/** Origin information of a request. */
export interface Claim {
  /** `Origin` header. */
  readonly origin: string | null;
  /** `x-acct-origin` header. */
  readonly actsFor: string | null;
  /** True if a browser sent it: only browsers send `Sec-Fetch-Site` (Node sends `-Mode`). */
  readonly browser: boolean;
}

/** Rules of a key. */
export interface KeyRules {
  /** `pk` for pages, `sk` for servers. */
  readonly kind: "pk" | "sk";
  /** Allowed Domains. */
  readonly domains: readonly string[];
}

/**
 * Decides on a request. All of its headers can be forged outside of a browser. The check stops
 * other sites from using a key, and quotas limit the rest.
 *
 * @returns The page's origin; null for a request without a page.
 * @throws {AcctError} `key_secret` or `origin_not_allowed`.
 */
export function decideAccess(claim: Claim, rules: KeyRules, keysOrigin: string): string | null {
  if (rules.kind === "sk") {
    if (claim.origin !== null || claim.browser) throw new AcctError("key_secret");
    return null;
  }
  if (claim.origin === null) return null;
  // Only the wallet host may act for a page. The browser reported the page's origin to it.
  const page = claim.origin === keysOrigin ? claim.actsFor ?? keysOrigin : claim.origin;
  if (page === keysOrigin || domainAllowed(page, rules.domains)) return page;
  const shown = parseOrigin(page)?.origin ?? "unreadable";
  throw new AcctError("origin_not_allowed", { detail: `Origin: ${shown}.` });
}
