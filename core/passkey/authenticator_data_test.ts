import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Cbor } from "ox";
import { AcctError } from "../ground/errors.ts";
import { readAuthenticatorData, readCoseKey } from "./authenticator_data.ts";

const cose = (entries: [unknown, unknown][]) =>
  Cbor.encode(new Map(entries), { as: "Bytes" }) as Uint8Array;
const x = new Uint8Array(32).fill(1);
const y = new Uint8Array(32).fill(2);
const good: [unknown, unknown][] = [[1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]];

Deno.test("COSE: the coordinates of an ES256 key, in any order and with trailing data", () => {
  const expected = `0x${"01".repeat(32)}${"02".repeat(32)}` as const;
  assertEquals(readCoseKey(cose(good)), expected);
  assertEquals(readCoseKey(cose(good.toReversed())), expected);
  assertEquals(readCoseKey(Uint8Array.of(...cose(good), ...cose([["x", 1]]))), expected);
});

Deno.test("COSE: a key inside a coordinate's bytes is not found by accident", () => {
  // The byte pattern of the key also occurs inside an unrelated member.
  const decoy = cose(good);
  assertThrows(() => readCoseKey(cose([[1, 2], [3, -7], [-1, 1], [9, decoy]])), AcctError);
});

Deno.test("COSE: a text is not mistaken for the integer that it spells", () => {
  const spelled = good.map(([key, value]): [unknown, unknown] => [String(key), value]);
  assertThrows(() => readCoseKey(cose(spelled)), AcctError);
  for (const other of [[1, 2], "key", 5, null]) {
    const bytes = Cbor.encode(other, { as: "Bytes" }) as Uint8Array;
    assertThrows(() => readCoseKey(bytes), AcctError, "not a map");
  }
});

Deno.test("authenticator data: rejects bytes that no flag announces", () => {
  const head = (flags: number) => Uint8Array.of(...new Uint8Array(32), flags, 0, 0, 0, 0);
  const extensions = cose([["credProtect", 3]]);
  assertEquals(readAuthenticatorData(head(0x05)).userVerified, true);
  assertEquals(readAuthenticatorData(Uint8Array.of(...head(0x85), ...extensions)).credential, null);
  for (
    const bytes of [
      [...head(0x05), 0],
      [...head(0x05), ...extensions],
      [...head(0x85)],
      [...head(0x85), ...extensions, 0],
      [...head(0x85), 0x80],
      [...head(0x85), 0xbf, 0xff],
    ]
  ) {
    assertThrows(() => readAuthenticatorData(Uint8Array.from(bytes)), AcctError);
  }
});

Deno.test("COSE: other key types, curves, algorithms and lengths are rejected", () => {
  const change = (key: unknown, value: unknown): [unknown, unknown][] =>
    good.map(([k, v]) => [k, k === key ? value : v]);
  for (
    const entries of [
      change(1, 1),
      change(3, -257),
      change(3, -8),
      change(-1, 2),
      change(-2, x.subarray(1)),
      change(-3, new Uint8Array(33)),
      change(-2, "text"),
      good.slice(0, 4),
      [],
    ]
  ) {
    assertThrows(() => readCoseKey(cose(entries)), AcctError);
  }
});

Deno.test("authenticator data: truncated data is rejected or has no credential", () => {
  const full = Uint8Array.of(
    ...new Uint8Array(32),
    0x45,
    0,
    0,
    0,
    0,
    ...new Uint8Array(16),
    0,
    4,
    1,
    2,
    3,
    4,
    ...cose(good),
  );
  assertEquals(readAuthenticatorData(full).credential?.id, Uint8Array.of(1, 2, 3, 4));
  for (let length = 0; length < full.length; length++) {
    assertThrows(() => readAuthenticatorData(full.subarray(0, length)), AcctError);
  }
});

Deno.test("authenticator data: random bytes produce a result or a typed error", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    try {
      readAuthenticatorData(bytes);
    } catch (error) {
      assertEquals(error instanceof AcctError, true);
    }
  }));
});
