import { assertEquals } from "@std/assert";
import { worthIn, writeWorth } from "./worth.ts";

Deno.test("worth: amounts are formatted for the language, without line breaks in Arabic", () => {
  assertEquals(writeWorth(200_000n, "USD", "en"), "$20.00");
  assertEquals(writeWorth(200_000n, "USD", "de"), "20,00\u00a0$");
  assertEquals(writeWorth(200_000n, "USD", "ar"), "\u206620.00\u00a0US$\u2069");
  assertEquals(writeWorth(200_000n, "dollars", "en"), undefined);
});

Deno.test("worth: a price of 0 is no price, so that no amount looks worthless", () => {
  assertEquals(worthIn(2_500_000n, 6, "1.5"), 37_500n);
  for (const price of ["0", "0.000", "", "-1", "1e3"]) {
    assertEquals(worthIn(2_500_000n, 6, price), undefined);
  }
});
