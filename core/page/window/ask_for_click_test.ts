/** Tests the button after a blocked window. */
import "../../../tests/dom.ts";
import { assertEquals, assertMatch } from "@std/assert";
import type { AcctError } from "../../protocol/errors.ts";
import { askForClick } from "./ask_for_click.ts";

/** Shows the button and presses one of its two; `opens` are the results of each click. */
function press(label: string, opens: boolean): { errors: AcctError[]; tried: number } {
  const errors: AcctError[] = [];
  let tried = 0;
  const remove = askForClick({
    open() {
      tried++;
      return opens;
    },
    cancel: (error) => errors.push(error),
  });
  const { shadowRoot } = document.querySelector("[data-sdk-popup-blocked]")!;
  for (const button of shadowRoot!.querySelectorAll("button")) {
    if (button.textContent === label) button.click();
  }
  remove();
  assertEquals(document.querySelector("[data-sdk-popup-blocked]"), null);
  return { errors, tried };
}

Deno.test("blocked: a window that opens in the click needs no more", () => {
  assertEquals(press("Open wallet", true), { errors: [], tried: 1 });
});

Deno.test("blocked: one that is blocked in the click as well ends in an error with the way out", () => {
  const { errors: [error, ...more] } = press("Open wallet", false);
  assertEquals([more.length, error!.code, error!.data.cause], [0, 4900, "popup_blocked"]);
  assertMatch(error!.message, /installed app, open it in a browser/);
});

Deno.test("blocked: cancelling is an error without more words", () => {
  const { errors: [error], tried } = press("Cancel", true);
  assertEquals([error!.data.cause, tried], ["popup_blocked", 0]);
});
