/** System settings: color scheme, forced colors, reduced motion. */
import { assertEquals } from "@std/assert";
import {
  byId,
  forEach,
  newContext,
  notInWebKit,
  open,
  options,
  type Page,
  ready,
  root,
} from "./browser.ts";

Deno.test(
  "looks: the system's scheme is followed while a dialog is open",
  notInWebKit,
  async () => {
    const context = await newContext({ colorScheme: "light" });
    const page = await context.newPage() as Page;
    await open(page, "send-sponsored");
    const background = () =>
      page.evaluate<string>(`getComputedStyle(${byId("sdk-card")}).backgroundColor`);
    assertEquals(await background(), "oklch(1 0 0)");
    await page.emulateMedia({ colorScheme: "dark" });
    assertEquals(await background(), "oklch(0.205 0.014 275)");
    await context.close();
  },
);

Deno.test("looks: forced colors keep borders, texts and the focus ring", notInWebKit, async () => {
  await forEach(ready, { forcedColors: "active" }, async (page, name) => {
    await open(page, name);
    const bare = await page.evaluate<string[]>(`
      [...${root}.querySelectorAll(".card, .button, .choice, .icon-button, .note, .panel")]
        .filter((e) => e.checkVisibility() && parseFloat(getComputedStyle(e).borderTopWidth) < 1 &&
          !e.matches(".card *:not(.button, .choice, .icon-button, .note, .panel)"))
        .map((e) => e.className)`);
    // At this size the card keeps its border on all sides.
    assertEquals(bare, [], name);
    await page.keyboard.press("Tab");
    const ring = await page.evaluate<string>(`(() => {
      const e = ${root}.activeElement;
      return getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth;
    })()`);
    assertEquals(ring, "solid2px", name);
  });
});

Deno.test("looks: with reduced motion, no element moves", options, async () => {
  await forEach([...ready, "send-loading", "send-busy"], {}, async (page, name) => {
    await open(page, name);
    const moving = await page.evaluate<string[]>(`document.querySelector("dialog")
      .getAnimations({ subtree: true })
      .concat([...${root}.querySelectorAll("*")].flatMap((e) => e.getAnimations()))
      .filter((a) => !(a.effect.target?.matches(".wait")) &&
        (a.effect.getComputedTiming().endTime > 20 || a.effect.getTiming().iterations !== 1))
      .map((a) => a.animationName ?? a.transitionProperty)`);
    assertEquals(moving, [], name);
  });
});

Deno.test("looks: texts have five sizes and three weights", options, async () => {
  const sizes = ["13", "14", "16", "22", "32"];
  const weights = ["450", "550", "650"];
  await forEach(ready, {}, async (page, name) => {
    await open(page, name);
    const others = await page.evaluate<string[]>(`
      [...${root}.querySelectorAll(".card *:not(style, .token *, .token, .chain-badge)")]
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== ""))
        .map((e) => [e, getComputedStyle(e)])
        .filter(([, { fontSize, fontWeight }]) =>
          !${
      JSON.stringify(sizes)
    }.includes(String(Math.round(parseFloat(fontSize) * 100) / 100)) ||
          !${JSON.stringify(weights)}.includes(fontWeight))
        .map(([e, { fontSize, fontWeight }]) => e.className + " " + fontSize + " " + fontWeight)`);
    assertEquals(others, [], name);
  });
});
