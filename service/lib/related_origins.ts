/**
 * Checks the list of sites that may use the passkeys of a wallet host (related origin requests).
 * Each of them can request every passkey of the host, like the host itself.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-related-origins
 * @module
 */
import { getDomain } from "tldts";
import { isRpId } from "../../core/passkey/related.ts";

/** Maximum sites of a list. */
export const MAX_RELATED_ORIGINS = 20;

/**
 * Maximum names before the public suffix, as browsers count them: `shop` of `shop.com` and
 * `app.shop.de` is one. They ignore further ones.
 */
export const MAX_RELATED_LABELS = 5;

/**
 * Describes the first problem of a list of origins, or returns `null`. `index` is the position of
 * the affected entry, if any.
 */
export function relatedProblem(
  origins: readonly string[],
): { readonly index?: number; readonly problem: string } | null {
  if (origins.length > MAX_RELATED_ORIGINS) {
    return { problem: `must have at most ${MAX_RELATED_ORIGINS} origins` };
  }
  const labels = new Set<string>();
  for (const [index, origin] of origins.entries()) {
    const label = labelOf(origin);
    if (label === null) {
      return {
        index,
        problem: "must be an https origin without a path, such as https://keys.example.org",
      };
    }
    if (origins.indexOf(origin) < index) return { index, problem: "must be listed once" };
    labels.add(label);
    if (labels.size > MAX_RELATED_LABELS) {
      return {
        index,
        problem: `must not be the ${MAX_RELATED_LABELS + 1}th different name before a public ` +
          `suffix: browsers honour ${MAX_RELATED_LABELS}`,
      };
    }
  }
  return null;
}

/** Returns whether a host name can be the RP ID of another wallet host. */
export function isRegistrable(rpId: string): boolean {
  return isRpId(rpId) && labelOf(`https://${rpId}`) !== null;
}

/** Returns the name before the public suffix of an https origin; `null` for anything else. */
function labelOf(origin: string): string | null {
  if (!/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(origin)) return null;
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin || !isRpId(url.hostname)) return null;
  const domain = getDomain(url.hostname, { allowPrivateDomains: true });
  return domain?.slice(0, domain.indexOf(".")) ?? null;
}
