/** Dialogs without a mouse. */
import { assert, assertEquals } from "@std/assert";
import {
  byId,
  forEach,
  newContext,
  open,
  options,
  type Page,
  ready,
  root,
  until,
} from "./browser.ts";

Deno.test("keyboard: usable by keyboard alone, and the focus stays inside", options, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  await open(page, "send-sponsored");
  const focused = () =>
    page.evaluate<string>(`(() => {
      const e = ${root}.activeElement;
      return e === null ? document.activeElement.tagName
        : e.dataset.testid ?? (e.matches("[data-title]") ? "title" : e.tagName);
    })()`);
  assertEquals(await focused(), "title");
  const seen: string[] = [];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    seen.push(await focused());
  }
  for (const needed of ["sdk-close", "sdk-call", "sdk-cancel", "sdk-confirm"]) {
    assert(seen.includes(needed), `${needed} cannot be reached: ${seen}`);
  }
  assert(!seen.includes("BUTTON") && !seen.includes("A"), `the focus left: ${seen}`);
  await page.evaluate(`${byId("sdk-confirm")}.focus()`);
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 520))`);
  await page.keyboard.press("Enter");
  await until(page, `${byId("sdk-confirm")}.textContent.includes("passkey")`);
  await open(page, "send-own-fee");
  await page.keyboard.press("Escape");
  await until(page, "document.documentElement.dataset.outcome?.startsWith('rejected')");
  await context.close();
});

Deno.test(
  "keyboard: a dialog with late frames has the focus when it is ready",
  options,
  async () => {
    const context = await newContext();
    const page = await context.newPage() as Page;
    await page.addInitScript({
      content: `const frame = requestAnimationFrame;
      globalThis.requestAnimationFrame = (run) => setTimeout(() => frame(run), 250);`,
    });
    for (const name of ["send-sponsored", "message-text"]) {
      await open(page, name);
      assertEquals(
        await page.evaluate(`${root}.activeElement?.matches("[data-title]")`),
        true,
        name,
      );
    }
    await context.close();
  },
);

Deno.test("keyboard: Enter held down never confirms", options, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  // Pressed before the dialog opens: on a slow machine, a first press would come after the guard.
  await page.keyboard.down("Enter");
  await open(page, "send-sponsored");
  await page.evaluate(`${byId("sdk-confirm")}.focus()`);
  for (let i = 0; i < 40; i++) {
    await page.keyboard.down("Enter");
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 25))`);
  }
  assert(!await page.evaluate<boolean>(`${byId("sdk-confirm")}.textContent.includes("passkey")`));
  await page.keyboard.up("Enter");
  await page.keyboard.press("Enter");
  await until(page, `${byId("sdk-confirm")}.textContent.includes("passkey")`);
  await context.close();
});

Deno.test(
  "keyboard: every screen is usable by keyboard, and Escape closes it",
  options,
  async () => {
    await forEach(ready, {}, async (page, name) => {
      await open(page, name);
      await page.evaluate(`${root}.querySelector("[data-title]").focus()`);
      // Each stop shows a focus ring. Elements are identified by reference, not by position: a
      // button that stops waiting shifts the following positions.
      await page.evaluate("void (globalThis.stops = new Set())");
      const stop = `(() => {
        const e = ${root}.activeElement;
        if (e === null) return;
        stops.add(e);
        // A field with a fixed part has its ring around both.
        const ringed = [e, e.parentElement].some((each) =>
          each !== null && getComputedStyle(each).outlineStyle !== "none"
        );
        if (e.matches(":focus-visible") && !ringed && !e.matches(".body, [data-title]")) {
          throw new Error("no ring: " + e.outerHTML.slice(0, 200));
        }
      })()`;
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Tab");
        await page.evaluate(stop);
      }
      const missed = await page.evaluate<string[]>(`[...${root}.querySelectorAll("*")]
        .flatMap((e) => e.matches("button, input:not([type=radio]), summary, a[href]") &&
          e.checkVisibility() && !stops.has(e) ? [e.outerHTML.slice(0, 160)] : [])`);
      assertEquals(missed, [], `${name}: not reached by Tab`);
      await page.keyboard.press("Escape");
      await until(page, "document.documentElement.dataset.outcome?.startsWith('rejected')");
    });
  },
);
