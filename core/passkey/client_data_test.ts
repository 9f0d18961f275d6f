import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { AcctError } from "../ground/errors.ts";
import { readClientData } from "./client_data.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const usual = `"type":"webauthn.get","challenge":"AAAA","origin":"https://a.example"`;

/** Mirrors the contract: compares the exact bytes at the index. */
function found(text: string): [string, string] {
  const bytes = encode(text);
  const { typeIndex, challengeIndex } = readClientData(bytes);
  const at = (index: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(index, index + length));
  return [at(typeIndex, 21), at(challengeIndex, 18)];
}

const expected: [string, string] = [`"type":"webauthn.get"`, `"challenge":"AAAA"`];

Deno.test("client data: finds type and challenge in any legal layout", () => {
  for (
    const text of [
      `{${usual}}`,
      `{${usual},"crossOrigin":false,"other_keys_can_be_added_here":"do not compare"}`,
      `{"origin":"https://a.example","challenge":"AAAA","type":"webauthn.get"}`,
      ` { "x" : [ {"type":"webauthn.create"} , "\\"" ] , ${usual} } `,
      `{"ü€😀":"ü€😀",${usual}}`,
      `{"a":"\\"type\\":\\"webauthn.get\\",\\"challenge\\":\\"BBBB\\"",${usual}}`,
      `{"nested":{"type":"webauthn.get","challenge":"BBBB"},${usual}}`,
      `{"b\\\\":"\\\\",${usual}}`,
    ]
  ) {
    assertEquals(found(text), expected, text);
  }
});

Deno.test("client data: rejects ambiguous data", () => {
  for (
    const text of [
      "",
      "null",
      "[]",
      `"type"`,
      `{${usual}`,
      `{${usual}} x`,
      `{"challenge":"AAAA","origin":"https://a.example"}`,
      `{"type":1,"challenge":"AAAA","origin":"https://a.example"}`,
      `{${usual},"type":"webauthn.create"}`,
      `{${usual},"challenge":"BBBB"}`,
      `{"type": "webauthn.get","challenge":"AAAA","origin":"https://a.example"}`,
      `{"t\\u0079pe":"webauthn.get","challenge":"AAAA","origin":"https://a.example"}`,
      `{"type":"webauthn.g\\u0065t","challenge":"AAAA","origin":"https://a.example"}`,
      `{"__proto__":{"type":"webauthn.get"},"challenge":"AAAA","origin":"https://a.example"}`,
    ]
  ) {
    assertThrows(() => readClientData(encode(text)), AcctError, undefined, text);
  }
  assertThrows(() => readClientData(Uint8Array.of(0xff, 0xfe, 0x7b)), AcctError);
  // An offset of the contract has two bytes.
  const after = (length: number) => encode(`{"x":"${"y".repeat(length)}",${usual}}`);
  assertEquals(readClientData(after(65_505)).challengeIndex, 65_535);
  assertThrows(() => readClientData(after(65_506)), AcctError);
});

Deno.test("client data: for any surrounding text, an index is never wrong", () => {
  const member = fc.tuple(
    fc.string({ unit: "binary" }).filter((name) => !["type", "challenge", "origin"].includes(name)),
    fc.jsonValue(),
  ).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  fc.assert(
    fc.property(
      fc.uniqueArray(member, { maxLength: 4, selector: (text) => text.split(":")[0] }),
      fc.integer({ min: 0, max: 4 }),
      (others, place) => {
        const parts = [...others];
        parts.splice(Math.min(place, parts.length), 0, usual);
        assertEquals(found(`{${parts.join(",")}}`), expected);
      },
    ),
    { numRuns: 500 },
  );
});
