import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { AcctError } from "./errors.ts";
import { formatApiKey, hostsOf, isLoopbackHost, parseApiKey } from "./api_key.ts";
import { hostOfKey } from "../protocol/wallet_host.ts";

const random = new Uint8Array(16).fill(9);
const key = formatApiKey({ kind: "pk", environment: "live", host: "acct.example.com", random });

Deno.test("API key: writing and reading are inverse", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("pk" as const, "sk" as const),
      fc.constantFrom("live" as const, "test" as const),
      fc.domain(),
      fc.option(fc.integer({ min: 1, max: 65535 })),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      (kind, environment, domain, port, bytes) => {
        const host = domain.toLowerCase() + (port === null ? "" : `:${port}`);
        const parsed = parseApiKey(formatApiKey({ kind, environment, host, random: bytes }));
        assertEquals(hostOfKey(formatApiKey({ kind, environment, host, random: bytes })), host);
        assertEquals([parsed.kind, parsed.environment, parsed.host], [kind, environment, host]);
      },
    ),
  );
});

Deno.test("API key: one wrong character or a missing end is detected, and reported without the key", () => {
  for (let index = 8; index < key.length; index++) {
    const other = key[index] === "A" ? "B" : "A";
    const typo = key.slice(0, index) + other + key.slice(index + 1);
    const error = assertThrows(() => parseApiKey(typo), AcctError);
    assertEquals(error.data.field, "apiKey");
    assertEquals(error.message.includes(key.slice(8, 20)), false);
  }
  for (const cut of [key.slice(0, -1), key.slice(0, 20), "pk_live_", "pk_live", "", "  " + key]) {
    assertThrows(() => parseApiKey(cut), AcctError);
  }
  for (const wrong of [undefined, null, 5, {}, "rk_live_abc", key + "=", key + "A"]) {
    assertThrows(() => parseApiKey(wrong), AcctError);
  }
});

Deno.test("API key: a test key contains its chain, a live key does not", () => {
  const host = "localhost:8787";
  const test = formatApiKey({ kind: "pk", environment: "test", host, chainId: 31337, random });
  const { environment, chainId } = parseApiKey(test);
  assertEquals([environment, chainId, parseApiKey(test).host], ["test", 31337, host]);
  assertEquals(hostOfKey(test), host);
  assertEquals(parseApiKey(key).chainId, 1);
  const error = assertThrows(
    () => formatApiKey({ kind: "pk", environment: "live", host, chainId: 8453, random }),
    AcctError,
  );
  assertEquals(error.data.field, "chainId");
});

Deno.test("API key: invalid hosts cannot be written", () => {
  for (const host of ["", "a b", "https://x", "x/y", "-a.com", "a..b", "x:", "x:999999", "ü.de"]) {
    assertThrows(
      () => formatApiKey({ kind: "pk", environment: "live", host, random }),
      AcctError,
    );
  }
});

Deno.test("the host of a key: null for an invalid key", () => {
  for (const text of ["", "pk_test_x", "nonsense", key.slice(0, -3), `${key}AAAA`, null, 5]) {
    assertEquals(hostOfKey(text), null, String(text));
  }
});

Deno.test("hosts: https names, and http for loopback hosts", () => {
  assertEquals(hostsOf("acct.example.com", { browser: true }), {
    serverUrl: "https://api.acct.example.com",
    keysUrl: "https://keys.acct.example.com",
  });
  assertEquals(hostsOf("localhost:8787", { browser: true }), {
    serverUrl: "http://api.localhost:8787",
    keysUrl: "http://keys.localhost:8787",
  });
  assertEquals(hostsOf("localhost:8787", { browser: false }).serverUrl, "http://localhost:8787");
  for (const host of ["localhost.evil.com", "127.0.0.1.evil.com", "notlocalhost", "128.0.0.1"]) {
    assertEquals(isLoopbackHost(host), false, host);
  }
});
