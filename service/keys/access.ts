/** Who a request comes from, and whether it may. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { domainAllowed, parseOrigin } from "./domains.ts";

/** What a request says of itself. */
export interface Claim {
  /** `Origin` header. */
  readonly origin: string | null;
  /** `x-acct-origin` header. */
  readonly actsFor: string | null;
  /** Whether a browser sent it: only browsers send `Sec-Fetch-Site` (Node sends `-Mode`). */
  readonly browser: boolean;
}

/** What the key allows. */
export interface KeyRules {
  /** `pk` for pages, `sk` for servers. */
  readonly kind: "pk" | "sk";
  /** Allowed Domains. */
  readonly domains: readonly string[];
}

/**
 * Decides on a request. All of this can be forged outside of a browser: it keeps other people's
 * pages from using a key, and quotas hold on their own.
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
  // Only the wallet host may speak for a page: its origin is stated by the browser.
  const page = claim.origin === keysOrigin ? claim.actsFor ?? keysOrigin : claim.origin;
  if (page === keysOrigin || domainAllowed(page, rules.domains)) return page;
  const shown = parseOrigin(page)?.origin ?? "unreadable";
  throw new AcctError("origin_not_allowed", { detail: `Origin: ${shown}.` });
}
