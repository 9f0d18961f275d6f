import { assertEquals } from "@std/assert";
import { clientAddress } from "./client_address.ts";

const proxies = ["127.0.0.1", "10.0.0.7", "2001:db8::1"];
const rows: readonly (readonly [string, string | null, readonly string[], string])[] = [
  // Without proxies the header is ignored.
  ["203.0.113.9", "198.51.100.1", [], "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1", [], "127.0.0.1"],
  ["203.0.113.9", "198.51.100.1", proxies, "203.0.113.9"],
  ["127.0.0.1", null, proxies, "127.0.0.1"],
  ["127.0.0.1", "", proxies, "127.0.0.1"],
  ["127.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
  // The client's own entries precede what the proxy appended.
  ["127.0.0.1", "1.1.1.1, 198.51.100.1", proxies, "198.51.100.1"],
  ["127.0.0.1", "127.0.0.1, 198.51.100.1", proxies, "198.51.100.1"],
  ["127.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.7", proxies, "198.51.100.1"],
  ["127.0.0.1", "1.1.1.1, unknown", proxies, "127.0.0.1"],
  ["127.0.0.1", "198.51.100.1:4711", proxies, "198.51.100.1"],
  ["::ffff:127.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
  ["2001:DB8:0:0::1", "[2001:db8:1:2:3:4:5:6]:99", proxies, "2001:db8:1:2::/64"],
  ["2001:db8:9::7", null, [], "2001:db8:9:0::/64"],
  ["2001:db8:9::8", null, [], "2001:db8:9:0::/64"],
  ["::1", null, [], "0:0:0:0::/64"],
  ["fe80::1%eth0", null, [], "fe80:0:0:0::/64"],
];
for (const [connection, forwarded, known, wanted] of rows) {
  Deno.test(`client address: ${connection} with ${forwarded} and ${known.length} proxies`, () => {
    assertEquals(clientAddress(connection, forwarded, known), wanted);
  });
}

Deno.test("client address: a long header is cut, not read", () => {
  const header = `${"1.1.1.1, ".repeat(100_000)}198.51.100.1`;
  assertEquals(clientAddress("127.0.0.1", header, proxies), "198.51.100.1");
});
