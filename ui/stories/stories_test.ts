/** Stories in a real browser, in all looks and sizes. */
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { screens } from "../screens/screens.ts";
import { accountStories } from "./account_stories.ts";
import {
  byId,
  forEach,
  fullMatrix,
  inWebKit,
  newContext,
  open,
  options,
  ready,
  root,
} from "./browser.ts";
import { namedStories } from "./named_stories.ts";
import { netStories } from "./net_stories.ts";
import { operationStories } from "./operation_stories.ts";
import { readingStories } from "./reading_stories.ts";
import { signingStories } from "./signing_stories.ts";
import { stepStories } from "./step_stories.ts";
import { shownMethods, states } from "./states.ts";
import { stories } from "./stories.ts";

const names = Object.keys(stories);
/** Stories that the other looks and sizes show. */
const chosen = fullMatrix ? names : ready;

Deno.test("stories: their names are unique", options, () => {
  const lists = [
    states,
    accountStories,
    operationStories,
    namedStories,
    readingStories,
    netStories,
    signingStories,
    stepStories,
  ];
  const all = lists.flatMap((list) => Object.keys(list));
  assertEquals(all.toSorted(), names.toSorted());
});

Deno.test("stories: every method is shown in every state", options, () => {
  assertEquals([...shownMethods].sort(), Object.keys(screens).sort());
});

Deno.test("stories: the few stories of every look cover every method", options, () => {
  const shown = new Set(ready.map((name) => stories[name]!.request().method));
  assertEquals([...shown].sort(), Object.keys(screens).sort());
});

for (
  const [what, query] of [
    ["light", { mode: "light" }],
    ["dark", { mode: "dark" }],
    ["light, right to left", { mode: "light", lang: "ar" }],
    ["dark, right to left", { mode: "dark", lang: "ar" }],
    ["a pale accent, in German", { mode: "light", accent: "#fde68a", lang: "de" }],
  ] as const
) {
  Deno.test(`stories: axe reports no problems, ${what}`, options, async () => {
    const axe = await Deno.readTextFile(await locateOne(`${versions.axe}/axe.min.js`));
    const problems: string[] = [];
    await forEach(what === "light" ? names : chosen, {}, async (page, name) => {
      if (page.url() === "about:blank" && !inWebKit) {
        page.on("console", (message) => {
          if (message.type() === "error") problems.push(message.text());
        });
      }
      await open(page, name, query);
      if (!await page.evaluate("globalThis.axe !== undefined")) {
        await page.evaluate(`${axe}; undefined`);
      }
      // On a busy machine, elements may not have started to fade in.
      await page.evaluate(`Promise.allSettled(${root}.getAnimations()
        .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
        .map(({ finished }) => finished)).then(() => true)`);
      const found = await page.evaluate<string[]>(`axe.run(document.querySelector("dialog"), {
        rules: {
          "region": { enabled: false },
          // Firefox serializes the dialog's \`all: initial\` property by property.
          "avoid-inline-spacing": { enabled: false },
        },
      }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => id + ": " + html.slice(0, 160) + " " +
          (any[0]?.message ?? ""))))`);
      assertEquals(found, [], `${name} (${what})`);
    });
    assertEquals(problems, []);
  });
}

for (
  const [width, height, lang] of [
    [320, 568, "en"],
    [320, 568, "de"],
    [320, 568, "es"],
    [320, 568, "ja"],
    [320, 568, "ar"],
    [320, 256, "en"],
    [420, 680, "en"],
    [1280, 720, "en"],
  ] as const
) {
  Deno.test(`stories: no text is cut off at ${width}×${height}, ${lang}`, options, async () => {
    const shown = height === 568 && lang === "en" ? names : chosen;
    await forEach(shown, { viewport: { width, height } }, async (page, name) => {
      await open(page, name, { lang });
      // Input text scrolls; only WebKit reports it as visible overflow.
      const wide = await page.evaluate<string[]>(`
        [...${root}.querySelectorAll("*")]
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && !e.matches("input") &&
            getComputedStyle(e).overflowX === "visible" && getComputedStyle(e).display !== "inline")
          .map((e) => e.className || e.tagName)`);
      assertEquals(wide, [], name);
      // A copied address is also compared, so all of it must be in view.
      const hidden = await page.evaluate<string[]>(`
        [...${root}.querySelectorAll("[data-testid=sdk-copy-value]")]
          .filter((e) => e.value.length <= 42 &&
            (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight))
          .map((e) => e.value)`);
      assertEquals(hidden, [], name);
      const covered = await page.evaluate<string[]>(`
        [...${root}.querySelectorAll(".scroller h1, .scroller h2, .scroller p, .scroller .note")]
          .filter((e) => {
            const next = e.nextElementSibling;
            if (next === null || !e.checkVisibility() || !next.checkVisibility()) return false;
            const [a, b] = [e.getBoundingClientRect(), next.getBoundingClientRect()];
            return a.bottom > b.top + 1 && a.top < b.bottom - 1 && a.right > b.left + 1 &&
              a.left < b.right - 1;
          })
          .map((e) => e.textContent)`);
      assertEquals(covered, [], `${name}: covered by what follows`);
      // Next to a long name, the text whether the address was paid before is still readable.
      const lost = await page.evaluate<string[]>(`
        [...${root}.querySelectorAll(".party > small")]
          .filter((e) => e.clientWidth + 1 < Math.min(e.scrollWidth, e.parentElement.clientWidth / 2))
          .map((e) => e.textContent)`);
      assertEquals(lost, [], `${name}: lost beside a name`);
      assertEquals(await page.evaluate(brokenWords), [], `${name}: words broken for no need`);
      const reachable = await page.evaluate<boolean>(`(() => {
        const buttons = [...${root}.querySelectorAll(".footer button")];
        return buttons.every((button) => {
          button.scrollIntoView({ block: "nearest" });
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return left >= 0 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
        });
      })()`);
      assert(reachable, `${name}: a button cannot be reached`);
    });
  });
}

/**
 * Words and figures that are broken into several lines, although each fits into a line of the
 * dialog.
 */
const brokenWords = `(() => {
  const texts = document.createTreeWalker(${root}.querySelector(".card"), NodeFilter.SHOW_TEXT);
  const room = ${root}.querySelector(".card").clientWidth / 2;
  const broken = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility()) continue;
    const isSentence = text.parentElement.closest(".note") !== null;
    for (const { 0: word, index } of text.data.matchAll(/[^ \\n]+/g)) {
      if (word.length < 2 || /[-/[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}]/u.test(word)) continue;
      if (isSentence && word.includes("…")) continue;
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()];
      const width = parts.reduce((sum, part) => sum + part.width, 0);
      if (width < room && new Set(parts.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

Deno.test("stories: huge requests stay fast", options, async () => {
  const context = await newContext();
  const page = await context.newPage();
  await open(page, "typed-huge");
  const rows = await page.evaluate<number>(`${root}.querySelectorAll(".node").length`);
  assert(rows < 100, `${rows} rows exist`);
  // While scrolling, only the visible rows are rendered.
  const most = await page.evaluate<number>(`(async () => {
    const tree = ${byId("sdk-tree")};
    let most = 0;
    for (let i = 0; i < 20; i++) {
      tree.scrollTop = tree.scrollHeight * i / 20;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      most = Math.max(most, ${root}.querySelectorAll(".node").length);
    }
    return most;
  })()`);
  assert(most < 100, `${most} rows exist while scrolling`);
  const last = await page.evaluate<string>(`(async () => {
    const tree = ${byId("sdk-tree")};
    tree.scrollTop = tree.scrollHeight;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return tree.textContent;
  })()`);
  assert(last.includes("9999"), "the last row cannot be reached");
  await page.evaluate(`${byId("sdk-tree")}.scrollTop = 0`);
  await page.evaluate(`${byId("sdk-tree")}.focus()`);
  const active = () =>
    page.evaluate<Record<string, string>>(`(() => {
      const tree = ${byId("sdk-tree")};
      const row = ${root}.getElementById(tree.getAttribute("aria-activedescendant"));
      const { top, bottom } = row.getBoundingClientRect();
      const view = tree.getBoundingClientRect();
      return {
        key: row.querySelector(".key").textContent,
        place: row.ariaLevel + ": " + row.ariaPosInSet + " of " + row.ariaSetSize,
        seen: String(top >= view.top - 1 && bottom <= view.bottom + 1),
        expanded: String(row.ariaExpanded),
      };
    })()`);
  const seen: Record<string, string>[] = [];
  for (const key of ["Home", "ArrowDown", "End", "ArrowUp", "ArrowLeft", "ArrowLeft", "Home"]) {
    await page.keyboard.press(key);
    await page.evaluate(`new Promise((done) => requestAnimationFrame(() =>
      requestAnimationFrame(done)))`);
    seen.push({ pressed: key, ...await active() });
  }
  assertEquals(seen.map(({ key, place, expanded }) => `${key} ${place} ${expanded}`), [
    "items 1: 1 of 1 true",
    "0 2: 1 of 10000 true",
    "note 3: 2 of 2 null",
    "id 3: 1 of 2 null",
    "9999 2: 10000 of 10000 true",
    "9999 2: 10000 of 10000 false",
    "items 1: 1 of 1 true",
  ]);
  assertEquals(seen.map(({ seen }) => seen), seen.map(() => "true"), "a row is out of sight");
  const drawn = await page.evaluate<number>(`${root}.querySelectorAll(".node").length`);
  assert(drawn < 100, `${drawn} rows exist`);
  await open(page, "send-200");
  // They are rendered in steps, and all of them.
  const calls = `${root}.querySelectorAll("[data-testid=sdk-call]").length`;
  await until("all calls", async () => await page.evaluate(calls) === 200);
  await context.close();
});
