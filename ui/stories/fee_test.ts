/** The fee row: its value starts on the line of its label. */
import { assertEquals } from "@std/assert";
import { forEach, open, options, root } from "./browser.ts";
import { stories } from "./stories.ts";

/** Stories with a fee, by the start of their names. */
const shown = Object.keys(stories).filter((name) => /^(send|grant|revoke|upgrade)/.test(name));

Deno.test("fee: the value starts on the label's line at 390×844", options, async () => {
  const apart: Record<string, number> = {};
  let seen = 0;
  await forEach(shown, { viewport: { width: 390, height: 844 } }, async (page, name) => {
    await open(page, name);
    const distance = await page.evaluate<number | null>(`(() => {
      const row = ${root}.querySelector("[data-testid=sdk-fee]");
      const value = row?.querySelector("span:not(.hidden, .skeleton)");
      if (!value) return null;
      // The baseline of a line: its first text, at the bottom of the glyphs' box.
      const first = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects()[0];
      };
      const [label, figure] = [first(row.previousElementSibling), first(value)];
      return Math.abs((label.top + label.bottom) / 2 - (figure.top + figure.bottom) / 2);
    })()`);
    if (distance === null) return;
    seen += 1;
    if (distance > 4) apart[name] = distance;
  });
  assertEquals(apart, {});
  assertEquals(seen > 30, true, `${seen} fee rows`);
});
