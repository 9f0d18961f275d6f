/** The dialogs in a real browser: every story, every way in which a page could break them. */
import { assert, assertEquals } from "@std/assert";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import {
  type BrowserContext,
  type Page as BasicPage,
  startBrowser,
  type Started,
} from "../../tests/browser/playwright.ts";
import { serveStories, type StoryServer } from "./serve.ts";
import { screens } from "../screens/screens.ts";
import { shownMethods } from "./states.ts";
import { stories } from "./stories.ts";

/** What these tests need beyond the rest. */
interface Page extends BasicPage {
  emulateMedia(options: Record<string, string>): Promise<void>;
  keyboard: BasicPage["keyboard"] & {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
}

const names = Object.keys(stories);
const options = { sanitizeOps: false, sanitizeResources: false };
/** All combinations take a while: without `REQUIRE_ALL=1` the first of each kind stands for all. */
const first = { ...options, ignore: false };
const others = { ...options, ignore: Deno.env.get("REQUIRE_ALL") !== "1" };
const root = `document.querySelector("[data-sdk-modal-container]").shadowRoot`;
const byId = (testid: string) => `${root}.querySelector("[data-testid=${testid}]")`;

let started: Started;
let server: StoryServer;
let axe: string;

Deno.test("stories: start", options, async () => {
  [started, server, axe] = await Promise.all([
    startBrowser(),
    serveStories(),
    locateOne(`${versions.axe}/axe.min.js`).then((path) => Deno.readTextFile(path)),
  ]);
});

/** A fresh profile. */
function newContext(more: Record<string, unknown> = {}): Promise<BrowserContext> {
  return started.browser.newContext({
    viewport: { width: 560, height: 860 },
    reducedMotion: "reduce",
    ...more,
  });
}

/** Waits for an expression; Playwright's own way needs `eval`, which the pages' policy refuses. */
async function until(page: BasicPage, expression: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await page.evaluate(`Boolean(${expression})`)) return;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  throw new Error(`it never came to be: ${expression}`);
}

/** Opens a story in a page; `css` is the page's own style sheet. */
async function open(
  page: BasicPage,
  name: string,
  { css, ...query }: Record<string, string> = {},
): Promise<void> {
  const fragment = `#${new URLSearchParams({ story: name, fast: "", ...query })}`;
  const base = `${server.url}/${css === undefined ? "" : `?${new URLSearchParams({ css })}`}`;
  const [before] = page.url().split("#");
  if (before === base) await page.evaluate(`void (location.hash = ${JSON.stringify(fragment)})`);
  else await page.goto(base + fragment);
  await until(page, `document.documentElement.dataset.ready === ${JSON.stringify(fragment)}`);
}

/** Runs something for each value, four at a time, each worker with a page of its own. */
async function forEach<T>(
  values: readonly T[],
  more: Record<string, unknown>,
  run: (page: Page, value: T) => Promise<void>,
): Promise<void> {
  const queue = [...values];
  await Promise.all(Array.from({ length: 4 }, async () => {
    const context = await newContext(more);
    const page = await context.newPage() as Page;
    try {
      for (let value = queue.shift(); value !== undefined; value = queue.shift()) {
        await run(page, value);
      }
    } finally {
      queue.length = 0;
      await context.close();
    }
  }));
}

Deno.test("stories: every method is shown in every state", options, () => {
  assertEquals([...shownMethods].sort(), Object.keys(screens).sort());
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
  Deno.test(`stories: axe finds nothing, ${what}`, what === "light" ? first : others, async () => {
    const problems: string[] = [];
    await forEach(names, {}, async (page, name) => {
      if (page.url() === "about:blank") {
        page.on("console", (message) => {
          if (message.type() === "error") problems.push(message.text());
        });
      }
      await open(page, name, query);
      if (!await page.evaluate("globalThis.axe !== undefined")) {
        await page.evaluate(`${axe}; undefined`);
      }
      const found = await page.evaluate<string[]>(`axe.run(document.querySelector("dialog"), {
        rules: { "region": { enabled: false } },
      }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => id + ": " + html.slice(0, 160) + " " +
          (any[0]?.message ?? ""))))`);
      assertEquals(found, [], `${name} (${what})`);
    });
    assertEquals(problems, []);
  });
}

for (const [width, height] of [[320, 568], [320, 256], [1280, 720]] as const) {
  const kind = width === 320 && height === 568 ? first : others;
  Deno.test(`stories: nothing is cut off at ${width}×${height}`, kind, async () => {
    await forEach(names, { viewport: { width, height } }, async (page, name) => {
      await open(page, name);
      const wide = await page.evaluate<string[]>(`
        [...${root}.querySelectorAll("*")]
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 &&
            getComputedStyle(e).overflowX === "visible" && getComputedStyle(e).display !== "inline")
          .map((e) => e.className || e.tagName)`);
      assertEquals(wide, [], name);
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

/** Style sheets of pages; none of them may change a pixel. */
const attacks: Readonly<Record<string, string>> = {
  "Tailwind preflight": `*,::before,::after{box-sizing:border-box;margin:0;padding:0;border:0 solid}
    html{line-height:1.5;font-family:serif} button,input{font:inherit;background:transparent}
    h1,h2{font-size:inherit;font-weight:inherit} svg,img{display:block;vertical-align:middle}
    dialog{padding:0;margin:0;border:0} [hidden]{display:none!important}`,
  "Bootstrap": `*,*::before,*::after{box-sizing:border-box} :root{--bs-body-font-size:1rem}
    body{margin:0;font-family:var(--bs-font,"Courier New");font-size:1.25rem;line-height:1.9;
    color:#212529;-webkit-text-size-adjust:100%} h1,h2{margin-top:0;margin-bottom:.5rem;
    font-weight:500;line-height:1.2} h1{font-size:calc(1.375rem + 1.5vw)} p{margin-bottom:1rem}
    dl,ul{padding-left:2rem;margin-bottom:1rem} dt{font-weight:700} dd{margin-left:0;
    margin-bottom:.5rem} pre,code{font-size:.875em;font-family:monospace} a{color:#0d6efd}
    button,input{margin:0;font-family:inherit;line-height:inherit;border-radius:0}
    button:not(:disabled){cursor:pointer} label{display:inline-block} small{font-size:.875em}
    legend{float:left;width:100%} fieldset{min-width:0;padding:0;border:0}
    .card{position:relative;display:flex;flex-direction:column;border:9px solid red}
    .row{display:flex;flex-wrap:wrap;margin:0 -12px} .row>*{width:100%;padding:0 12px}
    .footer,.body,.title,.note,.button,.field,.panel{padding:40px;margin:40px;float:right}`,
  "all unset": "* { all: unset }",
  "everything hidden": `body * { display: none !important; visibility: hidden !important;
    opacity: 0 !important } body { opacity: 0; visibility: hidden; filter: blur(9px) }
    dialog, div { pointer-events: none !important; z-index: -1 !important;
    transform: scale(0) !important; clip-path: inset(50%) !important; filter: opacity(0) }`,
  "moved away":
    `dialog { position: static !important; inset: auto !important; width: 1px !important;
    height: 1px !important; overflow: hidden !important; inset-inline-start: -9999px !important }
    [data-sdk-modal-container] { position: fixed !important; left: -9999px !important;
    width: 1px !important; zoom: 0.1 !important; rotate: 90deg; content-visibility: hidden }`,
  "other text": `html { font-size: 62.5%; direction: rtl; text-align: center }
    body { font: italic 900 9px/3 fantasy; color: red; text-transform: uppercase;
    letter-spacing: 4px; text-indent: 50px; word-break: break-all;
    -webkit-text-fill-color: transparent; text-shadow: 0 0 9px red; cursor: none }`,
};

Deno.test("stories: style sheets of the page change not a pixel", options, async () => {
  const context = await newContext();
  const page = await context.newPage();
  // What the page looks like shines through the corners: the scrim hides it.
  const plain = "[data-sdk-modal-container]::part(scrim) { background: #000; opacity: 1 }";
  for (const name of ["connect-known", "send-approval", "typed-order"]) {
    await open(page, name, { css: plain });
    const expected = await picture(page);
    for (const [attack, css] of Object.entries(attacks)) {
      await open(page, name, { css: `${css} ${plain}` });
      assertEquals(await picture(page), expected, `${name}: ${attack}`);
    }
  }
  await context.close();
});

/** A picture of the card as text that can be compared. */
async function picture(page: BasicPage): Promise<string> {
  await until(page, `${root}.querySelector(".wait") === null`);
  const path = await Deno.makeTempFile({ suffix: ".png" });
  await page.locator("[data-testid=sdk-card]").screenshot({ path });
  const bytes = await Deno.readFile(path);
  await Deno.remove(path);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16)).join("");
}

Deno.test(
  "stories: documented variables and text set on the attribute flow in",
  options,
  async () => {
    const context = await newContext();
    const page = await context.newPage();
    const css = `[data-sdk-modal-container] { --sdk-color-primary: oklch(0.6 0.2 30);
    --sdk-radius: 3px; font-size: 19px; letter-spacing: 1px }
    [data-sdk-modal-container]::part(origin) { text-decoration: underline }`;
    await open(page, "send-sponsored", { css, accent: "#0000ff" });
    const style = await page.evaluate<Record<string, string>>(`(() => {
    const confirm = getComputedStyle(${byId("sdk-confirm")});
    const view = getComputedStyle(${root}.querySelector(".root"));
    return { background: confirm.backgroundColor, radius: confirm.borderTopLeftRadius,
      size: view.fontSize, spacing: view.letterSpacing,
      origin: getComputedStyle(${byId("sdk-origin")}).textDecorationLine };
  })()`);
    assertEquals(style, {
      background: "oklch(0.6 0.2 30)",
      radius: "3px",
      size: "19px",
      spacing: "1px",
      origin: "underline",
    });
    await context.close();
  },
);

Deno.test("stories: the page is as it was, during and after", options, async () => {
  const context = await newContext();
  const page = await context.newPage();
  const outside =
    `JSON.stringify([...document.querySelectorAll("body, body *:not(dialog, dialog *)")]
    .map((e) => { const s = getComputedStyle(e); return [...s].map((k) => s[k]).join(); }))`;
  await open(page, "send-sponsored");
  const during = await page.evaluate<string>(outside);
  await page.locator("[data-testid=sdk-cancel]").click();
  await until(page, "document.documentElement.dataset.outcome");
  assertEquals(await page.evaluate<string>(outside), during);
  assertEquals(
    await page.evaluate(
      `[document.querySelector("dialog"), document.documentElement.style.length]`,
    ),
    [null, 0],
  );
  await context.close();
});

Deno.test("stories: by keyboard alone, and the focus stays inside", options, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  await open(page, "send-sponsored");
  const focused = () =>
    page.evaluate<string>(`(() => {
      const e = ${root}.activeElement;
      return e === null ? document.activeElement.tagName
        : e.dataset.testid ?? (e.matches("[data-title]") ? "title" : e.tagName);
    })()`);
  assertEquals(await focused(), "title");
  const seen: string[] = [];
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    seen.push(await focused());
  }
  for (const needed of ["sdk-close", "sdk-call", "sdk-cancel", "sdk-confirm"]) {
    assert(seen.includes(needed), `${needed} cannot be reached: ${seen}`);
  }
  assert(!seen.includes("BUTTON") && !seen.includes("A"), `the focus left: ${seen}`);
  await page.evaluate(`${byId("sdk-confirm")}.focus()`);
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 520))`);
  await page.keyboard.press("Enter");
  await until(page, `${byId("sdk-confirm")}.textContent.includes("passkey")`);
  await open(page, "send-own-fee");
  await page.keyboard.press("Escape");
  await until(page, "document.documentElement.dataset.outcome?.startsWith('rejected')");
  await context.close();
});

Deno.test("stories: Enter held down never confirms", options, async () => {
  const context = await newContext();
  const page = await context.newPage() as Page;
  await open(page, "send-sponsored");
  await page.evaluate(`${byId("sdk-confirm")}.focus()`);
  for (let i = 0; i < 40; i++) {
    await page.keyboard.down("Enter");
    await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 25))`);
  }
  assert(!await page.evaluate<boolean>(`${byId("sdk-confirm")}.textContent.includes("passkey")`));
  await page.keyboard.up("Enter");
  await page.keyboard.press("Enter");
  await until(page, `${byId("sdk-confirm")}.textContent.includes("passkey")`);
  await context.close();
});

Deno.test("stories: the system's scheme is followed while a dialog is open", options, async () => {
  const context = await newContext({ colorScheme: "light" });
  const page = await context.newPage() as Page;
  await open(page, "send-sponsored");
  const background = () =>
    page.evaluate<string>(`getComputedStyle(${byId("sdk-card")}).backgroundColor`);
  assertEquals(await background(), "oklch(1 0 0)");
  await page.emulateMedia({ colorScheme: "dark" });
  assertEquals(await background(), "oklch(0.205 0.014 275)");
  await context.close();
});

/** One story per screen, when it is ready. */
const ready = [
  "connect-new",
  "connect-known",
  "connect-unsupported",
  "name-free",
  "owners-add",
  "owners-confirm",
  "message-text",
  "typed-order",
  "send-fee-choice",
  "send-not-enough",
  "grant",
  "revoke",
  "status-done",
];

Deno.test(
  "stories: every screen can be gone through by keyboard, and left by Escape",
  options,
  async () => {
    await forEach(ready, {}, async (page, name) => {
      await open(page, name);
      await page.evaluate(`${root}.querySelector("[data-title]").focus()`);
      const seen = new Set<number>();
      // Each stop shows where it is.
      const stop = `(() => {
      const e = ${root}.activeElement;
      if (e === null || e.matches("[data-title]")) return -1;
      const ring = getComputedStyle(e);
      if (e.matches(":focus-visible") && ring.outlineStyle === "none" && !e.matches(".body")) {
        throw new Error("no ring: " + e.outerHTML.slice(0, 200));
      }
      return [...${root}.querySelectorAll("*")].indexOf(e);
    })()`;
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press("Tab");
        seen.add(await page.evaluate<number>(stop));
      }
      const missed = await page.evaluate<string[]>(`[...${root}.querySelectorAll("*")]
      .flatMap((e, index) => e.matches("button, input:not([type=radio]), summary, a[href]") &&
        e.checkVisibility() && !${JSON.stringify([...seen])}.includes(index)
        ? [e.outerHTML.slice(0, 160)] : [])`);
      assertEquals(missed, [], `${name}: not reached by Tab`);
      await page.keyboard.press("Escape");
      await until(page, "document.documentElement.dataset.outcome?.startsWith('rejected')");
    });
  },
);

Deno.test("stories: forced colours keep borders, words and the focus ring", options, async () => {
  await forEach(ready, { forcedColors: "active" }, async (page, name) => {
    await open(page, name);
    const bare = await page.evaluate<string[]>(`
      [...${root}.querySelectorAll(".card, .button, .choice, .icon-button, .note, .panel")]
        .filter((e) => e.checkVisibility() && parseFloat(getComputedStyle(e).borderTopWidth) < 1 &&
          !e.matches(".card *:not(.button, .choice, .icon-button, .note, .panel)"))
        .map((e) => e.className)`);
    // At this size the card keeps its border on all sides.
    assertEquals(bare, [], name);
    await page.keyboard.press("Tab");
    const ring = await page.evaluate<string>(`(() => {
      const e = ${root}.activeElement;
      return getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth;
    })()`);
    assertEquals(ring, "solid2px", name);
  });
});

Deno.test("stories: reduced motion moves nothing", options, async () => {
  await forEach([...ready, "send-loading", "send-busy"], {}, async (page, name) => {
    await open(page, name);
    const moving = await page.evaluate<string[]>(`document.querySelector("dialog")
      .getAnimations({ subtree: true })
      .concat([...${root}.querySelectorAll("*")].flatMap((e) => e.getAnimations()))
      .filter((a) => !(a.effect.target?.matches(".wait")) &&
        (a.effect.getComputedTiming().endTime > 20 || a.effect.getTiming().iterations !== 1))
      .map((a) => a.animationName ?? a.transitionProperty)`);
    assertEquals(moving, [], name);
  });
});

Deno.test("stories: nothing moves when what was loading is there", options, async () => {
  const arriving = names.filter((name) => name.endsWith("-arriving"));
  assertEquals(arriving.length, shownMethods.size);
  // In one page each: shifts are told to the page, not to a test.
  for (const name of arriving) {
    const context = await newContext();
    await context.addInitScript({
      content: `globalThis.shifts = [];
        new PerformanceObserver((list) => {
          if (document.documentElement.dataset.painted === undefined) return;
          for (const entry of list.getEntries()) shifts.push(entry.value + " " +
            entry.sources.map(({ previousRect: from, currentRect: to }) =>
              JSON.stringify([from, to])).join());
        }).observe({ type: "layout-shift", buffered: false });`,
    });
    const page = await context.newPage();
    await open(page, name);
    await page.evaluate(`new Promise((done) => setTimeout(done, 200))`);
    assertEquals(await page.evaluate("shifts"), [], name);
    await context.close();
  }
});

Deno.test("stories: huge requests stay quick", options, async () => {
  const context = await newContext();
  const page = await context.newPage();
  await open(page, "typed-huge");
  const rows = await page.evaluate<number>(`${root}.querySelectorAll(".node").length`);
  assert(rows < 100, `${rows} rows exist`);
  const frame = await page.evaluate<number>(`(async () => {
    const tree = ${byId("sdk-tree")};
    let worst = 0;
    for (let i = 0; i < 20; i++) {
      const from = performance.now();
      tree.scrollTop = tree.scrollHeight * i / 20;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      worst = Math.max(worst, performance.now() - from);
    }
    return worst;
  })()`);
  assert(frame < 250, `scrolling took ${frame} ms`);
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
  assertEquals(
    await page.evaluate(`${root}.querySelectorAll("[data-testid=sdk-call]").length`),
    200,
  );
  await context.close();
});

Deno.test("stories: end", options, async () => {
  await started.browser.close();
  await server.stop();
});
