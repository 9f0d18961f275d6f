import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Signature } from "ox";
import { hexToBytes } from "viem";
import { AcctError } from "../ground/errors.ts";
import { lowS, P256_ORDER, readDerSignature } from "./signature.ts";

const scalar = fc.bigInt({ min: 1n, max: P256_ORDER - 1n });

Deno.test("DER: random signatures round-trip, with s in the lower half", () => {
  fc.assert(
    fc.property(scalar, scalar, (r, s) => {
      const read = readDerSignature(hexToBytes(Signature.toDerHex({ r, s })));
      assertEquals(read.r, r);
      assertEquals(read.s, s > P256_ORDER / 2n ? P256_ORDER - s : s);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("DER: short and long numbers", () => {
  for (const r of [1n, 0x7fn, 0x80n, 0xffn, 2n ** 248n, P256_ORDER - 1n]) {
    assertEquals(readDerSignature(hexToBytes(Signature.toDerHex({ r, s: 1n }))), { r, s: 1n });
  }
});

Deno.test("DER: rejects everything except the one strict form", () => {
  for (
    const hex of [
      "0x",
      "0x30",
      "0x3006020101020101ff", // something behind
      "0x3007020101020101", // longer than it is
      "0x3005020101020101", // shorter than it is
      "0x30070202000102 0101".replace(" ", ""), // a padded number
      "0x3006020181020101", // a negative number
      "0x3005020002 0101".replace(" ", ""), // an empty number
      "0x3006020100020101", // zero
      "0x308106020101020101", // a length in the long form
      "0x3106020101020101", // another tag
      "0x3009020101020101020101", // three numbers
      "0x3006030101020101", // another type
    ] as const
  ) {
    assertThrows(
      () => readDerSignature(hexToBytes(hex as `0x${string}`)),
      AcctError,
      undefined,
      hex,
    );
  }
});

Deno.test("DER: random bytes are rejected with the right error", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
    try {
      const { r, s } = readDerSignature(bytes);
      assertEquals(hexToBytes(Signature.toDerHex({ r, s })).length > 0, true);
    } catch (error) {
      assertEquals(error instanceof AcctError, true);
    }
  }));
});

Deno.test("low s: numbers out of range are rejected", () => {
  for (const s of [0n, -1n, P256_ORDER, P256_ORDER + 1n]) {
    assertThrows(() => lowS({ r: 1n, s }), AcctError);
    assertThrows(() => lowS({ r: s, s: 1n }), AcctError);
  }
});
