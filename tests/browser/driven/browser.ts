/**
 * A driven browser with the used part of Playwright's interface; other members throw. Each context
 * is a separate browser, and runs one command at a time.
 *
 * @module
 */
import { PATIENCE_MS } from "../../../scripts/stack/patience.ts";
import type { Browser, BrowserContext, Locator, Page } from "../playwright.ts";
import { type Driver, elementId, type Look } from "./driver.ts";
import { keyValue } from "./keys.ts";

/** How long is waited for something on a page. */
/** How often is looked. */
const LOOK_EVERY_MS = 25;

/** Interval of requests for errors. */
const TELL_EVERY_MS = 200;

/** A context and its driver. */
export interface DrivenContext<D extends Driver> extends BrowserContext {
  readonly driver: D;
}

/** A browser with driven contexts. */
export interface DrivenBrowser<D extends Driver> extends Browser {
  newContext(look?: Look): Promise<DrivenContext<D>>;
}

/** Creates a browser from a function that starts a driver. */
export function drivenBrowser<D extends Driver>(
  name: string,
  startDriver: (look: Look) => Promise<D>,
): DrivenBrowser<D> {
  const contexts = new Set<DrivenContext<D>>();
  return {
    version: () => name,
    async newContext(look = {}) {
      const context = await contextOf(await startDriver(look), () => contexts.delete(context));
      contexts.add(context);
      return context;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

/** A context's record of a window. */
interface Tab {
  readonly handle: string;
  url: string;
  closed: boolean;
  page: Page;
}

async function contextOf<D extends Driver>(
  driver: D,
  onClose: () => void,
): Promise<DrivenContext<D>> {
  const tabs: Tab[] = [];
  let current = "";
  let last: Promise<unknown> = Promise.resolve();
  let ended = false;
  const heard: ((error: string) => void)[] = [];
  let heardAt = 0;

  /** Switches to an existing window if the last one is closed. */
  const settle = async () => {
    const handles = await driver.send("GetWindowHandles") as string[];
    if (handles.includes(current)) return;
    [current] = handles as [string];
    await driver.send("SwitchToWindow", { handle: current });
  };

  /** Reports errors, at intervals and at the end. */
  const tell = async () => {
    heardAt = Date.now();
    await settle();
    // The window may close during the request; the errors are from the complete browser.
    const take = driver.takeErrors!;
    const errors = await take().catch(() => settle().then(take));
    for (const error of errors) for (const listener of heard) listener(error);
  };

  /** Does something in a tab, after everything before it. */
  const inTab = <T>(tab: Tab | null, run: () => Promise<T>): Promise<T> => {
    const next = last.catch(() => {}).then(async () => {
      if (tab !== null && tab.handle !== current) {
        await driver.send("SwitchToWindow", { handle: tab.handle });
        current = tab.handle;
      }
      const result = await run();
      if (heard.length > 0 && Date.now() - heardAt > TELL_EVERY_MS) await tell();
      return result;
    });
    last = next;
    return next;
  };

  /** Reads the list of windows. */
  const look = () =>
    inTab(null, async () => {
      const handles = await driver.send("GetWindowHandles") as string[];
      for (const tab of tabs) tab.closed ||= !handles.includes(tab.handle);
      for (const handle of handles) {
        if (!tabs.some((tab) => tab.handle === handle)) addTab(handle);
      }
    });

  const addTab = (handle: string): Tab => {
    const tab: Tab = { handle, url: "about:blank", closed: false, page: null! };
    tab.page = pageOf({ driver, tab, tabs, inTab, look, onError });
    tabs.push(tab);
    for (const listener of opened) listener(tab.page);
    return tab;
  };

  const opened: ((page: Page) => void)[] = [];
  // An error is reported once, for any page.
  const onError = (listener: (error: string) => void) => {
    if (driver.takeErrors === null) throw new Error("This browser keeps errors to itself.");
    if (heard.length === 0) heard.push(listener);
  };
  current = await driver.send("GetWindowHandle") as string;
  let unused: Tab | null = addTab(current);
  return only<DrivenContext<D>>({
    driver,
    async newPage() {
      if (unused === null) {
        await inTab(null, async () => {
          await settle();
          const { handle } = await driver.send("NewWindow", { type: "window" }) as {
            handle: string;
          };
          unused = addTab(handle);
        });
      }
      const { page } = unused!;
      unused = null;
      return page;
    },
    pages: () => tabs.filter(({ closed }) => !closed).map(({ page }) => page),
    on(event: string, listener: unknown) {
      if (event !== "page") {
        throw new Error(`A driven browser does not support the event ${event}.`);
      }
      opened.push(listener as (page: Page) => void);
      for (const { page } of tabs) opened.at(-1)!(page);
    },
    async close() {
      if (ended) return;
      ended = true;
      onClose();
      await last.catch(() => {});
      if (heard.length > 0) await tell();
      await driver.close();
    },
  });
}

/** Parts of a page. */
interface PageParts {
  readonly driver: Driver;
  readonly tab: Tab;
  readonly tabs: Tab[];
  inTab<T>(tab: Tab | null, run: () => Promise<T>): Promise<T>;
  look(): Promise<void>;
  onError(listener: (error: string) => void): void;
}

function pageOf({ driver, tab, tabs, inTab, look, onError }: PageParts): Page {
  let patience = PATIENCE_MS;
  // Scripts run separately from the page's scripts, with their own global object, but their stored
  // values belong to the page.
  const run = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1];
      (async (globalThis, ...args) => { ${body} })(window, ...[...arguments].slice(0, -1)).then(
        (value) => done({ value }),
        (error) => done({ error: String(error) + "\\n" + error?.stack }));`;
    const ask = () => inTab(tab, () => driver.send("ExecuteAsyncScript", { script, args }));
    // A document that is being replaced returns no answer at all.
    const answer = await ask() ?? await ask();
    const { value, error } = answer as { value: T; error?: string };
    if (error !== undefined) throw new Error(error);
    return value;
  };
  const until = async <T>(what: string, ask: () => Promise<T | null>, ms = patience) => {
    for (let left = ms;; left -= LOOK_EVERY_MS) {
      const found = await ask();
      if (found !== null) return found;
      if (left <= 0) throw new Error(`${what}: not within ${ms} ms, at ${tab.url}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const press = (...actions: { type: "keyDown" | "keyUp"; value: string }[]) =>
    inTab(tab, async () => {
      await driver.send("PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] });
      if (actions.some(({ value }) => value === keyValue("Tab"))) await driver.returnFocus();
    });

  /**
   * The elements matched by a Playwright selector, including those in shadow roots, as source for
   * the page.
   */
  const all = `const below = (root, css) => [...root.querySelectorAll(css),
      ...[...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? below(e.shadowRoot, css) : [])];
    const find = (selector, roots) => {
      const nth = /^(.*) >> nth=(\\d+)$/.exec(selector);
      if (nth) return find(nth[1], roots).slice(nth[2], Number(nth[2]) + 1);
      const text = /^(.*?):has-text\\((["'])(.*?)\\2\\)(.*)$/.exec(selector);
      if (!text) return roots.flatMap((root) => below(root, selector));
      const found = find(text[1], roots).filter((e) => e.textContent.includes(text[3]));
      return text[4].trim() ? find(text[4].trim(), found) : found;
    };
    const found = find(args[0], [document]);`;
  const locatorOf = (selector: string): Locator => {
    const of = <T>(body: string) =>
      until(
        selector,
        () => run<T | null>(`${all} const e = found[0]; if (!e) return null; ${body}`, selector),
      );
    const element = () =>
      until(selector, async () => {
        const script = `${all} return found.find((e) => e.checkVisibility()) ?? null;`;
        return elementId(await run(script, selector));
      });
    return only<Locator>({
      count: () => run(`${all} return found.length;`, selector),
      isVisible: () => run(`${all} return Boolean(found[0]?.checkVisibility());`, selector),
      innerText: () => of<string>("return e.innerText;"),
      textContent: () => of<string>("return e.textContent;"),
      inputValue: () => of<string>("return e.value;"),
      getAttribute: async (name) =>
        (await run<{ of: string | null }>(
          `${all} return { of: found[0]?.getAttribute(args[1]) ?? null };`,
          selector,
          name,
        )).of,
      focus: async () => void await of("e.focus(); return true;"),
      first: () => locatorOf(selector),
      async waitFor({ state = "visible", timeout = patience } = {}) {
        const script = {
          visible: "return found.some((e) => e.checkVisibility()) || null;",
          hidden: "return found.every((e) => !e.checkVisibility()) || null;",
          attached: "return found.length > 0 || null;",
          detached: "return found.length === 0 || null;",
        }[state];
        await until(`${selector} ${state}`, () => run(`${all} ${script}`, selector), timeout);
      },
      async click() {
        // An element that still moves, or is covered for a moment, is tried again.
        let tried = false;
        await until(`${selector} to click`, async () => {
          const id = await element().catch((error) => {
            if (tried && /discarded/.test(String(error))) return null;
            throw error;
          });
          if (id === null) return true;
          tried = true;
          return await inTab(tab, () => driver.send("ElementClick", { id })).then(
            () => true,
            (error) => {
              // The click closed the window that it was in.
              if (/discarded/.test(String(error))) return true;
              if (/intercepted|not interactable|stale/i.test(String(error))) return null;
              throw error;
            },
          );
        });
      },
      async fill(text) {
        const id = await element();
        await inTab(tab, async () => {
          await driver.send("ElementClear", { id });
          await driver.send("ElementSendKeys", { id, text });
        });
      },
      async screenshot({ path }) {
        const id = await element();
        const image = await inTab(tab, () => driver.send("TakeScreenshot", { id, full: false }));
        await Deno.writeFile(path, Uint8Array.fromBase64(image as string));
      },
      async press(key) {
        const id = await element();
        await inTab(tab, () => driver.send("ElementSendKeys", { id, text: keyValue(key) }));
      },
    });
  };

  const page: Page = only<Page>({
    on(event: string, listener: unknown) {
      if (event === "pageerror") return;
      if (event !== "console") {
        throw new Error(`A driven browser does not support the event ${event}.`);
      }
      // Exceptions arrive in the same way.
      onError((text) =>
        (listener as (message: { type(): string; text(): string }) => void)({
          type: () => "error",
          text: () => text,
        })
      );
    },
    url: () => tab.url,
    isClosed: () => tab.closed,
    setDefaultTimeout: (ms) => void (patience = ms),
    async goto(url) {
      await run("globalThis.isLeft = true;");
      await inTab(tab, () => driver.send("Navigate", { url }));
      tab.url = url;
      // The previous document may still be present.
      await until(`a document at ${url}`, () => run("return globalThis.isLeft ? null : true;"));
    },
    reload: () => inTab(tab, () => driver.send("Refresh")),
    async close() {
      tab.closed = true;
      await inTab(tab, () => driver.send("CloseWindow"));
    },
    bringToFront: () => inTab(tab, async () => {}),
    evaluate: <T>(script: string) =>
      run<T>(isExpression(script) ? `return (${script}\n);` : script),
    getByTestId: (id) => locatorOf(`[data-testid="${id}"]`),
    locator: locatorOf,
    async waitForFunction(script, _arg, { timeout = patience } = {}) {
      await until(script, () => run(`return Boolean(${script}) || null;`), timeout);
    },
    async waitForEvent(event, { timeout = patience } = {}) {
      if (event === "close") {
        return await until("the end of a window", async () => {
          await look();
          return tab.closed ? page : null;
        }, timeout);
      }
      const before = tabs.length;
      return await until("another window", async () => {
        await look();
        return tabs[before]?.page ?? null;
      }, timeout);
    },
    async screenshot({ path }) {
      const image = await inTab(tab, () => driver.send("TakeScreenshot", { full: false }));
      await Deno.writeFile(path, Uint8Array.fromBase64(image as string));
    },
    setViewportSize: (size) => inTab(tab, () => driver.resize(size)),
    keyboard: {
      press: async (key: string) => {
        const value = keyValue(key);
        await press({ type: "keyDown", value }, { type: "keyUp", value });
      },
      down: (key: string) => press({ type: "keyDown", value: keyValue(key) }),
      up: (key: string) => press({ type: "keyUp", value: keyValue(key) }),
      type: async (text: string) => {
        await press(
          ...[...text].flatMap((value) =>
            (["keyDown", "keyUp"] as const).map((type) => ({ type, value }))
          ),
        );
      },
    },
    emulateMedia: ({ colorScheme }: { colorScheme: string }) =>
      inTab(null, () => driver.setScheme(colorScheme)),
  } as Partial<Page>);
  return page;
}

/** Returns true if a script is a single expression, so that it has a value. */
function isExpression(script: string): boolean {
  try {
    new Function(`return (${script}\n);`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Implements some members of an interface; the others throw, so that no test passes without effect.
 */
function only<T extends object>(parts: Partial<T>): T {
  return new Proxy(parts, {
    get(target, name) {
      // Promises require it.
      if (name in target || name === "then" || typeof name === "symbol") {
        return Reflect.get(target, name);
      }
      throw new Error(`A driven browser has no ${name}.`);
    },
  }) as T;
}
