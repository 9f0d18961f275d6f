import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { blocksOf } from "./long_value.tsx";

Deno.test("long value: its blocks join to the value, and none divides a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 900, maxLength: 4_000 }), (text) => {
      const blocks = blocksOf(text);
      assertEquals(blocks.join(""), text);
      for (const block of blocks) {
        assertEquals(block.isWellFormed(), text.isWellFormed());
        assertEquals(block.length <= 1_100, true);
      }
    }),
  );
  const odd = `${"a".repeat(999)}😀${"b".repeat(999)}😀`;
  assertEquals(blocksOf(odd).map((block) => block.isWellFormed()), [true, true]);
});

Deno.test("long value: no block starts within a letter or an emoji", () => {
  const letters = ["e\u0301", "👩\u200d🚀", "👍🏽", "🇯🇵", "❤\ufe0f", "क्षि"];
  for (const letter of letters) {
    for (let before = 990; before <= 1_000; before++) {
      const text = `${"a".repeat(before)}${letter}${"b".repeat(500)}`;
      const blocks = blocksOf(text);
      assertEquals(blocks.join(""), text);
      assertEquals(
        blocks.filter((block) => block.includes(letter)).length,
        1,
        `${before} ${letter}`,
      );
    }
  }
  // A letter with any number of marks is limited to one block.
  const marks = `a${"\u0301".repeat(5_000)}`;
  assertEquals(blocksOf(marks).join(""), marks);
  assertEquals(blocksOf(marks).every(({ length }) => length <= 1_100), true);
});
