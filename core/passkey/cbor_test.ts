import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Cbor } from "ox";
import { registrations } from "../testing/registrations.ts";
import { readAuthenticatorData } from "./authenticator_data.ts";
import { type CborMap, type CborValue, readCbor } from "./cbor.ts";

const bytesOf = (hex: string) => Uint8Array.fromHex(hex);

/** Reads bytes that consist of exactly one map. */
function readObject(bytes: Uint8Array): CborMap {
  const { value, end } = readCbor(bytes);
  assertEquals(end, bytes.length);
  assert(value instanceof Map);
  return value;
}

Deno.test("CBOR: attestation objects of a browser, with and without extensions", () => {
  for (const { name, format, object, publicKey } of registrations) {
    const read = readObject(bytesOf(object));
    assertEquals([...read.keys()], ["fmt", "attStmt", "authData"]);
    assertEquals(read.get("fmt"), format);
    const statement = read.get("attStmt");
    assert(statement instanceof Map);
    assertEquals(statement.size > 0, format !== "none");
    const data = read.get("authData");
    assert(data instanceof Uint8Array);
    assertEquals(readAuthenticatorData(data).credential?.publicKey, publicKey, name);
  }
});

Deno.test("CBOR: authenticator data of assertions, with and without extensions", () => {
  const assertions = registrations.flatMap(({ assertion }) => assertion ?? []);
  assertEquals(assertions.map((hex) => hex.length / 2 > 37), [false, false, true]);
  for (const hex of assertions) {
    assertEquals(readAuthenticatorData(bytesOf(hex)).userVerified, true);
  }
});

Deno.test("CBOR: an attestation statement of a TPM", () => {
  const filled = (length: number) => new Uint8Array(length).fill(7);
  const statement: CborMap = new Map<string, CborValue>([
    ["alg", -65_535],
    ["sig", filled(256)],
    ["ver", "2.0"],
    ["x5c", [filled(1500), filled(70_000)]],
    ["pubArea", filled(310)],
    ["certInfo", filled(161)],
  ]);
  const object = new Map<string, CborValue>([["attStmt", statement], ["fmt", "tpm"]]);
  const read = readObject(Cbor.encode(object, { as: "Bytes" }) as Uint8Array);
  assertEquals(read.get("attStmt"), statement);
});

Deno.test("CBOR: the output of a library is decoded", () => {
  const { value } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.integer(),
      fc.string({ unit: "grapheme" }),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 300 }),
    ),
    value: fc.oneof(
      { maxDepth: 4 },
      tie("leaf"),
      fc.array(tie("value"), { maxLength: 30 }),
      fc.uniqueArray(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie("value")), {
        selector: ([key]) => key,
        maxLength: 30,
      }).map((entries) => new Map(entries)),
    ),
  }));
  fc.assert(fc.property(value, (value) => {
    const bytes = Cbor.encode(value, { as: "Bytes" }) as Uint8Array;
    assertEquals(readCbor(bytes), { value: value as CborMap, end: bytes.length });
  }));
});

Deno.test("CBOR: keys in any order, and numbers that could be shorter", () => {
  assertEquals(readObject(bytesOf("a202010102")), new Map([[2, 1], [1, 2]]));
  assertEquals(readCbor(bytesOf("1801")).value, 1);
  assertEquals(readCbor(bytesOf("390100")).value, -257);
  assertEquals(readCbor(bytesOf("1b001ffffffffffffe")).value, Number.MAX_SAFE_INTEGER - 1);
  // A nested value starts at the offset.
  assertEquals(readCbor(bytesOf("ffff4201020a"), 2), { value: Uint8Array.of(1, 2), end: 5 });
});

Deno.test("CBOR: all other input is rejected, each for its reason", () => {
  const refused: readonly (readonly [hex: string, reason: string])[] = [
    ["", "cut off"],
    // Lengths beyond the input, including lengths that exceed any memory.
    ["4201", "cut off"],
    ["5affffffff", "cut off"],
    ["5b0010000000000000", "cut off"],
    ["7b0010000000000000", "cut off"],
    ["9b0010000000000000", "cut off"],
    ["bb0010000000000000", "cut off"],
    ["5bffffffffffffffff", "too large"],
    ["19ff", "cut off"],
    // Numbers that cannot be represented exactly.
    ["1b001fffffffffffff", "too large"],
    ["1bffffffffffffffff", "too large"],
    ["3bffffffffffffffff", "too large"],
    // Indefinite lengths and reserved ones.
    ["5f4101ff", "definite"],
    ["7f6161ff", "definite"],
    ["9f01ff", "definite"],
    ["bf0101ff", "definite"],
    ["1c", "definite"],
    ["1e", "definite"],
    // Keys.
    ["a201020103", "the key 1 occurs twice"],
    ["a20102180103", "the key 1 occurs twice"],
    ["a2616101616102", "the key a occurs twice"],
    ["a1410101", "integers or texts"],
    ["a18001", "integers or texts"],
    ["a1f501", "integers or texts"],
    // Tags, floats, undefined, other simple values, a break.
    ["c074", "tags"],
    ["c24101", "tags"],
    ["f90000", "true, false and null"],
    ["fa00000000", "true, false and null"],
    ["fb0000000000000000", "true, false and null"],
    ["f7", "true, false and null"],
    ["f818", "true, false and null"],
    ["e0", "true, false and null"],
    ["ff", "true, false and null"],
    ["61ff", "UTF-8"],
    ["63eda080", "UTF-8"],
    // Nesting that would overflow the stack.
    ["81".repeat(100_000), "nested too deep"],
    ["a101".repeat(9) + "01", "nested too deep"],
  ];
  for (const [hex, reason] of refused) {
    const error = assertThrows(() => readCbor(bytesOf(hex)), SyntaxError);
    assert(error.message.includes(reason), `${hex.slice(0, 40)}: ${error.message}`);
  }
});

Deno.test("CBOR: truncated input is rejected", () => {
  for (const { object } of registrations) {
    const bytes = bytesOf(object);
    for (let length = 0; length < bytes.length; length++) {
      assertThrows(() => readCbor(bytes.subarray(0, length)), SyntaxError);
    }
  }
});

Deno.test("CBOR: random bytes produce a value or a SyntaxError", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    try {
      assert(readCbor(bytes).end <= bytes.length);
    } catch (error) {
      assert(error instanceof SyntaxError, String(error));
    }
  }));
});
