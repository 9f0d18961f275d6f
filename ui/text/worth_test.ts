import { assertEquals } from "@std/assert";
import { writeWorth } from "./worth.ts";

Deno.test("worth: amounts are formatted for the language, without line breaks in Arabic", () => {
  assertEquals(writeWorth(200_000n, "USD", "en"), "$20.00");
  assertEquals(writeWorth(200_000n, "USD", "de"), "20,00\u00a0$");
  assertEquals(writeWorth(200_000n, "USD", "ar"), "\u206620.00\u00a0US$\u2069");
  assertEquals(writeWorth(200_000n, "dollars", "en"), undefined);
});
