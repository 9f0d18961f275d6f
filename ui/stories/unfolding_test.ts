/** Details that are unfolded: the card grows upwards, and shrinks again. */
import { assert, assertEquals } from "@std/assert";
import { byId, forEach, open, options, until } from "./browser.ts";

for (const [width, height] of [[390, 760], [1280, 860]] as const) {
  Deno.test(`unfolding: the buttons keep their places at ${width}×${height}`, options, async () => {
    await forEach(["owners-address"], { viewport: { width, height } }, async (page, name) => {
      await open(page, name);
      const look = () =>
        page.evaluate<{ card: number; button: number; cut: boolean }>(`(() => {
          const card = ${byId("sdk-card")};
          const body = card.querySelector(".body");
          return {
            card: card.offsetHeight,
            button: ${byId("sdk-confirm")}.getBoundingClientRect().top,
            cut: body.scrollHeight > body.clientHeight + 1,
          };
        })()`);
      const before = await look();
      const more = `${byId("sdk-owner-more")}.parentElement`;
      await page.evaluate(`${byId("sdk-owner-more")}.click()`);
      await until(page, `${byId("sdk-card")}.offsetHeight > ${before.card + 40}`);
      await until(page, `${more}.closest(".card").getAnimations().length === 0`);
      const unfolded = await look();
      assert(!unfolded.cut, "all of it is in view");
      assertEquals(unfolded.button, before.button);
      await page.evaluate(`${byId("sdk-owner-more")}.click()`);
      await until(page, `${byId("sdk-card")}.offsetHeight === ${before.card}`);
      assertEquals((await look()).button, before.button);
    });
  });
}
