/** Days of the activity: words for the last two, dates for others. */
import { assertEquals } from "@std/assert";
import { dayOf, dayWithin, shortDate } from "./day.ts";

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
  assertEquals(dayOf(at(28, 1), "es", now), "sábado, 28 de marzo");
});

Deno.test("activity: a day within a sentence begins with a small letter", () => {
  const now = at(30, 9);
  assertEquals(dayWithin(at(30, 0), "en", now), "today");
  assertEquals(dayWithin(at(28, 12), "en", now), "Saturday, March 28");
  assertEquals(shortDate(at(28, 12), "en", now), "Mar 28");
  assertEquals(shortDate(at(31, 12, 2025, 11), "en", now), "Dec 31, 2025");
});
