/** The label of a button does not change while its sheet slides in. */
import { assertEquals } from "@std/assert";
import { newContext, notInWebKit, open, root, until } from "./browser.ts";

/** Records the label after each frame that was painted. */
const record = `
  globalThis.labels = [];
  const look = () => {
    const button = ${root.replace(".shadowRoot", "?.shadowRoot")}
      ?.querySelector("[data-testid=sdk-confirm]");
    if (button) {
      const label = button.innerText.trim().replaceAll("\\u00a0", " ");
      if (labels.at(-1) !== label) labels.push(label);
      globalThis.isLive = !button.hasAttribute("aria-disabled");
    }
    requestAnimationFrame(() => setTimeout(look));
  };
  look();`;

for (
  const [name, label] of [
    ["send-batch", "Confirm"],
    ["batch-swap", "Review"],
    ["grant-danger", "Review"],
    ["grant", "Allow"],
  ] as const
) {
  Deno.test(
    `label: a press on ${name} has one meaning from the first frame`,
    notInWebKit,
    async () => {
      const context = await newContext({
        viewport: { width: 390, height: 760 },
        reducedMotion: "no-preference",
      });
      const page = await context.newPage() as Parameters<typeof open>[0] & {
        addInitScript(script: { content: string }): Promise<void>;
      };
      await page.addInitScript({ content: record });
      await open(page, name, { lang: "en" });
      await until(page, "isLive");
      assertEquals(await page.evaluate<string[]>("labels"), [label]);
      await context.close();
    },
  );
}
