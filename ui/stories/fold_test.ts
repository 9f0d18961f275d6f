/** Deciding content is in view before it can be confirmed. */
import { assert, assertEquals } from "@std/assert";
import { byId, forEach, fullMatrix, open, options, ready, root } from "./browser.ts";
import { stories } from "./stories.ts";

/** Sizes of the popup, of a phone, and of a small one. */
const sizes = [[420, 680], [390, 760], [320, 568]] as const;

/** Stories whose content fits at the size of the popup. */
const whole = ["send-sponsored", "send-own-fee", "send-named", "send-batch", "message-text"];

/** Stories with more content than fits, whose notes need much space. */
const hard = ["batch-fake-gain", "grant-danger", "send-approval", "send-control"];

/** Records, in each frame, which pixels of the deciding content were ever in view. */
const watch = `if (globalThis.unseen === undefined) {
  const parts = new WeakMap();
  const decide = () => document.querySelector("[data-sdk-modal-container]")?.shadowRoot
    ?.querySelectorAll("[data-decides]:not([data-decides=note])") ?? [];
  const look = () => {
    for (const e of decide()) {
      const { top, bottom, height } = e.getBoundingClientRect();
      const box = (e.closest(".scroller") ?? e.closest(".card")).getBoundingClientRect();
      const rows = new Uint8Array(Math.ceil(height));
      rows.set((parts.get(e) ?? rows).subarray(0, rows.length));
      parts.set(e, rows);
      for (let y = Math.max(top, box.top, 0); y < Math.min(bottom, box.bottom, innerHeight); y++) {
        rows[Math.floor(y - top)] = 1;
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  // The pixels at the edges contain no text.
  globalThis.unseen = () => [...decide()].filter((e) => parts.get(e).subarray(8, -8).includes(0))
    .map((e) => e.dataset.testid ?? e.textContent.slice(0, 60));
}`;

/** Presses the button through all unread content; no press may confirm before. */
const readAll = `(async () => {
  const button = () => ${root}.querySelector("[data-testid=sdk-confirm]");
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let presses = 0;
  await new Promise((done) => setTimeout(done, 600));
  for (;;) {
    await frames();
    await frames();
    const b = button();
    if (b === null || b.dataset.review === undefined) {
      const isLive = () => button() !== null && button().getAttribute("aria-disabled") !== "true";
      // On a slow machine, a button may wait longer.
      for (let wait = 0; wait < 60 && b !== null && !isLive(); wait++) {
        await new Promise((done) => setTimeout(done, 50));
      }
      const live = isLive();
      return { presses, live, unseen: live ? unseen() : [] };
    }
    if (presses++ === 60) return { presses, live: false, unseen: ["no end", ...unseen()] };
    b.click();
    await new Promise((done) => setTimeout(done, 560));
  }
})()`;

for (const [width, height] of sizes) {
  Deno.test(
    `fold: deciding content is in view before it is confirmed, at ${width}×${height}`,
    options,
    async () => {
      const shown = fullMatrix ? Object.keys(stories) : [...ready, ...hard];
      const hidden: Record<string, string[]> = {};
      let live = 0;
      await forEach(shown, { viewport: { width, height } }, async (page, name) => {
        await page.addInitScript({ content: watch });
        await open(page, name);
        const found = await page.evaluate<{ presses: number; live: boolean; unseen: string[] }>(
          readAll,
        );
        // Stopping a recovery protects the user: nothing has to be viewed before.
        const protects = name.startsWith("recovery-stop");
        if (found.unseen.length > 0 && !protects) hidden[name] = found.unseen;
        if (found.live) live += 1;
        if (width === 420 && whole.includes(name)) assertEquals(found.presses, 0, name);
      });
      assertEquals(hidden, {});
      assert(live > shown.length / 3, `${live} of ${shown.length} can be confirmed`);
    },
  );
}

Deno.test("fold: a press on Review does not confirm", options, async () => {
  await forEach(
    ["send-approval"],
    { viewport: { width: 320, height: 568 } },
    async (page, name) => {
      await open(page, name);
      await page.evaluate("new Promise((done) => setTimeout(done, 700))");
      const review = await page.evaluate<boolean>(
        `${byId("sdk-confirm")}.dataset.review !== undefined`,
      );
      assert(review, "the changes are out of sight");
      await page.evaluate(`${byId("sdk-confirm")}.click()`);
      // An immediate second press is blocked by the guard.
      await page.evaluate(`${byId("sdk-confirm")}.click()`);
      await page.evaluate("new Promise((done) => setTimeout(done, 100))");
      assertEquals(await page.evaluate("document.documentElement.dataset.outcome ?? null"), null);
      assert(!await page.evaluate<boolean>(`${root}.textContent.includes("Use your passkey")`));
    },
  );
});

Deno.test(
  "fold: rows hidden by a list of changes are not viewed before it is scrolled",
  options,
  async () => {
    await forEach(
      ["send-sponsored"],
      { viewport: { width: 420, height: 680 } },
      async (page, name) => {
        await page.addInitScript({ content: watch });
        await open(page, name);
        await page.evaluate(`(async () => {
      await new Promise((done) => setTimeout(done, 600));
      const list = document.createElement("div");
      list.className = "panel changes";
      list.style.cssText = "flex: none; display: block; block-size: 40px; overflow: hidden auto";
      const above = document.createElement("div");
      above.style.blockSize = "200px";
      const row = document.createElement("p");
      row.dataset.decides = "";
      row.style.blockSize = "110px";
      list.append(above, row);
      ${byId("sdk-card")}.querySelector(".scroller").firstElementChild.prepend(list);
    })()`);
        const found = await page.evaluate<{ presses: number; live: boolean; unseen: string[] }>(
          readAll,
        );
        assert(found.presses > 0, "it was confirmed unseen");
        assert(found.live, JSON.stringify(found));
      },
    );
  },
);

Deno.test("fold: a missing balance leaves the headline legible", options, async () => {
  for (const [width, height] of [[420, 680], [1280, 720]] as const) {
    await forEach(
      ["send-too-much", "send-too-much-token"],
      { viewport: { width, height } },
      async (page, name) => {
        await open(page, name);
        await page.evaluate("new Promise((done) => setTimeout(done, 700))");
        const { headline, shade } = await page.evaluate<{ headline: number; shade: number }>(
          `(() => {
        const h1 = ${root}.querySelector("h1");
        const body = h1.closest(".scroller");
        const { height } = getComputedStyle(body, "::after");
        const shaded = body.dataset.below === undefined ? 0 : parseFloat(height);
        return { headline: h1.getBoundingClientRect().bottom, shade: body.getBoundingClientRect().bottom - shaded };
      })()`,
        );
        // The first half of the shade is nearly transparent.
        assert(headline <= shade + 20, `${name} at ${width}×${height}: ${headline} of ${shade}`);
      },
    );
  }
});

Deno.test("fold: missing funds leave amount, recipient and account in view", options, async () => {
  await forEach(
    ["send-not-enough", "send-too-much", "send-too-much-token", "send-fee-no-ether"],
    { viewport: { width: 390, height: 760 } },
    async (page, name) => {
      await open(page, name);
      const cut = await page.evaluate<string[]>(`(() => {
        const { bottom } = ${root}.querySelector(".body").getBoundingClientRect();
        return ["[data-title]", "[data-testid=sdk-party]", "[data-testid=sdk-account]"]
          .filter((each) => ${root}.querySelector(each).getBoundingClientRect().bottom > bottom);
      })()`);
      assertEquals(cut, [], name);
    },
  );
});
