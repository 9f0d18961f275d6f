import { assertEquals } from "@std/assert";
import { isPublicAddress, judgeUrl } from "./guard.ts";

const addresses: [string, boolean][] = [
  ["93.184.216.34", true],
  ["1.1.1.1", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["100.127.255.255", false],
  ["100.128.0.1", true],
  ["127.0.0.1", false],
  ["127.255.255.254", false],
  ["169.254.169.254", false],
  ["172.15.255.255", true],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["172.32.0.1", true],
  ["192.0.0.8", false],
  ["192.168.1.1", false],
  ["198.18.0.1", false],
  ["203.0.113.7", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["2606:4700:4700::1111", true],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:93.184.216.34", false],
  ["::ffff:a00:1", false],
  ["64:ff9b::a00:1", false],
  ["64:ff9b:1::1", false],
  ["100::1", false],
  ["fc00::1", false],
  ["fd12:3456::1", false],
  ["fe80::1", false],
  ["fe80::1%eth0", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["2001:db8::1", false],
  ["2001:0:53aa:64c::1", false],
  ["2002:7f00:1::", false],
  ["[2606:4700::1]", true],
  ["192.31.196.1", false],
  ["192.52.193.1", false],
  ["192.88.99.1", false],
  ["192.175.48.1", false],
  ["2001:1::1", false],
  ["2001:20::1", false],
  ["2620:4f:8000::1", false],
  ["3fff::1", false],
  ["::7f00:1", false],
  ["::127.0.0.1", false],
  ["4000::1", false],
  ["1.2", false],
  ["0x7f.0.0.1", false],
  ["not an address", false],
  ["", false],
];

for (const [address, open] of addresses) {
  Deno.test(`guard: ${address || "nothing"} is ${open ? "public" : "refused"}`, () => {
    assertEquals(isPublicAddress(address), open);
  });
}

const ownHosts = ["example.com", "api.example.com", "keys.example.com"];
const urls: [string, boolean][] = [
  ["https://pm.sponsor.org/rpc?x=1", true],
  ["https://pm.sponsor.org:443/", true],
  ["http://pm.sponsor.org/", false],
  ["https://pm.sponsor.org:8443/", false],
  ["https://user:pass@pm.sponsor.org/", false],
  ["ftp://pm.sponsor.org/", false],
  ["file:///etc/passwd", false],
  ["javascript:alert(1)", false],
  ["https://localhost/", false],
  ["https://localhost./", false],
  ["https://a.localhost/", false],
  ["https://127.0.0.1/", false],
  ["https://2130706433/", false],
  ["https://0x7f.1/", false],
  ["https://0177.0.0.1/", false],
  ["https://[::1]/", false],
  ["https://[::ffff:7f00:1]/", false],
  ["https://169.254.169.254/latest/meta-data/", false],
  ["https://api.example.com/v1/paymaster/1", false],
  ["https://KEYS.example.com./", false],
  ["https://" + "a".repeat(3_000) + ".org/", false],
  ["", false],
];

for (const [url, allowed] of urls) {
  const name = url.slice(0, 60) || "an empty URL";
  Deno.test(`guard: ${name} is ${allowed ? "" : "not "}called`, () => {
    assertEquals(judgeUrl(url, { ownHosts, loopback: false }).allowed, allowed);
  });
}

Deno.test("guard: loopback is allowed only to a service on loopback, over http too", () => {
  const open = { ownHosts, loopback: true };
  assertEquals(judgeUrl("http://localhost:3000/pm", open).allowed, true);
  assertEquals(judgeUrl("http://127.0.0.1:3000/pm", open).allowed, true);
  assertEquals(judgeUrl("http://10.0.0.1/pm", open).allowed, false);
  assertEquals(judgeUrl("http://pm.sponsor.org/", open).allowed, false);
});
