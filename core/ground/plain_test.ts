import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { AcctError } from "./errors.ts";
import { isBounded } from "./bounded.ts";
import { toPlain } from "./plain.ts";

const refused = (value: unknown, max = 1000) =>
  assertThrows(() => toPlain(value, "params", max), AcctError);

Deno.test("plain: JSON values are copied", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(toPlain(value, "params", 1_000_000), JSON.parse(JSON.stringify(value)));
  }));
  assertEquals(toPlain(undefined, "params", 10), undefined);
  assertEquals(toPlain([undefined, { absent: undefined }], "params", 20), [null, {}]);
  const call = { to: "0x12" };
  const given = { calls: Array(3).fill(call) };
  const read = toPlain(new Proxy(given, {}), "params", 1000) as typeof given;
  assertEquals(read, given);
  assertEquals(read.calls[0] === call, false);
});

Deno.test("plain: the path names the value that JSON cannot represent unchanged", () => {
  const circle: Record<string, unknown> = {};
  circle.self = [circle];
  for (
    const [value, field] of [
      [[{ a: 1n }], "params[0].a"],
      [[{ a: { b: [1, () => {}] } }], "params[0].a.b[1]"],
      [[Symbol("x")], "params[0]"],
      [[{ a: NaN }], "params[0].a"],
      [[{ a: -Infinity }], "params[0].a"],
      [[{ at: new Date(0) }], "params[0].at"],
      [[{ a: { toJSON: () => undefined } }], "params[0].a"],
      [[{ a: { toJSON: () => "x" } }], "params[0].a"],
      [[new Map()], "params[0]"],
      [[new Uint8Array(1)], "params[0]"],
      [circle, "params.self[0]"],
      [5n, "params"],
    ] as const
  ) {
    const error = refused(value);
    assertEquals([error.data.cause, error.data.field], ["invalid_params", field]);
  }
  // The most common case is a bigint, such as viem's amounts.
  assertEquals(refused([{ value: 1n }]).message.includes("no bigint"), true);
  const failing = {
    get calls() {
      throw new Error("secret");
    },
  };
  assertEquals(refused([failing]).message.includes("secret"), false);
});

Deno.test("plain: its limit is that of messages, and endless values stop at it", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.nat(100), (value, max) => {
    const isRead = (() => {
      try {
        toPlain(value, "params", max);
        return true;
      } catch {
        return false;
      }
    })();
    assertEquals(isRead, isBounded(value, max));
  }));
  let doubled: unknown = "x";
  for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
  let deep: unknown = null;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  for (const value of [doubled, deep, new Array(2 ** 32 - 1), ["x".repeat(2000)]]) {
    assertEquals(refused(value).data.cause, "invalid_params");
  }
  assertEquals(refused([{ a: "x".repeat(2000) }]).data.field, "params[0].a");
});
