/** Nothing moves after the first paint: not the card, nothing that can be pressed, and no other content. */
import { assertEquals } from "@std/assert";
import { forEach, fullMatrix, open, options } from "./browser.ts";
import { changing } from "./changing.ts";
import { shownMethods } from "./states.ts";

Deno.test("calm: every method is walked through", options, () => {
  const methods = Object.values(changing).map(({ request }) => request().method);
  assertEquals(new Set(methods), shownMethods);
});

/** A phone shows all screens; what the others show without the full matrix is listed. */
for (
  const [what, query, viewport, shown] of [
    ["a phone", {}, { width: 360, height: 640 }, Object.keys(changing)],
    ["a window", {}, { width: 560, height: 860 }, ["connect-known", "account"]],
    ["a small phone, in German", { lang: "de" }, { width: 320, height: 568 }, ["name", "revoke"]],
    ["a phone, right to left", { lang: "ar" }, { width: 360, height: 640 }, ["message", "status"]],
  ] as const
) {
  Deno.test(`calm: nothing moves from any state to any other, in ${what}`, options, async () => {
    const names = fullMatrix ? Object.keys(changing) : shown;
    const moved: Record<string, string[]> = {};
    await forEach(names, { viewport }, async (page, name) => {
      await open(page, "", { walk: name, ...query });
      const found: string[] = JSON.parse(
        await page.evaluate<string>("document.documentElement.dataset.moved"),
      );
      if (found.length > 0) moved[name] = found;
    });
    assertEquals(moved, {});
  });
}
