import { assertEquals } from "@std/assert";
import { fromNow } from "./from_now.ts";

Deno.test("a moment is described by its distance, never by a later one", () => {
  const at = (left: number, locale = "en") => fromNow(1_000_000 + left, locale, 1_000_000);
  assertEquals(
    [3.9 * 86_400, 86_400, 86_399, 3_599, 59, -60].map((left) => at(left)),
    ["in 3 days", "in 1 day", "in 23 hours", "in 59 minutes", "in 0 minutes", "in 0 minutes"],
  );
  assertEquals(at(2 * 86_400, "de"), "in 2 Tagen");
});
