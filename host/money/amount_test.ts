/** Amounts that users type: exact, in their language, and never off by a factor of a thousand. */
import { assertEquals } from "@std/assert";
import { readAmount, writeAmount } from "./amount.ts";

Deno.test("amount: only the language's own separator is accepted", () => {
  const rows: readonly [typed: string, tag: string, expected: bigint | null][] = [
    ["12.5", "en", 12_500_000n],
    [" 12 ", "en", 12_000_000n],
    ["0.000001", "en", 1n],
    ["12,5", "de", 12_500_000n],
    // A thousand in one language is one in another.
    ["1.000", "de", null],
    ["1,000", "en", null],
    ["1,000.5", "en", null],
    // More decimals than the token has, and invalid amounts.
    ["0.0000001", "en", null],
    ["", "en", null],
    ["-1", "en", null],
    ["1e3", "en", null],
    ["0x10", "en", null],
    [".5", "en", null],
    ["5.", "en", null],
    ["9".repeat(61), "en", null],
    ["١٢٫٥", "ar-EG", 12_500_000n],
  ];
  for (const [typed, tag, expected] of rows) {
    assertEquals([typed, tag, readAmount(typed, 6, tag)], [typed, tag, expected]);
  }
});

Deno.test("amount: a whole balance is written in the format that is read", () => {
  for (const tag of ["en", "de", "ar-EG"]) {
    for (const [amount, decimals] of [[1n, 18], [12_500_000n, 6], [7n, 0], [0n, 6]] as const) {
      const typed = writeAmount(amount, decimals, tag);
      assertEquals([tag, typed, readAmount(typed, decimals, tag)], [tag, typed, amount]);
    }
  }
});
