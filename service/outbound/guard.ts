/** Decides which addresses the service may connect to for URLs that dApps name. @module */
import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import { isLoopbackHost } from "../../core/ground/api_key.ts";
import { MAX_URL_LENGTH } from "../../core/ground/limits.ts";

/** The only IPv6 addresses that are assigned to networks (global unicast). */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Returns whether an IP address is on the public internet. NAT64 and mapped addresses are not. */
export function isPublicAddress(ip: string): boolean {
  const plain = ip.replace(/^\[|\]$/g, "");
  if (isIP(plain) === 0) return false;
  const address = ipaddr.parse(plain);
  const isAssigned = address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
  return isAssigned && address.range() === "unicast";
}

/** Result of checking a URL before its name is resolved. */
export type UrlVerdict =
  | { readonly allowed: true; readonly url: URL; readonly loopback: boolean }
  | { readonly allowed: false; readonly reason: string };

/**
 * Checks a URL: https on port 443 without credentials, never our own hosts; loopback only if the
 * service itself runs on loopback (development).
 */
export function judgeUrl(
  text: string,
  rules: { readonly ownHosts: readonly string[]; readonly loopback: boolean },
): UrlVerdict {
  const no = (reason: string) => ({ allowed: false, reason } as const);
  if (text.length > MAX_URL_LENGTH) return no("The URL is too long.");
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return no("It is not a URL.");
  }
  if (url.username !== "" || url.password !== "") return no("The URL carries credentials.");
  // A trailing dot names the same host.
  const host = url.hostname.replace(/\.$/, "");
  if (isLoopbackHost(host)) {
    const web = url.protocol === "http:" || url.protocol === "https:";
    return rules.loopback && web
      ? { allowed: true, url, loopback: true }
      : no("The URL names this machine.");
  }
  if (url.protocol !== "https:") return no("The URL is not https.");
  if (url.port !== "") return no("The URL names another port than 443.");
  if (rules.ownHosts.includes(host)) return no("The URL names this service.");
  const bare = host.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) return no("The URL names a private address.");
  return { allowed: true, url, loopback: false };
}
