/** A late note covers no deciding content while the request can be confirmed. */
import { assertEquals } from "@std/assert";
import { forEach, fullMatrix, open, options, until } from "./browser.ts";
import { changing } from "./changing.ts";
import { type Late, lateNotesOf } from "./late.ts";

/** Screens with a passkey prompt that every size shows. */
const chosen = ["send", "send-batch", "grant", "typed", "connect-known"];
/** Reductions of the window's height after the note appeared, in pixels. */
const resizes = [["1 px less", 1], ["back", 0], ["90 px less", 90], ["back again", 0]] as const;

for (const [width, height] of [[390, 844], [420, 680], [320, 568]] as const) {
  Deno.test(
    `late: a note covers no deciding content, at ${width}×${height}`,
    options,
    async () => {
      const names = Object.keys(changing).filter((name) =>
        changing[name]!.yes !== undefined && (fullMatrix || width === 420 || chosen.includes(name))
      );
      const shown = names.flatMap((name) =>
        Object.keys(lateNotesOf(changing[name]!)).map((note) => [name, note] as const)
      );
      const wrong: Record<string, Late> = {};
      const grown = ["send, cancelled", "send, other amounts"];
      await forEach(shown, { viewport: { width, height } }, async (page, [late, note]) => {
        await open(page, "", { late, note });
        const found: Late = JSON.parse(
          await page.evaluate<string>("document.documentElement.dataset.late"),
        );
        const story = `${late}, ${note}`;
        // If the window has free space, the card grows into it, and the whole note is shown.
        const isWhole = height < 800 || !grown.includes(story) || !found.held && !found.folded;
        if (found.covered.length + found.moved.length > 0 || !isWhole) wrong[story] = found;
        for (const [size, less] of resizes) {
          await page.setViewportSize({ width, height: height - less });
          await until(page, `innerHeight === ${height - less}`);
          const again = await page.evaluate<Late>("lookAgain()");
          // Another size may move the buttons; with the first size, they have their earlier
          // positions.
          const moved = less === 0 ? again.moved : [];
          if (again.covered.length + moved.length > 0) wrong[`${story}, ${size}`] = again;
        }
      });
      assertEquals(wrong, {});
    },
  );
}
