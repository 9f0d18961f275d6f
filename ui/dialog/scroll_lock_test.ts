/** Two copies of the SDK in one page, such as an app and a widget, may both show a dialog. */
import { testWindow } from "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { lockScroll } from "./scroll_lock.ts";

const copy: typeof import("./scroll_lock.ts") = await import(
  `${new URL("./scroll_lock.ts", import.meta.url)}?copy`
);

Deno.test("scroll lock: it remains until the last of several is released, in any order", () => {
  const { style } = document.documentElement;
  for (const given of ["", "overflow: scroll;"]) {
    style.cssText = given;
    const before = document.documentElement.getAttribute("style");
    for (const order of [[0, 1, 2], [2, 1, 0], [1, 0, 2]]) {
      const ends = [lockScroll(document), copy.lockScroll(document), lockScroll(document)];
      for (const [position, index] of order.entries()) {
        assertEquals(style.getPropertyValue("overflow"), "hidden", `${order} at ${position}`);
        ends[index]!();
        // Releasing a lock twice releases no other lock.
        ends[index]!();
      }
      assertEquals(document.documentElement.getAttribute("style") ?? "", before ?? "", `${order}`);
    }
  }
});

Deno.test({
  name: "scroll lock: the test's own window ends",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => testWindow.happyDOM.close(),
});
