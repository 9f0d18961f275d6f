/**
 * Passkeys of another site (related origin requests). A page may use passkeys of an RP ID outside
 * its domain if `https://{rpId}/.well-known/webauthn` lists the page's origin.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-related-origins
 * @module
 */
import type { CauseRow } from "../ground/errors.ts";

/** Path of the list, on the RP ID's own host. */
export const RELATED_ORIGINS_PATH = "/.well-known/webauthn";

/** Writes the body of the list. */
export function relatedOriginsJson(origins: readonly string[]): string {
  return JSON.stringify({ origins });
}

/** Maximum length of a host name (RFC 1035). */
const MAX_HOST_LENGTH = 253;

/** Returns whether a value can be an RP ID: a host name, in lowercase and without a port. */
export function isRpId(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_HOST_LENGTH &&
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(value);
}

/** Returns whether a page can use an RP ID without a list: its host name, or a parent domain. */
export function isOwnRpId(rpId: string, hostname: string): boolean {
  return hostname === rpId || hostname.endsWith(`.${rpId}`);
}

/**
 * Describes why the browser rejected another site's passkeys on a page. The browser does not
 * distinguish a list without the page, a list that it could not read, and a missing feature.
 */
export function notRelated(rpId: string, origin: string): CauseRow {
  return {
    code: 4100,
    message: `This page cannot use the passkeys of ${rpId}: its related origins do not name the ` +
      "page, or this browser could not read them. Nothing was signed.",
    advice: `List "${origin}" under "origins" in https://${rpId}${RELATED_ORIGINS_PATH}, served ` +
      "as application/json without a redirect, or use the page's own RP ID.",
  };
}
