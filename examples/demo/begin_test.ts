/** The demo's start: no press is lost or doubled, and load failures are shown. */
import { testWindow } from "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { begin } from "./begin.ts";
import { en } from "./text/en.ts";

/** A start whose steps are controlled by the test. */
function scene({ invites = true, broken = false } = {}) {
  document.body.innerHTML = `<div id="root"></div><template><svg></svg></template>`;
  const place = document.getElementById("root")!;
  const loaded = Promise.withResolvers<void>();
  const counts = { presses: 0, reloads: 0 };
  let commit = () => {};
  const begun = begin({
    place,
    words: en,
    invites,
    loads: [() => broken ? Promise.reject(new TypeError("offline")) : loaded.promise],
    // Like a transition: the page replaces the first frame with a delay.
    show: (shown) => {
      commit = () => {
        const button = document.createElement("button");
        button.className = "large";
        button.addEventListener("click", () => counts.presses++);
        place.replaceChildren(button);
        shown();
      };
      return Promise.resolve();
    },
    reload: () => counts.reloads++,
  });
  const button = () => place.querySelector<HTMLElement>(".large")!;
  return { place, begun, counts, button, load: loaded.resolve, commit: () => commit() };
}

Deno.test("demo: a press counts once, at any time before the page is loaded", async () => {
  for (const at of ["loading", "loaded", "both", "never"]) {
    const { begun, counts, button, load, commit } = scene();
    if (at === "loading" || at === "both") {
      button().click();
      assertEquals(button().getAttribute("aria-busy"), "true");
    }
    load();
    await begun;
    if (at === "loaded" || at === "both") button().click();
    commit();
    assertEquals([at, counts.presses], [at, at === "never" ? 0 : 1]);
    // React's strict mode calls twice.
    commit();
    assertEquals([at, counts.presses], [at, at === "never" ? 0 : 1]);
  }
});

Deno.test("demo: a press that is released after the code was loaded counts", async () => {
  const { begun, counts, button, load, commit } = scene();
  const first = button();
  const send = (type: string) =>
    first.dispatchEvent(
      new testWindow.PointerEvent(type, { bubbles: true }) as unknown as Event,
    );
  send("pointerdown");
  load();
  await new Promise((resolve) => setTimeout(resolve, 50));
  commit();
  send("pointerup");
  first.click();
  await begun;
  commit();
  assertEquals(counts.presses, 1);
});

Deno.test("demo: code that does not load is reported, with a retry button", async () => {
  for (const invites of [true, false]) {
    const { place, begun, counts, button } = scene({ invites, broken: true });
    const told = console.error;
    console.error = () => {};
    await begun;
    console.error = told;
    assertEquals(place.querySelector("[role=alert]")!.textContent, en.unloaded);
    button().click();
    assertEquals([button().textContent, counts.reloads], [en.reload, 1]);
  }
});
