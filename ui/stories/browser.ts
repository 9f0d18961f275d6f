/** What the tests of the stories share: a browser, the stories served, and ways to look at them. @module */
import {
  type BrowserContext,
  type Page as BasicPage,
  startBrowser,
  type Started,
} from "../../tests/browser/playwright.ts";
import { until as holds } from "../../scripts/stack/patience.ts";
import { serveStories, type StoryServer } from "./serve.ts";

/** What these tests need beyond the rest. */
export interface Page extends BasicPage {
  emulateMedia(options: Record<string, string>): Promise<void>;
  keyboard: BasicPage["keyboard"] & {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
}

/** Options of the tests: browser and server outlive each of them. */
export const options = { sanitizeOps: false, sanitizeResources: false };
/** All combinations take a while: without `REQUIRE_ALL=1` the first of each kind stands for all. */
export const first = { ...options, ignore: false };
/** The others of a kind. */
export const others = { ...options, ignore: Deno.env.get("REQUIRE_ALL") !== "1" };
/** Whether it is WebKitGTK, which does not tell what pages log. */
export const inWebKit: boolean = Deno.env.get("TEST_BROWSER") === "webkit";
/** What WebKitGTK does not have, or not while it runs: there the test is shown as ignored. */
export const notInWebKit = { ...options, ignore: inWebKit };

/** The dialog's shadow root, as an expression of the page. */
export const root = `document.querySelector("[data-sdk-modal-container]").shadowRoot`;
/** An element of it by its test id. */
export const byId = (testid: string): string => `${root}.querySelector("[data-testid=${testid}]")`;

let started: Started;
let server: StoryServer;

/** Starts browser and server; to be ended with {@linkcode stop}. */
export async function start(): Promise<void> {
  [started, server] = await Promise.all([startBrowser(), serveStories()]);
}

/** Ends them. */
export async function stop(): Promise<void> {
  await started.browser.close();
  await server.stop();
}

/** A fresh profile. */
export function newContext(more: Record<string, unknown> = {}): Promise<BrowserContext> {
  return started.browser.newContext({
    viewport: { width: 560, height: 860 },
    reducedMotion: "reduce",
    ...more,
  });
}

/** Waits for an expression; Playwright's own way needs `eval`, which the pages' policy refuses. */
export async function until(page: BasicPage, expression: string): Promise<void> {
  await holds(expression, () => page.evaluate<boolean>(`Boolean(${expression})`), 15);
}

/** Opens a story in a page; `css` is the page's own style sheet. */
export async function open(
  page: BasicPage,
  name: string,
  { css, ...query }: Record<string, string> = {},
): Promise<void> {
  const fragment = `#${new URLSearchParams({ story: name, fast: "", ...query })}`;
  const base = `${server.url}/${css === undefined ? "" : `?${new URLSearchParams({ css })}`}`;
  const [before] = page.url().split("#");
  if (before === base) await page.evaluate(`void (location.hash = ${JSON.stringify(fragment)})`);
  else await page.goto(base + fragment);
  const ready = `document.documentElement.dataset.ready === ${JSON.stringify(fragment)}`;
  await until(page, ready);
}

/** Runs something for each value, four at a time, each worker with a page of its own. */
export async function forEach<T>(
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

/** One story per screen, when it is ready. */
export const ready: readonly string[] = [
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
  "send-too-much",
  "grant",
  "revoke",
  "status-done",
];
