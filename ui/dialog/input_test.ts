import { testWindow } from "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { createGuard, SETTLE_MS } from "../parts/hooks/guard.ts";
import { handleInput } from "./input.ts";
import type { Visibility } from "./visibility.ts";

/** A dialog that settled long ago; in a frame, it has a visibility. */
function settled(visibility: Visibility | null) {
  let now = 0;
  const guard = createGuard(() => now);
  const dialog = document.createElement("dialog");
  const view = document.createElement("div");
  dialog.append(view);
  document.body.append(dialog);
  const life = new AbortController();
  handleInput({ dialog, view, guard, visibility, onLeave() {} }, life.signal);
  now += 10 * SETTLE_MS;
  const press = (after = 0) => {
    now += after;
    view.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    return guard.accepts();
  };
  return {
    press,
    end() {
      life.abort();
      dialog.remove();
    },
  };
}

const inFrame: Visibility = { get: () => true, subscribe: () => () => {}, look() {}, stop() {} };
const events: readonly (readonly [string, () => void])[] = [
  ["visibilitychange", () => document.dispatchEvent(new Event("visibilitychange"))],
  ["pageshow", () => testWindow.dispatchEvent(new testWindow.Event("pageshow"))],
  ["focus", () => testWindow.dispatchEvent(new testWindow.Event("focus"))],
];

Deno.test("input: a press just after the window regains focus was meant for another window", () => {
  for (const [name, happen] of events) {
    const { press, end } = settled(null);
    assertEquals([name, press()], [name, true]);
    happen();
    assertEquals([name, press()], [name, false]);
    assertEquals([name, press(SETTLE_MS - 1)], [name, false]);
    assertEquals([name, press(1)], [name, true]);
    end();
  }
});

Deno.test("input: in a frame, the focus moves with every press, which is not a return", () => {
  for (const [name, happen] of events) {
    const { press, end } = settled(inFrame);
    happen();
    assertEquals([name, press()], [name, name === "focus"]);
    assertEquals([name, press(SETTLE_MS)], [name, true]);
    end();
  }
});
