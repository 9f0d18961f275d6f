import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { blocksOf } from "./long_value.tsx";

Deno.test("long value: its blocks are the value, and none divides a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 900, maxLength: 4_000 }), (text) => {
      const blocks = blocksOf(text);
      assertEquals(blocks.join(""), text);
      for (const block of blocks) {
        assertEquals(block.isWellFormed(), text.isWellFormed());
        assertEquals(block.length <= 1_001, true);
      }
    }),
  );
  const odd = `${"a".repeat(999)}😀${"b".repeat(999)}😀`;
  assertEquals(blocksOf(odd).map((block) => block.isWellFormed()), [true, true]);
});
