/** Browser, server and helpers of the stories' tests. @module */
import {
  type BrowserContext,
  type Page as BasicPage,
  startBrowser,
  type Started,
} from "../../tests/browser/playwright.ts";
import { PATIENCE_MS, until as holds } from "../../scripts/stack/patience.ts";
import { serveStories, type StoryServer } from "./serve.ts";

/** Page with the methods that these tests need. */
export interface Page extends BasicPage {
  addInitScript(script: { content: string }): Promise<void>;
  emulateMedia(options: Record<string, string>): Promise<void>;
  keyboard: BasicPage["keyboard"] & {
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
}

/** Options of the tests: browser and server outlive each test. */
export const options = { sanitizeOps: false, sanitizeResources: false };
/**
 * True to show every story in every look and size: `FULL_MATRIX=1`, set by `deno task test all`.
 * Otherwise the first look shows each story, and the others show the stories of {@linkcode ready}.
 */
export const fullMatrix: boolean = Deno.env.get("FULL_MATRIX") === "1";
/** True in WebKitGTK, which does not report console messages. */
export const inWebKit: boolean = Deno.env.get("TEST_BROWSER") === "webkit";
/** Options of tests that WebKitGTK cannot run; they are reported as ignored. */
export const notInWebKit = { ...options, ignore: inWebKit };

/** Expression of the dialog's shadow root. */
export const root = `document.querySelector("[data-sdk-modal-container]").shadowRoot`;
/** Returns an expression of an element of the dialog, by its test id. */
export const byId = (testid: string): string => `${root}.querySelector("[data-testid=${testid}]")`;

let starting: Promise<readonly [Started, StoryServer]> | undefined;

/** Starts browser and server once. */
function start(): Promise<readonly [Started, StoryServer]> {
  return starting ??= Promise.all([startBrowser(), serveStories()]);
}

// Runs after the last test of a file, or of all files in one process.
Deno.test.afterAll(async () => {
  if (starting === undefined) return;
  const [{ browser }, server] = await starting;
  await browser.close();
  await server.stop();
});

/** Opens a fresh profile. */
export async function newContext(more: Record<string, unknown> = {}): Promise<BrowserContext> {
  const [{ browser }] = await start();
  return await browser.newContext({
    viewport: { width: 560, height: 860 },
    reducedMotion: "reduce",
    ...more,
  });
}

/**
 * Waits for an expression; Playwright's own function needs `eval`, which the pages' policy blocks.
 */
export async function until(
  page: BasicPage,
  expression: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  await holds(expression, () => page.evaluate<boolean>(`Boolean(${expression})`), 15, patienceMs);
}

/** Opens a story in a page; `css` is the page's own style sheet. */
export async function open(
  page: BasicPage,
  name: string,
  { css, ...query }: Record<string, string> = {},
): Promise<void> {
  const fragment = `#${new URLSearchParams({ story: name, fast: "", ...query })}`;
  const [, server] = await start();
  const base = `${server.url}/${css === undefined ? "" : `?${new URLSearchParams({ css })}`}`;
  const [before] = page.url().split("#");
  if (before === base) await page.evaluate(`void (location.hash = ${JSON.stringify(fragment)})`);
  else await page.goto(base + fragment);
  const ready = `document.documentElement.dataset.ready === ${JSON.stringify(fragment)}`;
  // A walk has several hundred changes, with several frames each.
  await until(page, ready, "walk" in query ? 10 * PATIENCE_MS : PATIENCE_MS);
}

/** Runs a function for each value, four concurrently, each with its own page. */
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

/** Stories that show every screen in its ready state. */
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
  "upgrade",
  "account-arriving",
  "token-other",
  "status-done",
];
