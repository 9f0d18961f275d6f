import { assertEquals } from "@std/assert";
import { clientAddress, isProxyRange, readProxies, untrustedProxy } from "./client_address.ts";

const proxies = ["127.0.0.1", "10.0.0.7", "2001:db8::1"];
const rows: readonly (readonly [string, string | null, readonly string[], string])[] = [
  // Without proxies the header is ignored.
  ["203.0.113.9", "198.51.100.1", [], "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1", [], "127.0.0.1"],
  ["203.0.113.9", "198.51.100.1", proxies, "203.0.113.9"],
  ["127.0.0.1", null, proxies, "127.0.0.1"],
  ["127.0.0.1", "", proxies, "127.0.0.1"],
  ["127.0.0.1", "198.51.100.1", proxies, "198.51.100.1"],
  // Entries set by the client precede the address that the proxy appended.
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
  // Ranges: reading stops at the first address outside of them.
  ["10.200.3.4", "198.51.100.1", ["10.0.0.0/8"], "198.51.100.1"],
  ["::ffff:10.200.3.4", "198.51.100.1", ["10.0.0.0/8"], "198.51.100.1"],
  ["11.0.0.1", "198.51.100.1", ["10.0.0.0/8"], "11.0.0.1"],
  ["10.0.0.1", "1.1.1.1, 198.51.100.1, 10.9.9.9", ["10.0.0.0/8"], "198.51.100.1"],
  ["10.0.0.1", "198.51.100.1", ["10.0.0.1/32"], "198.51.100.1"],
  ["10.0.0.2", "198.51.100.1", ["10.0.0.1/32"], "10.0.0.2"],
  ["2001:db8:77::9", "198.51.100.1", ["2001:db8::/32"], "198.51.100.1"],
  ["2001:db9::9", "198.51.100.1", ["2001:db8::/32"], "2001:db9:0:0::/64"],
  ["127.0.0.1", "198.51.100.1", ["::/1", "10.0.0.0/8"], "127.0.0.1"],
];
for (const [connection, forwarded, known, wanted] of rows) {
  Deno.test(`client address: ${connection} with ${forwarded} and ${known.length} proxies`, () => {
    assertEquals(clientAddress(connection, forwarded, readProxies(known)), wanted);
  });
}

Deno.test("client address: a long header is cut, not read", () => {
  const header = `${"1.1.1.1, ".repeat(100_000)}198.51.100.1`;
  assertEquals(clientAddress("127.0.0.1", header, readProxies(proxies)), "198.51.100.1");
});

Deno.test("client address: the entries that trustProxy accepts", () => {
  for (
    const entry of ["127.0.0.1", "::1", "10.0.0.0/8", "10.1.2.3/8", "2001:db8::/32", "::1/128"]
  ) {
    assertEquals(isProxyRange(entry), true, entry);
  }
  const wrong = [
    ...[
      "proxy.example",
      "10.0.0.0/",
      "10.0.0.0/33",
      "10.0.0.0/-1",
      "10.0.0.0/8/8",
      "10.0.0/8",
      "/8",
    ],
    ...["2001:db8::/129", "10.0.0.0/08", "10.0.0.0/8.5", "10.0.0.0/255.0.0.0", " 10.0.0.0/8", ""],
    // A range of every address would let each client choose its own.
    ...["0.0.0.0/0", "::/0"],
    // Connections from mapped addresses count as IPv4, so such a range would match none.
    ...["::ffff:10.0.0.0/104"],
  ];
  for (const entry of wrong) assertEquals(isProxyRange(entry), false, entry);
});

Deno.test("client address: a forwarded request of an address that is not trusted is reported", () => {
  const trusted = readProxies(["10.0.0.0/8"]);
  const rows: readonly (readonly [string, Record<string, string>, string | null])[] = [
    ["192.0.2.7", { "x-forwarded-for": "198.51.100.1" }, "192.0.2.7"],
    ["192.0.2.7", { forwarded: "for=198.51.100.1" }, "192.0.2.7"],
    ["::ffff:192.0.2.7", { forwarded: "for=198.51.100.1" }, "192.0.2.7"],
    ["192.0.2.7", {}, null],
    ["10.1.1.1", { "x-forwarded-for": "198.51.100.1" }, null],
  ];
  for (const [connection, headers, wanted] of rows) {
    assertEquals(untrustedProxy(connection, new Headers(headers), trusted), wanted);
  }
});
