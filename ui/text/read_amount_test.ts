import { assertEquals } from "@std/assert";
import { exactAmount } from "./numbers.ts";
import { readAmount } from "./read_amount.ts";

Deno.test("amounts: the input is read exactly, or rejected", () => {
  assertEquals(readAmount("50", 6, "en"), 50_000_000n);
  assertEquals(readAmount(" 0.000001 ", 6, "en"), 1n);
  assertEquals(readAmount("0,5", 6, "de"), 500_000n);
  assertEquals(readAmount("٥٠", 6, "ar-EG"), 50_000_000n);
  for (
    const text of ["", "-1", "1e3", "0x5", "1,000", "1.0000001", "1.", ".5", "5 USDC", "1.2.3"]
  ) {
    assertEquals(readAmount(text, 6, "en"), null, text);
  }
  assertEquals(readAmount("1.000", 6, "de"), null);
  assertEquals(readAmount("1.5", 0, "en"), null);
  for (const locale of ["en", "de", "ar"]) {
    const typed = exactAmount(123_450_000n, 6, locale);
    assertEquals(readAmount(typed, 6, locale), 123_450_000n, locale);
  }
});
