import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { fullFoldersOf } from "./full_folders.ts";
import longFunctions from "./long_functions.ts";

/** A function with this many lines. */
const lines = (count: number, head = "function f() {", end = "}") =>
  `${head}\n${"  run();\n".repeat(count - 2)}${end}\n`;

/** Lines and sizes of the functions that are reported. */
const found = (text: string, path = "core/a.tsx") => {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return Deno.lint.runPlugin(longFunctions, file, text).map(({ message, range }) => {
    const line = text.slice(0, range[0]).split("\n").length;
    return `${line}: ${/has (\d+) lines/.exec(message)![1]}`;
  });
};

Deno.test("sizes: functions of every form are counted, to their last line", () => {
  for (
    const head of ["function f() {", "const f = async () => {", "export default function () {"]
  ) {
    assertEquals(found(lines(100, head)), [], head);
    assertEquals(found(lines(101, head)), ["1: 101"], head);
  }
  assertEquals(found(lines(101, "class A { f() {", "} }")), ["1: 101"]);
  const view = `\nfunction View() {\n  return (\n    <main>\n${
    "      <p />\n".repeat(100)
  }    </main>\n  );\n}\n`;
  assertEquals(found(view), ["2: 106"]);
});

Deno.test("sizes: tests and texts may be long", () => {
  assertEquals(found(lines(101), "core/a_test.ts"), []);
  assertEquals(found(lines(101), "tests/a.ts"), []);
});

Deno.test("sizes: a folder may have twenty files; those of its folders do not count", () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`);
  assertEquals(fullFoldersOf([...files("core/a", 20), ...files("core/a/b", 20)]), []);
  assertEquals(fullFoldersOf([...files("core/a", 21), ...files("core/a/b", 20)]), [
    "core/a has 21 files; the limit is 20",
  ]);
});
