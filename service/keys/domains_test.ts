import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { checkDomain, domainAllowed } from "./domains.ts";

const table: [string, string[], boolean][] = [
  ["https://app.example.com", ["https://app.example.com"], true],
  ["https://app.example.com:443", ["https://app.example.com"], false],
  ["https://app.example.com:8443", ["https://app.example.com"], false],
  ["http://app.example.com", ["https://app.example.com"], false],
  ["https://app.example.com.evil.org", ["https://app.example.com"], false],
  ["https://evilapp.example.com", ["https://app.example.com"], false],
  ["https://a.example.com", ["https://*.example.com"], true],
  ["https://a.b.example.com", ["https://*.example.com"], true],
  ["https://example.com", ["https://*.example.com"], false],
  ["https://evilexample.com", ["https://*.example.com"], false],
  ["https://a.example.com:8443", ["https://*.example.com"], false],
  ["http://localhost:5173", ["localhost"], true],
  ["http://localhost", ["localhost"], true],
  ["http://127.0.0.1:3000", ["localhost"], true],
  ["http://[::1]:3000", ["localhost"], true],
  ["http://app.localhost:3000", ["localhost"], true],
  ["http://localhost.evil.org", ["localhost"], false],
  ["http://evil-localhost:3000", ["localhost"], false],
  ["null", ["localhost", "https://*.example.com"], false],
  ["", ["localhost"], false],
  ["file://", ["localhost"], false],
  ["https://app.example.com/", ["https://app.example.com"], false],
  ["https://APP.example.com", ["https://app.example.com"], false],
  ["https://app.example.com", [], false],
  ["https://app.example.com", ["any-site"], true],
  ["chrome-extension://abcdefghijklmnopabcdefghijklmnop", ["any-site"], true],
  ["moz-extension://5f0b1c9a-0000-4000-8000-000000000000", ["any-site"], true],
  ["chrome-extension://abcdefghijklmnopabcdefghijklmnop", ["localhost"], false],
  ["null", ["any-site"], false],
  ["file://", ["any-site"], false],
];

for (const [origin, domains, allowed] of table) {
  Deno.test(`domains: "${origin}" with ${JSON.stringify(domains)} → ${allowed}`, () => {
    assertEquals(domainAllowed(origin, domains), allowed);
  });
}

Deno.test("domains: entries are checked when they are set", () => {
  for (const good of ["localhost", "any-site", "https://a.example.com", "https://*.example.com"]) {
    assertEquals(checkDomain(good), good);
  }
  for (const bad of ["*", "https://*", "example.com", "https://a.example.com/", "https://a*.b.c"]) {
    assertThrows(() => checkDomain(bad), AcctError, undefined, bad);
  }
});

Deno.test("domains: a wildcard covers names of a single owner", () => {
  for (
    const good of ["https://*.shop.co.uk", "https://*.shop.vercel.app", "http://*.localhost:1"]
  ) {
    assertEquals(checkDomain(good), good);
  }
  for (const host of ["com", "co.uk", "vercel.app", "github.io", "pages.dev:8443", "unknown"]) {
    const bad = `https://*.${host}`;
    assertThrows(() => checkDomain(bad), AcctError, "anyone can have a name", bad);
  }
});
