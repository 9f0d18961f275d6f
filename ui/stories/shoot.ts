/**
 * Takes screenshots of the stories:
 * `deno run -A ui/stories/shoot.ts [--out DIR] [--query mode=dark] [--size 1000x800] [names…]`.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { startBrowser } from "../../tests/browser/playwright.ts";
import { serveStories } from "./serve.ts";
import { stories } from "./stories.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    out: { type: "string", default: "tests/shots/stories" },
    query: { type: "string", default: "" },
    size: { type: "string", default: "560x860" },
    prefix: { type: "string", default: "" },
    forced: { type: "boolean", default: false },
  },
});
const [server, { browser }] = await Promise.all([serveStories(), startBrowser()]);
await Deno.mkdir(values.out, { recursive: true });
const [width, height] = values.size.split("x").map(Number);
const context = await browser.newContext({
  viewport: { width, height },
  deviceScaleFactor: 1.5,
  ...(values.forced && { forcedColors: "active" }),
});
const page = await context.newPage();
page.on("console", (message) => console.log("console:", message.text()));
for (const name of positionals.length > 0 ? positionals : Object.keys(stories)) {
  const fragment = `#story=${name}&${values.query}`;
  await page.goto(server.url + "/" + fragment);
  const ready = `document.documentElement.dataset.ready === ${JSON.stringify(fragment)}`;
  while (!await page.evaluate(ready)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const painted = await page.evaluate<string>("document.documentElement.dataset.painted");
  const path = `${values.out}/${values.prefix}${name}.png`;
  await page.screenshot({ path });
  console.log(path, painted, "ms");
}
await browser.close();
await server.stop();
