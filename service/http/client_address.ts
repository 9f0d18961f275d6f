/** Determines the client's address, also behind proxies. @module */
import { isIP } from "node:net";

/**
 * Returns the address that rate limits count. `x-forwarded-for` is trusted only where the
 * operator's proxies wrote it: it is read from its end, where proxies append; the rest comes from
 * the client.
 *
 * @param connection address of the connection
 * @param forwarded the header `x-forwarded-for`, or null
 * @param proxies addresses of the operator's proxies
 */
export function clientAddress(
  connection: string,
  forwarded: string | null,
  proxies: readonly string[],
): string {
  const trusted = new Set(proxies.map(canonical));
  const hops = (forwarded ?? "").slice(-2_000).split(",").map((hop) => hop.trim());
  let client = canonical(connection);
  while (trusted.has(client)) {
    const hop = hops.pop();
    // The chain ends or holds no address: only the proxy itself can be counted.
    if (hop === undefined || isIP(bare(hop)) === 0) break;
    client = canonical(bare(hop));
  }
  return network(client);
}

/** Removes port and brackets, which some proxies add. */
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

/** Returns the block that a client's network lies in: /24 of IPv4, /48 of IPv6. */
export function networkBlock(network: string): string {
  if (isIP(network) === 4) return `${network.split(".").slice(0, 3).join(".")}.0/24`;
  const groups = network.split(":");
  return groups.length < 5 ? network : `${groups.slice(0, 3).join(":")}::/48`;
}

/** Users get a whole /64 of IPv6, so a /64 counts as one client. */
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
