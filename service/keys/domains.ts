/** Matches origins against Allowed Domains. @module */
import { getDomain } from "tldts";
import { AcctError } from "../../core/ground/errors.ts";

/** Entry for all sites. It is a word, because `*` would often be a mistake. */
const ANY_SITE = "any-site";
/** Origin of the pages of a browser extension. */
const extensionPattern = /^(?:chrome|moz)-extension:\/\/[a-z0-9-]{1,64}$/;
/** Maximum length of an origin. */
const MAX_LENGTH = 300;
const entryPattern =
  /^(?:any-site|localhost|(?:https?:\/\/)(?:\*\.)?(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?)$/;

/**
 * Returns whether a page of this origin may use the key. An entry is an exact origin
 * (`https://app.example.com`), an origin with `*.` for any sub-domain (not the domain itself),
 * `localhost` for any port of this machine, or `any-site` for all sites and browser extensions.
 */
export function domainAllowed(origin: string, domains: readonly string[]): boolean {
  // A browser extension reads from its background page, for sites that the user chooses.
  if (domains.includes(ANY_SITE) && extensionPattern.test(origin)) return true;
  const url = parseOrigin(origin);
  return url !== null && domains.some((entry) => matches(url, entry));
}

/** Parses an origin exactly as browsers write it; null for anything else (`null` included). */
export function parseOrigin(text: string): URL | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const url = new URL(text);
    const web = url.protocol === "https:" || url.protocol === "http:";
    return web && url.origin === text ? url : null;
  } catch {
    return null;
  }
}

/**
 * Validates an entry of the list.
 *
 * @throws {AcctError} `invalid_params` naming the entry.
 */
export function checkDomain(entry: string): string {
  if (!entryPattern.test(entry)) {
    throw new AcctError("invalid_params", {
      field: "domains",
      detail:
        `not an origin such as https://shop.example or https://*.shop.example, or localhost: ${
          entry.slice(0, 100)
        }`,
    });
  }
  const star = entry.indexOf("://*.");
  if (star >= 0) checkWildcard(entry, entry.slice(star + 5).replace(/:\d+$/, ""));
  return entry;
}

/**
 * Rejects a wildcard below a public suffix, such as `https://*.co.uk` or `https://*.vercel.app`:
 * anyone can have a page there.
 */
function checkWildcard(entry: string, host: string): void {
  if (host === "localhost" || getDomain(host, { allowPrivateDomains: true }) !== null) return;
  throw new AcctError("invalid_params", {
    field: "domains",
    detail: `anyone can have a name below ${host}: ${entry.slice(0, 100)}`,
  });
}

function matches(url: URL, entry: string): boolean {
  if (entry === ANY_SITE) return true;
  if (entry === "localhost") {
    return url.hostname === "localhost" || url.hostname === "127.0.0.1" ||
      url.hostname === "[::1]" || url.hostname.endsWith(".localhost");
  }
  const star = entry.indexOf("://*.");
  if (star < 0) return url.origin === entry;
  const scheme = entry.slice(0, star + 3);
  const suffix = entry.slice(star + 4);
  return `${url.protocol}//` === scheme && url.host.endsWith(suffix);
}
