/** Checks the address at which a device link returns to its app. @module */
import { isLoopbackHost, parseUrl } from "../lib/url.ts";

/** Requirements of a return address, for errors. */
export const RETURN_RULE =
  "must be an address of your own app, without query and fragment: https://app.example/acct, or a scheme that is a reversed domain of yours, such as com.example.app://acct";

/** Name of the query parameter with the ticket of a connection. */
const TICKET = "acct_ticket";

const MAX_LENGTH = 300;
/** Characters that no browser changes in a fragment. */
const characters = /^[\w.~:/%+-]+$/;
/**
 * A custom scheme with an authority. It is a reversed domain of the app (RFC 8252, section 7.1). Schemes
 * without a dot belong to systems, browsers and other wallets, or can belong to several apps.
 */
const custom = /^[a-z]{2,}(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+:\/\//;

/**
 * Returns a return address, or `null` if it is none: an `https` address without query and fragment,
 * because a redirect would forward those, or a scheme that is a reversed domain.
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
  return custom.test(value) ? value : null;
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
