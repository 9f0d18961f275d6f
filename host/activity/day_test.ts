/** Days of the activity: words for the last two, dates for others. */
import { assertEquals } from "@std/assert";
import { dayOf } from "./day.ts";

const at = (day: number, hour: number, year = 2026, month = 2) =>
  new Date(year, month, day, hour).getTime();

Deno.test("activity: days are today, yesterday, or a date; the year only if it is another one", () => {
  const now = at(30, 9);
  assertEquals(
    [at(30, 0), at(29, 23), at(28, 12), at(31, 12, 2025, 11)].map((time) => dayOf(time, "en", now)),
    ["Today", "Yesterday", "Saturday, March 28", "Wednesday, December 31, 2025"],
  );
  assertEquals(dayOf(at(29, 1), "de", now), "Gestern");
  assertEquals(dayOf(at(30, 1), "ja", now), "今日");
});
