/** Checks the address at which a device link returns to its app. @module */
import { isLoopbackHost, parseUrl } from "../lib/url.ts";

/** Requirements of a return address, for errors. */
export const RETURN_RULE =
  "must be an address of your own app such as myapp://acct or https://app.example/acct, without query and fragment";

/** Name of the query parameter with the ticket of a connection. */
const TICKET = "acct_ticket";

const MAX_LENGTH = 300;
/** Characters that no browser changes in a fragment. */
const characters = /^[\w.~:/%+-]+$/;
/** A custom scheme with an authority. */
const custom = /^([a-z][a-z\d+.-]*):\/\//;
/**
 * Schemes without a dot that a browser or a system handles itself. A scheme with a dot is the reversed
 * domain of an app (RFC 8252, section 7.1).
 */
const handled: ReadonlySet<string> = new Set(
  ("about afp app-prefs app-settings blob brave cal calshow cid content data edge feed file filesystem " +
    "firefox ftp ftps geo googlechrome googlechromes gopher http https intent jar javascript ldap ldaps " +
    "livescript magnet mailto map maps market mms mmsto mocha nfs opera prefs resource " +
    "settings sftp shortcuts smb sms smsto ssh tel telnet urn vbscript view-source vivaldi webcal ws wss")
    .split(" "),
);
/** Patterns of further ones. A browser's own scheme, such as `touch-https`, opens any site. */
const families =
  /^(?:android|brave|chrome|devtools|facetime|firefox|microsoft|moz|ms|opera|safari|search|web|x)(?:$|[+-])|^itms|http|browser|open-url/;

/**
 * Returns a return address, or `null` if it is none: an `https` address without query and fragment,
 * because a redirect would forward those, or a custom scheme.
 *
 * @param local accept `http` on loopback hosts, during development
 */
export function readReturnAddress(value: unknown, local: boolean): string | null {
  if (typeof value !== "string" || value.length > MAX_LENGTH || !characters.test(value)) {
    return null;
  }
  if (/^https?:/.test(value)) {
    const url = parseUrl(value);
    const isSecure = url?.protocol === "https:" ||
      local && url !== null && isLoopbackHost(url.host);
    return isSecure && value.startsWith(`${url!.protocol}//`) ? value : null;
  }
  const scheme = custom.exec(value)?.[1];
  if (scheme === undefined) return null;
  return scheme.includes(".") || !handled.has(scheme) && !families.test(scheme) ? value : null;
}

/** Returns the host of an `https` return address, or `null` for a custom scheme. */
export function returnHost(address: string): string | null {
  return /^https?:/.test(address) ? new URL(address).host : null;
}

/** Adds the ticket. Unlike a fragment, a query is not forwarded by a redirect of the app's site. */
export function withTicket(address: string, ticket: string): string {
  return `${address}?${TICKET}=${ticket}`;
}

/** Returns the ticket of the address at which the browser returned, or `null`. */
export function ticketOf(url: string): string | null {
  return new RegExp(`[?&]${TICKET}=([\\w-]{22})(?:[&#]|$)`).exec(url)?.[1] ?? null;
}
