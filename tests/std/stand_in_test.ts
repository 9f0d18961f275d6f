/** The replacements must fail when they should: otherwise all other tests are worthless. */
import nodeAssert from "node:assert/strict";
import * as std from "./assert/mod.ts";
import { FakeTime } from "./testing/time.ts";

const failing: Record<string, () => unknown> = {
  assert: () => std.assert(0),
  assertFalse: () => std.assertFalse(1),
  assertEquals: () => std.assertEquals({ a: [1, { b: 2n }] }, { a: [1, { b: 3n }] }),
  "assertEquals of a node, with itself too": () => {
    const node = { nodeType: 1 };
    std.assertEquals(node, node);
  },
  "assertEquals of null and a node": () => std.assertEquals<unknown>(null, { nodeType: 1 }),
  "assertEquals by type": () => std.assertEquals<unknown>(1, "1"),
  assertNotEquals: () => std.assertNotEquals([1], [1]),
  assertStrictEquals: () => std.assertStrictEquals({}, {}),
  assertExists: () => std.assertExists(null),
  assertStringIncludes: () => std.assertStringIncludes("abc", "d"),
  assertMatch: () => std.assertMatch("abc", /^b/),
  assertNotMatch: () => std.assertNotMatch("abc", /^a/),
  assertGreater: () => std.assertGreater(1, 1),
  assertGreaterOrEqual: () => std.assertGreaterOrEqual(0, 1),
  assertLess: () => std.assertLess(1, 1),
  assertLessOrEqual: () => std.assertLessOrEqual(2, 1),
  assertInstanceOf: () => std.assertInstanceOf({}, Error),
  assertArrayIncludes: () => std.assertArrayIncludes([1, 2], [3]),
  assertObjectMatch: () => std.assertObjectMatch({ a: { b: 1 } }, { a: { b: 2 } }),
  fail: () => std.fail(),
  "assertThrows without a throw": () => std.assertThrows(() => 1),
  "assertThrows of another class": () => {
    std.assertThrows(() => {
      throw new Error("x");
    }, TypeError);
  },
  "assertThrows with another text": () => {
    std.assertThrows(
      () => {
        throw new Error("x");
      },
      Error,
      "y",
    );
  },
};

for (const [name, run] of Object.entries(failing)) {
  Deno.test(`replacement fails: ${name}`, () => nodeAssert.throws(run, std.AssertionError));
}

Deno.test("replacement fails: assertRejects", async () => {
  await nodeAssert.rejects(std.assertRejects(() => Promise.resolve(1)), std.AssertionError);
  await nodeAssert.rejects(
    std.assertRejects(() => Promise.reject(new Error("x")), TypeError),
    std.AssertionError,
  );
});

Deno.test("replacement passes matching values", async () => {
  std.assertEquals({ a: [1n] }, { a: [1n] });
  std.assertObjectMatch({ a: 1, b: 2 }, { a: 1 });
  const error = await std.assertRejects(() => Promise.reject(new TypeError("so")), TypeError, "so");
  nodeAssert.equal(error.message, "so");
});

Deno.test("fake time runs timers in order, only when moved", () => {
  const seen: string[] = [];
  using time = new FakeTime(0);
  setTimeout(() => seen.push("b"), 20);
  setTimeout(() => seen.push("a"), 10);
  const id = setInterval(() => seen.push("i"), 15);
  time.tick(9);
  nodeAssert.deepEqual(seen, []);
  time.tick(21);
  clearInterval(id);
  time.tick(100);
  nodeAssert.deepEqual(seen, ["a", "i", "b", "i"]);
  nodeAssert.equal(Date.now(), 130);
});
