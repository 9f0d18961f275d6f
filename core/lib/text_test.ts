import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { hasHidden } from "./hidden.ts";
import { cleanText, cutText } from "./text.ts";

Deno.test("text: hidden and bidirectional characters are removed, others stay", () => {
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

Deno.test("text: the output is bounded, has no hidden characters, and is stable", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 80 }), (raw, max) => {
      const text = cleanText(raw, max);
      assertEquals(hasHidden(text), false);
      assertEquals([...text].length <= max, true);
      assertEquals(cleanText(text, max), text);
    }),
  );
});

const family = "👨\u200d👩\u200d👧\u200d👦";

Deno.test("text: emoji stay whole, and joiners elsewhere are removed", () => {
  for (
    const [from, to] of [
      [family, family],
      ["👩🏽\u200d🚀 Crew", "👩🏽\u200d🚀 Crew"],
      // The variation selector is removed; the emoji remains a single one.
      ["❤\ufe0f\u200d🔥", "❤\u200d🔥"],
      ["US\u200dDC", "USDC"],
      ["👨\u200d", "👨"],
      ["\u200d👨", "👨"],
      ["a\u200d👨", "a👨"],
      ["👨\u200da", "👨a"],
      ["👨\u200d\u200d👩", "👨👩"],
      ["👨\u200b\u200d👩", "👨👩"],
      ["1\u200d2", "12"],
    ] as const
  ) {
    assertEquals(cleanText(from, 64), to);
    assertEquals(hasHidden(to), false);
    assertEquals(hasHidden(from), from !== to);
  }
});

Deno.test("text: emoji and joiners in any order are bounded, without hidden characters, and stable", () => {
  const unit = fc.constantFrom(
    "👨",
    "❤",
    "🏽",
    "\u200d",
    "\ufe0f",
    "\u0301",
    "🇩",
    "a",
    " ",
    "\u200b",
  );
  fc.assert(
    fc.property(fc.string({ unit }), fc.integer({ min: 1, max: 8 }), (raw, max) => {
      const text = cleanText(raw, max);
      assertEquals(hasHidden(text), false);
      assertEquals([...text].length <= max, true);
      assertEquals(cleanText(text, max), text);
    }),
    { numRuns: 5_000 },
  );
});

Deno.test("text: graphemes are not cut, unless a single one is too long", () => {
  assertEquals(cleanText(family.repeat(10), 20), `${family.repeat(2)}…`);
  assertEquals(cleanText(`${"n".repeat(17)}${family}`, 20), `${"n".repeat(17)}…`);
  assertEquals(cleanText("🇩🇪🇫🇷🇮🇹", 4), "🇩🇪…");
  const heap = `e${"\u0301".repeat(100)}`;
  assertEquals([...cleanText(heap, 20)].length, 20);
  assertEquals(cutText(`a${family}b`, 4), "a");
  assertEquals(cutText(`a${family}b`, 1 + family.length), `a${family}`);
  assertEquals(cutText(family, 3), "👨");
});

Deno.test("text: without Intl.Segmenter, texts are cut between characters", () => {
  const { Segmenter } = Intl;
  try {
    Reflect.deleteProperty(Intl, "Segmenter");
    const text = cleanText(family.repeat(10), 20);
    assertEquals([text.startsWith(family), [...text].length <= 20, hasHidden(text)], [
      true,
      true,
      false,
    ]);
  } finally {
    Object.defineProperty(Intl, "Segmenter", {
      value: Segmenter,
      configurable: true,
      writable: true,
    });
  }
});
