import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { cleanText, hasHidden } from "./text.ts";

Deno.test("text: hidden and bidirectional characters go, the rest stays", () => {
  assertEquals(cleanText("  My\n\tshop  ", 64), "My shop");
  assertEquals(cleanText("\u202eevil\u2066\u200b\ufeff\u{e0041}", 64), "evil");
  assertEquals(cleanText("Café 商店 متجر 😀", 64), "Café 商店 متجر 😀");
  for (
    const [from, to] of [
      ["US\u202eDC", "USDC"],
      ["U\u200bS\u2060D\ufeffC", "USDC"],
      ["A\u0000B\u001b[31mC", "AB[31mC"],
      ["\u2066hidden\u2069", "hidden"],
      ["a\ud800b", "ab"],
      ["\u3164\u2800\ue000", ""],
      ["日本円", "日本円"],
      ["😀".repeat(30), `${"😀".repeat(19)}…`],
    ] as const
  ) assertEquals(cleanText(from, 20), to);
  assertEquals(cleanText("a\t\u0000\tb", 64), "a b");
  assertEquals(cleanText(null, 64), "");
  assertEquals(cleanText({}, 64), "");
  assertEquals(cleanText("a".repeat(100), 5), "aaaa…");
});

Deno.test("text: what comes out is bounded, has nothing hidden, and is stable", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 80 }), (raw, max) => {
      const text = cleanText(raw, max);
      assertEquals(hasHidden(text), false);
      assertEquals([...text].length <= max, true);
      assertEquals(cleanText(text, max), text);
    }),
  );
});
