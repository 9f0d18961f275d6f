/** Decides which addresses the service may connect to for URLs that dApps name. @module */
import { MAX_URL_LENGTH } from "../../core/protocol/limits.ts";
import { BlockList, isIP } from "node:net";
import { isLoopbackHost } from "../../core/protocol/api_key.ts";

/** Ranges outside the public internet (IANA's special-purpose registries). */
const special: readonly [string, number, "ipv4" | "ipv6"][] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.31.196.0", 24, "ipv4"],
  ["192.52.193.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["192.175.48.0", 24, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
];
const blocked4 = new BlockList();
for (const [net, prefix, family] of special) blocked4.addSubnet(net, prefix, family);

/** Public IPv6: global unicast, except ranges that map to other addresses. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const blocked6 = new BlockList();
for (
  const [net, prefix] of [
    ["2001::", 23], // protocol assignments, Teredo and ORCHID among them
    ["2001:db8::", 32], // documentation
    ["2002::", 16], // 6to4 embeds any IPv4 address
    ["3fff::", 20], // documentation
    ["2620:4f:8000::", 48], // AS112
  ] as const
) blocked6.addSubnet(net, prefix, "ipv6");

/** Returns whether an IP address is on the public internet. NAT64 and mapped addresses are not. */
export function isPublicAddress(ip: string): boolean {
  const plain = ip.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(plain);
  if (family === 4) return !blocked4.check(plain, "ipv4");
  return family === 6 && global6.check(plain, "ipv6") && !blocked6.check(plain, "ipv6");
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
