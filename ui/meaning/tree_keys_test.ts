import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MAX_TYPED_DATA_DEPTH } from "../../core/ground/limits.ts";
import { treeRows } from "./tree.ts";
import { treeActionFor } from "./tree_keys.ts";

const data = { a: { b: "1", c: { d: "2" } }, e: "3", f: {} };
const rows = treeRows(data, new Set());
const keys = [
  "ArrowDown",
  "ArrowUp",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown",
  "Enter",
  " ",
  "a",
];

Deno.test("keys of a tree: each key works as in file lists", () => {
  assertEquals(rows.map(({ path }) => path), ["a", "a/b", "a/c", "a/c/d", "e", "f"]);
  const none = new Set<string>();
  for (
    const [key, at, folded, step] of [
      ["ArrowDown", 0, none, 1],
      ["ArrowDown", 5, none, 5],
      ["ArrowUp", 0, none, 0],
      ["End", 0, none, 5],
      ["Home", 5, none, 0],
      ["PageDown", 0, none, 5],
      ["ArrowRight", 0, none, 1],
      ["ArrowRight", 0, new Set(["a"]), "unfold"],
      ["ArrowRight", 4, none, null],
      ["ArrowRight", 5, none, null],
      ["ArrowLeft", 0, none, "fold"],
      ["ArrowLeft", 1, none, 0],
      ["ArrowLeft", 3, none, 2],
      ["ArrowLeft", 2, new Set(["a/c"]), 0],
      ["ArrowLeft", 4, none, null],
      ["Enter", 0, none, "fold"],
      [" ", 0, new Set(["a"]), "unfold"],
      ["Enter", 4, none, "open"],
      ["a", 0, none, null],
    ] as const
  ) {
    const found = treeActionFor(key, rows, at, folded);
    const said = found === null ? null : found.kind === "go" ? found.to : found.kind;
    assertEquals([key, at, said], [key, at, step]);
  }
});

Deno.test("keys of a tree: no key leaves the tree", () => {
  fc.assert(fc.property(
    fc.jsonValue().map((value) => treeRows({ value }, new Set())),
    fc.constantFrom(...keys),
    fc.nat(),
    (rows, key, start) => {
      const step = treeActionFor(key, rows, start % rows.length, new Set());
      if (step?.kind === "go") assertEquals(rows[step.to] !== undefined, true);
    },
  ));
  assertEquals(treeActionFor("End", [], 0, new Set()), null);
});

Deno.test("rows of a tree: each has its position among its siblings", () => {
  assertEquals(rows.map(({ path, position, setSize }) => `${path} ${position}/${setSize}`), [
    "a 1/3",
    "a/b 1/2",
    "a/c 2/2",
    "a/c/d 1/1",
    "e 2/3",
    "f 3/3",
  ]);
});

Deno.test("rows of a tree: paths are unique, for any names", () => {
  const rows = treeRows({ a: { "b/c": "1", b: { c: "2" }, "b~1c": "3" }, "a/b": "4" }, new Set());
  assertEquals(new Set(rows.map(({ path }) => path)).size, rows.length);
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const rows = treeRows({ value, "value/0": value, "": { "": value } }, new Set());
    assertEquals(new Set(rows.map(({ path }) => path)).size, rows.length);
  }));
});

Deno.test("tree: typed data of the maximum accepted depth is rendered to its last value", () => {
  let message: unknown = "deepest";
  for (let level = 0; level < MAX_TYPED_DATA_DEPTH; level++) message = [message];
  assertEquals(treeRows({ message }, new Set()).at(-1)!.value, "deepest");
  assertEquals(treeRows({ message: [message] }, new Set()).at(-1)!.value, "…");
});
