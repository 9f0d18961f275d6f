/** Runs examples in a browser, for a user who approves. @module */
import type { Address } from "../../core/lib/hex.ts";
import { givePasskeys } from "../../core/virtual/mod.ts";
import { buildCdn } from "../../scripts/npm/cdn.ts";
import { buildPage, servePage } from "../../scripts/stack/pages.ts";
import { PATIENCE_MS } from "../../scripts/stack/patience.ts";
import { type BrowserContext, type Page, startBrowser } from "../browser/playwright.ts";
import type { World } from "./world.ts";

/** Buttons that a user presses who approves, in the order of looking. */
const buttons = ["sdk-create", "sdk-claim", "sdk-confirm", "sdk-done"];

/** Milliseconds between polls of the dialogs. */
const LOOK_MS = 100;

/** Milliseconds after which a button counts as missing. */
const PRESS_MS = 1_000;

/** A visit to an example. */
export interface Visit extends AsyncDisposable {
  /** The page. */
  readonly page: Page;
  /** The profile. */
  readonly context: BrowserContext;
  /** Errors that the page threw. */
  readonly problems: readonly string[];
  /** Lets the user answer dialogs from now on. */
  approve(): void;
  /** Runs the example in a click, and returns its driver's result. */
  run<T>(): Promise<T>;
  /** Presses a button of the page. */
  click(text: string): Promise<void>;
  /** Waits until an element has a text. */
  shows(selector: string, pattern: RegExp): Promise<void>;
}

/** A browser with the pages of the examples. */
export interface Pages extends AsyncDisposable {
  /** Opens the page of an example, or a separate page. */
  visit(name: string, html?: string): Promise<Visit>;
}

/** Starts a browser, and serves the pages of the modules below a folder. */
export async function openPages(world: World, entry: string): Promise<Pages> {
  const [files, cdn, { browser }] = await Promise.all([
    buildPage({ folder: "tests/documents/page", entry, split: true }),
    buildCdn(),
    startBrowser(),
  ]);
  let html: string | null = null;
  const pages = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, serve);
  const origin = `http://localhost:${pages.addr.port}`;
  return {
    async visit(name, own) {
      html = own ?? null;
      const context = await browser.newContext({ viewport: { width: 1000, height: 760 } });
      await givePasskeys(context, world.stack.browserServerUrl);
      await routeNetwork(context, world);
      fundAccounts(context, world);
      const problems: string[] = [];
      context.on("page", (page) => {
        page.setDefaultTimeout(PATIENCE_MS);
        page.on("pageerror", ({ message }) => problems.push(message));
      });
      const page = await context.newPage();
      await page.goto(`${origin}/?key=${world.apiKey}#${encodeURIComponent(name)}`);
      return visitOf(page, context, problems);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await pages.shutdown();
    },
  };

  async function serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const file = cdn.get(pathname.replace("/cdn/", ""));
    if (file !== undefined) {
      return new Response(Uint8Array.from(file), {
        headers: { "content-type": "text/javascript; charset=utf-8" },
      });
    }
    if (pathname === "/" && html !== null) {
      const headers = { "content-type": "text/html; charset=utf-8" };
      return new Response(`<!doctype html>\n${html}`, { headers });
    }
    return await servePage(files)(request);
  }
}

/** Sends new accounts ether, as soon as the service is notified of them. */
function fundAccounts(context: BrowserContext, { base, ethereum }: World): void {
  const told = /"acct_putCredential"[\s\S]*?"address":"(0x[0-9a-fA-F]{40})"/;
  context.on("request", (request) => {
    const [, account] = told.exec(request.postData() ?? "") ?? [];
    if (account === undefined) return;
    for (const chain of [base, ethereum]) chain.fund(account as Address, 10n ** 18n);
  });
}

/** Leads Base's own node to the one of this machine, and the web nowhere. */
async function routeNetwork(context: BrowserContext, { base }: World): Promise<void> {
  const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
  await context.route(/^https:\/\/mainnet\.base\.org\//, async (route) => {
    const body = route.request().postData();
    if (body === null) return await route.fulfill({ status: 204, headers });
    const answer = await fetch(base.rpcUrl, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  await context.route(/^https:\/\/shop\.example\//, (route) => route.abort());
}

function visitOf(page: Page, context: BrowserContext, problems: readonly string[]): Visit {
  let approving: Promise<void> | undefined;
  let stop = false;
  return {
    page,
    context,
    problems,
    approve() {
      approving ??= answerDialogs(context, () => stop);
    },
    async run<T>() {
      await page.locator("#run").click();
      const done = "document.getElementById('result').textContent";
      await page.waitForFunction(`${done} !== ""`, undefined, { timeout: PATIENCE_MS });
      const { result, error } = JSON.parse(await page.evaluate<string>(done));
      if (error !== undefined) throw new Error(error);
      return result as T;
    },
    click: (text) => page.locator(`button:has-text("${text}")`).click(),
    async shows(selector, pattern) {
      const read = `document.querySelector(${JSON.stringify(selector)})?.textContent ?? ""`;
      try {
        await page.waitForFunction(`${pattern}.test(${read})`, undefined, { timeout: PATIENCE_MS });
      } catch (error) {
        const text = await page.evaluate<string>(read);
        throw new Error(`${selector} says ${text}`, { cause: error });
      }
    },
    async [Symbol.asyncDispose]() {
      stop = true;
      await approving;
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

/** Clicks the approving button of every dialog. */
async function answerDialogs(context: BrowserContext, ended: () => boolean): Promise<void> {
  let names = 0;
  while (!ended()) {
    for (const page of context.pages()) {
      // Dialogs and windows can close at any time; the next poll handles the open ones.
      const gone = () => {};
      const label = page.locator("[data-testid=sdk-label]");
      if (await label.count().catch(() => 0) > 0 && await label.inputValue().catch(gone) === "") {
        await label.fill(`name${names++}${crypto.randomUUID().slice(0, 8)}`).catch(gone);
      }
      for (const id of buttons) {
        const button = page.locator(`[data-testid=${id}]:not([aria-disabled])`);
        // A dialog that first has more to show is clicked again.
        if (await button.count().catch(() => 0) > 0) {
          await button.click({ timeout: PRESS_MS }).catch(gone);
        }
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
