/** The demo's beginning: no press is lost or doubled, and what does not load is told. */
import { testWindow } from "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { begin } from "./begin.ts";
import { en } from "./text/en.ts";

/** A beginning whose steps come when the test says so. */
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
    // As a transition: the page takes the place of the first frame some time after it was asked to.
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

Deno.test("demo: a press counts once, at whatever time before the page is there", async () => {
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

Deno.test("demo: a press that ends after the code has come counts", async () => {
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

Deno.test("demo: code that does not load is told, with a way to try again", async () => {
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
