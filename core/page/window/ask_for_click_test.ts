/** Tests the button after a blocked window. */
import "../../../tests/dom.ts";
import { assertEquals, assertMatch } from "@std/assert";
import type { AcctError } from "../../ground/errors.ts";
import { askForClick } from "./ask_for_click.ts";

/** Shows the button and presses one of its two buttons; `opens` are the results of the clicks. */
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

Deno.test("blocked: a window that opens in the click needs no button", () => {
  assertEquals(press("Open wallet", true), { errors: [], tried: 1 });
});

Deno.test("blocked: a window that is blocked again in the click ends in an error with advice", () => {
  const { errors: [error, ...more] } = press("Open wallet", false);
  assertEquals([more.length, error!.code, error!.data.cause], [0, 4900, "popup_blocked"]);
  assertMatch(error!.message, /installed app, open it in a browser/);
});

Deno.test("blocked: cancelling returns an error without further detail", () => {
  const { errors: [error], tried } = press("Cancel", true);
  assertEquals([error!.data.cause, tried], ["popup_blocked", 0]);
});
