import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isBounded } from "./bounded.ts";

Deno.test("bounded: JSON values pass up to the size limit", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const size = JSON.stringify(value).length;
    assertEquals(isBounded(value, size + 1), true);
  }));
  assertEquals(isBounded("x".repeat(99), 100), true);
  assertEquals(isBounded("x".repeat(100), 100), false);
  assertEquals(isBounded({ ["x".repeat(100)]: 1 }, 100), false);
  assertEquals(isBounded({ absent: undefined }, 100), true);
});

Deno.test("bounded: values that are small in memory and endless as JSON stop at the limit", () => {
  let doubled: unknown = "x";
  for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
  const circle: Record<string, unknown> = {};
  circle.self = [circle];
  let deep: unknown = null;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const holes = new Array(2 ** 32 - 1);
  for (const value of [doubled, circle, holes, { holes }, [holes, holes], deep]) {
    assertEquals(isBounded(value, 50_000), false);
  }
});

Deno.test("bounded: values that JSON cannot represent are rejected", () => {
  for (
    const value of [
      5n,
      new Map(),
      new Set(),
      new Date(),
      /x/,
      new Error("x"),
      new Uint8Array(1),
      new ArrayBuffer(1),
      Object("text"),
      () => {},
      Object.create({ acct: "init" }),
    ]
  ) {
    assertEquals(isBounded(value, 1000), false);
    assertEquals(isBounded({ inner: [value] }, 1000), false);
  }
});
