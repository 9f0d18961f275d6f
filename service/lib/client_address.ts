/** Determines the client's address, also behind proxies. @module */
import { BlockList, isIP } from "node:net";
import type { Log } from "./log.ts";

/** Characters of `x-forwarded-for` to read, from its end. */
const MAX_FORWARDED = 2_000;

/**
 * Returns whether an entry of `trustProxy` is valid: an address or a CIDR range. A range of all
 * addresses is invalid, because each client could choose its own address. IPv4-mapped IPv6 ranges
 * are invalid, because mapped addresses count as IPv4.
 */
export function isProxyRange(entry: string): boolean {
  const [net = "", prefix, ...more] = entry.split("/");
  const family = isIP(net);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^[1-9]\d{0,2}$/.test(prefix) || isIP(canonical(net)) !== family) return false;
  return Number(prefix) <= (family === 4 ? 32 : 128);
}

/** Reads the entries of `trustProxy`, as accepted by {@linkcode isProxyRange}. */
export function readProxies(entries: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const entry of entries) {
    const [net = "", prefix] = entry.split("/");
    const address = canonical(net);
    if (prefix === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(prefix), familyOf(address));
  }
  return proxies;
}

/**
 * Returns the address for rate limits. `x-forwarded-for` is trusted only for entries written by the
 * operator's proxies. It is read from its end, where proxies append; the rest comes from the
 * client.
 *
 * @param connection address of the connection
 * @param forwarded the header `x-forwarded-for`, or null
 * @param proxies addresses of the operator's proxies
 */
export function clientAddress(
  connection: string,
  forwarded: string | null,
  proxies: BlockList,
): string {
  const hops = (forwarded ?? "").slice(-MAX_FORWARDED).split(",").map((hop) => hop.trim());
  let client = canonical(connection);
  while (proxies.check(client, familyOf(client))) {
    const hop = hops.pop();
    // The chain ends or contains an invalid address, so only the proxy itself can be counted.
    if (hop === undefined || isIP(bare(hop)) === 0) break;
    client = canonical(bare(hop));
  }
  return network(client);
}

/**
 * Returns the connection's address if the request was forwarded by a proxy that is not trusted,
 * otherwise null.
 */
export function untrustedProxy(
  connection: string,
  headers: Headers,
  proxies: BlockList,
): string | null {
  if (!headers.has("x-forwarded-for") && !headers.has("forwarded")) return null;
  const address = canonical(connection);
  return proxies.check(address, familyOf(address)) ? null : address;
}

/**
 * Creates the function that determines the client of each request. Logs a warning for the first
 * request that a proxy outside `trustProxy` forwarded.
 */
export function createClientAddress(
  trustProxy: readonly string[],
  log: Log,
): (request: Request, connection: string) => string {
  const proxies = readProxies(trustProxy);
  let warned = false;
  return ({ headers }, connection) => {
    const untrusted = warned ? null : untrustedProxy(connection, headers, proxies);
    if (untrusted !== null) {
      warned = true;
      log("warn", "proxy_not_trusted", {
        address: untrusted,
        message: `A request from ${untrusted} has a forwarded client address, which is ignored ` +
          "because trustProxy does not list this proxy. All users behind it count as one client. " +
          "If it is your proxy, add its address or range to trustProxy.",
      });
    }
    return clientAddress(connection, headers.get("x-forwarded-for"), proxies);
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** Removes the port and brackets that some proxies add. */
function bare(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
}

/** Normalizes the spelling of an address; IPv4-mapped IPv6 becomes IPv4. */
function canonical(address: string): string {
  if (isIP(address) !== 6) return address.toLowerCase();
  const spelled = new URL(`http://[${address.replace(/%.*$/, "")}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled);
  if (mapped === null) return spelled;
  const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Returns the network block of a client: /24 of IPv4, /48 of IPv6. */
export function networkBlock(network: string): string {
  if (isIP(network) === 4) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  const groups = network.split(":");
  return groups.length < 5 ? network : `${groups.slice(0, 3).join(":")}::/48`;
}

/** Users get a /64 of IPv6, so a /64 counts as one client. */
function network(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const parts = (text: string) => text === "" ? [] : text.split(":");
  const before = parts(head);
  const after = tail === undefined ? [] : parts(tail);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
