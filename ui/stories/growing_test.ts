/** Lists that are rendered in steps: deciding content counts before it is rendered. */
import { assertEquals } from "@std/assert";
import { byId, newContext, open, options, type Page, root, until } from "./browser.ts";

/** Delays short timers once a list of calls is shown, like a busy or hidden page. */
const hold = `
  const { setTimeout: wait } = globalThis;
  globalThis.held = [];
  globalThis.release = () => {
    globalThis.held = { push: (run) => wait(run, 0) };
    for (const run of waiting) wait(run, 0);
  };
  const waiting = globalThis.held;
  const shown = () => document.querySelector("[data-sdk-modal-container]")
    ?.shadowRoot?.querySelector("[data-testid=sdk-calls]");
  globalThis.setTimeout = (run, ms = 0) => ms === 0 && shown() ? held.push(run) : wait(run, ms);
`;

/** Scrolls through the rendered calls that decide, a little with each frame. */
const scroll = `(async () => {
  const room = ${root}.querySelector(".scroller");
  for (room.scrollTop = 0;;) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const left = room.scrollHeight - room.scrollTop - room.clientHeight;
    if (left < 2 || room.scrollTop > 20_000) return;
    room.scrollTop += 200;
  }
})()`;

const rows = `${root}.querySelectorAll("[data-testid=sdk-call]").length`;
const reviews = `${byId("sdk-confirm")}.matches("[data-review]")`;

Deno.test("growing: Confirm waits for calls that are not rendered yet", options, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  await page.addInitScript({ content: hold });
  await open(page, "send-200");
  await page.evaluate(scroll);
  await page.evaluate(scroll);
  const before = await page.evaluate<number>(rows);
  assertEquals(before < 20, true, `${before} of 20 calls that decide`);
  assertEquals(
    await page.evaluate(reviews),
    true,
    "all that is there was seen, but not all is there",
  );
  await page.evaluate("release()");
  await until(page, `${rows} === 200`);
  assertEquals(await page.evaluate(reviews), true);
  await page.evaluate(scroll);
  await until(page, `!${reviews}`, 20_000);
  await context.close();
});

Deno.test("growing: long call data is copied as one value", options, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  await open(page, "send-steps-long");
  const value = `[...${root}.querySelectorAll(".hex")].find((e) => e.querySelector(".block"))`;
  await until(page, `${value}?.textContent.length > 150_000`, 20_000);
  const copied = await page.evaluate<string>(`(() => {
    // Bytes of a known contract's call are folded.
    ${value}.closest("details").open = true;
    const selection = getSelection();
    selection.selectAllChildren(${value});
    return String(selection);
  })()`);
  // A line break within would change the bytes.
  assertEquals(/^0x[0-9a-f]{150000,}$/.test(copied), true, copied.slice(990, 1_010));
  await context.close();
});
