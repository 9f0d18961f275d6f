/** Validates Sign-In with Ethereum requests (EIP-4361). @module */
import { MAX_NONCE_LENGTH, MAX_STATEMENT_LENGTH } from "../ground/limits.ts";
import { type At, isPresent, member, text, wrong } from "../ground/check.ts";
import { hasHidden } from "../lib/hidden.ts";

/** Validated sign-in with Ethereum. */
export interface SiweRequest extends SiweFields {
  /** At least 8 letters and digits. */
  readonly nonce: string;
  /** Chain whose account signs. */
  readonly chainId: number;
  /** Domain; the dApp's own. */
  readonly domain?: string | undefined;
  /** URI of the dApp's own origin. */
  readonly uri?: string | undefined;
  /** One line of text. */
  readonly statement?: string | undefined;
}

/** Rarely used fields; `fields.ts` reads them. */
export interface SiweFields {
  /** Scheme of the dApp's own origin, `https` or `http`. */
  readonly scheme?: string | undefined;
  /** Time of the message (RFC 3339). Default: the time of signing. */
  readonly issuedAt?: string | undefined;
  /** Expiry of the session (RFC 3339). */
  readonly expirationTime?: string | undefined;
  /** Start of the session (RFC 3339). */
  readonly notBefore?: string | undefined;
  /** Id of the request, chosen by the dApp. */
  readonly requestId?: string | undefined;
  /** URIs that the dApp lists in the message. */
  readonly resources?: readonly string[] | undefined;
}

/**
 * Reads `{ nonce, chainId, domain?, uri?, statement? }`. Domain and URI must be the page's own, or a
 * signature could be replayed on another site.
 *
 * @param origin the page's real origin, or `null` outside of a page
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function readSiwe(
  at: At,
  origin: string | null,
  readChain: (at: At) => number,
): SiweRequest {
  const nonce = text(member(at, "nonce"), MAX_NONCE_LENGTH);
  if (!/^[A-Za-z0-9]{8,}$/.test(nonce)) {
    throw wrong(`${at.path}.nonce`, "must be at least 8 letters and digits");
  }
  const optional = (name: string) => {
    const inner = member(at, name);
    return isPresent(inner) ? text(inner, MAX_STATEMENT_LENGTH) : undefined;
  };
  const [domain, uri, statement] = [optional("domain"), optional("uri"), optional("statement")];
  const page = origin === null ? null : new URL(origin);
  if (page !== null && domain !== undefined && domain !== page.host) {
    throw wrong(`${at.path}.domain`, `must be the page's own domain, ${page.host}`);
  }
  // Compared as text: parsing would hide spaces, user info and `blob:`.
  const own = page === null || uri === page.origin ||
    (uri?.startsWith(page.origin) && /[/?#]/.test(uri[page.origin.length]!));
  if (uri !== undefined && !(own && /^(?:[\w:/?#[\]@!$&'()*+,;=.~-]|%[\da-f]{2})+$/i.test(uri))) {
    throw wrong(`${at.path}.uri`, `must be a URI of ${page?.origin ?? "the page"}`);
  }
  // Line breaks would forge other fields; hidden characters would be signed unseen.
  if (statement !== undefined && hasHidden(statement)) {
    throw wrong(`${at.path}.statement`, "must be one line without hidden characters");
  }
  return { nonce, chainId: readChain(member(at, "chainId")), domain, uri, statement };
}
