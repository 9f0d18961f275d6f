/**
 * Content does not move after the first paint: neither the card, nor its buttons, nor other
 * content.
 */
import { assertEquals } from "@std/assert";
import { forEach, fullMatrix, open, options } from "./browser.ts";
import { changing } from "./changing.ts";
import { shownMethods } from "./states.ts";

Deno.test("calm: every method is included", options, () => {
  const methods = Object.values(changing).map(({ request }) => request().method);
  assertEquals(new Set(methods), shownMethods);
});

/**
 * A phone shows all screens; without the full matrix, the other sizes show only the listed ones.
 */
for (
  const [what, query, viewport, shown] of [
    ["a phone", {}, { width: 360, height: 640 }, Object.keys(changing)],
    ["a window", {}, { width: 560, height: 860 }, ["connect-known", "account"]],
    ["a small phone, in German", { lang: "de" }, { width: 320, height: 568 }, ["name", "revoke"]],
    ["a phone, right to left", { lang: "ar" }, { width: 360, height: 640 }, ["message", "status"]],
  ] as const
) {
  Deno.test(`calm: no element moves between any two states, in ${what}`, options, async () => {
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
