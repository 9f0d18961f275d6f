/** Locations of the wallet home: any fragment resolves to exactly one of them. */
import { assertEquals } from "@std/assert";
import { hashOf, readRoute } from "./route.ts";

Deno.test("route: unknown locations are the first tab", () => {
  const id = `0x${"ab".repeat(32)}`;
  for (
    const [hash, at, item] of [
      ["", "home", null],
      ["#/security", "security", null],
      [hashOf("activity", id), "activity", id],
      ["#/activity/0x12", "activity", null],
      ["#/activity/javascript:alert(1)", "activity", null],
      ["#/pay/eyJ0byI6_-", "pay", "eyJ0byI6_-"],
      ["#/pay/<script>", "pay", null],
      ["#/activity/eyJ0byI6", "activity", null],
      ["#/lost/rescue", "lost", "rescue"],
      ["#/lost/else", "lost", null],
      ["#/__proto__", "home", null],
      ["#origin=https://a.example", "home", null],
    ] as const
  ) {
    assertEquals([hash, readRoute(hash)], [hash, { at, item }]);
  }
});
