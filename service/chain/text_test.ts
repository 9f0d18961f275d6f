import { assertEquals } from "@std/assert";
import { cleanText } from "./text.ts";

const table: [string, string][] = [
  ["USD Coin", "USD Coin"],
  ["  a \n\t b  ", "a b"],
  ["US\u202eDC", "USDC"],
  ["U\u200bS\u2060D\ufeffC", "USDC"],
  ["A\u0000B\u001b[31mC", "AB[31mC"],
  ["\u2066hidden\u2069", "hidden"],
  ["日本円", "日本円"],
  ["x".repeat(500), "x".repeat(20)],
  ["😀".repeat(30), "😀".repeat(20)],
];

for (const [from, to] of table) {
  Deno.test(`text: ${JSON.stringify(from.slice(0, 20))}`, () => {
    assertEquals(cleanText(from, 20), to);
  });
}
