import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type AbiParameter,
  concat,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
  size,
  slice,
} from "viem";
import { isCanonical } from "./canonical.ts";
import { decodeExactly } from "./decode_exactly.ts";
import { shapeOf } from "./shape.ts";
import type { Shape } from "./shape.ts";

const inputs = (types: string) =>
  shapeOf({
    type: "function",
    name: "f",
    stateMutability: "payable",
    outputs: [],
    inputs: parseAbiParameters(types as string) as readonly AbiParameter[],
  });
const word = (value: number) => numberToHex(value, { size: 32 });

Deno.test("canonical: accepts the output of any encoder, for types of every form", () => {
  const bytes = fc.uint8Array({ maxLength: 70 }).map((bytes): Hex =>
    `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
  );
  const number = fc.bigInt(0n, 2n ** 256n - 1n);
  const pair = fc.tuple(number, bytes);
  const cases: readonly [string, fc.Arbitrary<readonly unknown[]>][] = [
    ["bytes a", fc.tuple(bytes)],
    ["bytes[] a, uint256 b", fc.tuple(fc.array(bytes), number)],
    ["(uint256 a, bytes b)[] c", fc.tuple(fc.array(pair))],
    [
      "(uint256 a, bytes b)[2] c, uint256[3] d",
      fc.tuple(
        fc.tuple(pair, pair),
        fc.tuple(number, number, number),
      ),
    ],
    [
      "(uint256 a, (bytes b, uint256[] c)[] d) e, string f",
      fc.tuple(
        fc.tuple(number, fc.array(fc.tuple(bytes, fc.array(number)))),
        fc.string(),
      ),
    ],
    [
      "uint256[2][] a, bytes[][2] b",
      fc.tuple(
        fc.array(fc.tuple(number, number)),
        fc.tuple(fc.array(bytes), fc.array(bytes)),
      ),
    ],
  ];
  for (const [types, values] of cases) {
    const { inputs: shapes } = inputs(types);
    fc.assert(fc.property(values, (values) => {
      const data = encodeAbiParameters(parseAbiParameters(types), values);
      assertEquals(isCanonical(shapes, data), true);
      assertEquals(isCanonical(shapes, concat([data, "0x00"])), false);
      assertEquals(isCanonical(shapes, concat([data, word(0)])), false);
      assertEquals(isCanonical(shapes, slice(data, 0, size(data) - 32)), false);
    }));
  }
});

Deno.test("canonical: rejects positions that overlap, go back or leave a gap", () => {
  const { inputs: shapes } = inputs("bytes a, bytes b");
  const of = (...words: readonly number[]) => concat(words.map(word));
  assertEquals(isCanonical(shapes, of(64, 96, 0, 0)), true);
  // Both at the same position; the second first; a gap; into the heads; beyond the end.
  assertEquals(isCanonical(shapes, of(64, 64, 0)), false);
  assertEquals(isCanonical(shapes, of(96, 64, 0, 0)), false);
  assertEquals(isCanonical(shapes, of(64, 128, 0, 0, 0)), false);
  assertEquals(isCanonical(shapes, of(0, 64, 0)), false);
  assertEquals(isCanonical(shapes, of(64, 96, 0, 64)), false);
  assertEquals(isCanonical(shapes, concat([word(64), `0x${"ff".repeat(32)}`, word(0)])), false);
  assertEquals(isCanonical(shapes, "0x"), false);
  assertEquals(isCanonical([], "0x"), true);
});

Deno.test("canonical: thousands of offsets to the same bytes cost no more than reading them", () => {
  const count = 8000;
  const { inputs: shapes, selector } = inputs("bytes[] a");
  const tail = count * 32;
  const bomb = concat([
    word(32),
    word(count),
    ...Array.from({ length: count }, () => word(tail)),
    word(60_000),
    `0x${"00".repeat(60_000)}`,
  ]);
  let looks = 0;
  const counted = (shape: Shape): Shape => ({
    ...shape,
    get type() {
      looks++;
      return shape.type;
    },
    parts: shape.parts.map(counted),
  });
  assertEquals(isCanonical(shapes.map(counted), bomb), false);
  assertEquals(looks < 100, true, String(looks));
  assertEquals(decodeExactly({ ...inputs("bytes[] a") }, concat([selector, bomb])), null);
  // Counts that exceed the data are rejected early.
  const deep = inputs("bytes[999][999][999] a");
  looks = 0;
  const claims = concat([word(32), ...Array.from({ length: 2000 }, () => word(0))]);
  assertEquals(isCanonical(deep.inputs.map(counted), claims), false);
  assertEquals(looks < 100_000, true, String(looks));
});
