/** Places of the home page: any fragment leads to one, and only to one of its own. */
import { assertEquals } from "@std/assert";
import { hashOf, readRoute } from "./route.ts";

Deno.test("route: unknown places are the first tab", () => {
  const id = `0x${"ab".repeat(32)}`;
  for (
    const [hash, at, item] of [
      ["", "home", null],
      ["#/security", "security", null],
      [hashOf("activity", id), "activity", id],
      ["#/activity/0x12", "activity", null],
      ["#/activity/javascript:alert(1)", "activity", null],
      ["#/__proto__", "home", null],
      ["#origin=https://a.example", "home", null],
    ] as const
  ) {
    assertEquals([hash, readRoute(hash)], [hash, { at, item }]);
  }
});
