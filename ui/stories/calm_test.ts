/** Nothing moves after the first paint: not the card, nothing that can be pressed, and no other content. */
import { assertEquals } from "@std/assert";
import { first, forEach, open, options, others, start, stop } from "./browser.ts";
import { changing } from "./changing.ts";
import { shownMethods } from "./states.ts";

Deno.test("calm: start", options, start);

Deno.test("calm: every method is walked through", options, () => {
  const methods = Object.values(changing).map(({ request }) => request().method);
  assertEquals(new Set(methods), shownMethods);
});

for (
  const [what, query, viewport] of [
    ["a window", {}, { width: 560, height: 860 }],
    ["a phone", {}, { width: 360, height: 640 }],
    ["a small phone, in German", { lang: "de" }, { width: 320, height: 568 }],
    ["a phone, right to left", { lang: "ar" }, { width: 360, height: 640 }],
  ] as const
) {
  const kind = what === "a phone" ? first : others;
  Deno.test(`calm: nothing moves from any state to any other, in ${what}`, kind, async () => {
    const moved: Record<string, string[]> = {};
    await forEach(Object.keys(changing), { viewport }, async (page, name) => {
      await open(page, "", { walk: name, ...query });
      const found: string[] = JSON.parse(
        await page.evaluate<string>("document.documentElement.dataset.moved"),
      );
      if (found.length > 0) moved[name] = found;
    });
    assertEquals(moved, {});
  });
}

Deno.test("calm: end", options, stop);
