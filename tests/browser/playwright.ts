/**
 * The part of playwright-core that the tests use. The package is fetched as a tool, apart from the
 * workspace, so its types are written here.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { drivenBrowser } from "./driven/browser.ts";
import { startFirefox } from "./driven/firefox.ts";
import { startWebKit } from "./driven/webkit.ts";
import { fontEnvironment } from "../../scripts/tools/fonts.ts";
import { locateOne, unpackChromium, versions } from "../../scripts/tools/mod.ts";

/** A Chromium. */
export interface Browser {
  newContext(options?: Record<string, unknown>): Promise<BrowserContext>;
  close(): Promise<void>;
  version(): string;
}

/** A fresh profile. */
export interface BrowserContext {
  newPage(): Promise<Page>;
  pages(): Page[];
  addInitScript(script: string | { content: string }): Promise<void>;
  route(url: string | RegExp, handler: (route: Route) => unknown): Promise<void>;
  unroute(url: string | RegExp): Promise<void>;
  unrouteAll(options: { readonly behavior: "ignoreErrors" }): Promise<void>;
  newCDPSession(page: Page): Promise<CdpSession>;
  on(event: "page", listener: (page: Page) => void): void;
  on(event: "request", listener: (request: PageRequest) => void): void;
  setOffline(offline: boolean): Promise<void>;
  grantPermissions(names: string[], options: { origin: string }): Promise<void>;
  close(): Promise<void>;
}

/** A request of a page. */
export interface PageRequest {
  url(): string;
  method(): string;
  postData(): string | null;
  headers(): Record<string, string>;
  frame(): { page(): Page };
}

/** An intercepted request. */
export interface Route {
  request(): PageRequest;
  /** Fetches the requested resource, from elsewhere if a URL is given. */
  fetch(options?: { url?: string; headers?: Record<string, string> }): Promise<{
    headers(): Record<string, string>;
    text(): Promise<string>;
  }>;
  fulfill(response: { status?: number; headers?: Record<string, string>; body?: string }): Promise<
    void
  >;
  abort(code?: string): Promise<void>;
  continue(): Promise<void>;
}

/** A session of the DevTools protocol. */
export interface CdpSession {
  send(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  on(event: string, listener: (payload: Record<string, unknown>) => void): void;
}

/** Something on a page. */
export interface Locator {
  click(options?: Record<string, unknown>): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  focus(): Promise<void>;
  waitFor(
    options?: { state?: "visible" | "hidden" | "attached" | "detached"; timeout?: number },
  ): Promise<void>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  isVisible(): Promise<boolean>;
  isEnabled(): Promise<boolean>;
  getAttribute(name: string): Promise<string | null>;
  count(): Promise<number>;
  inputValue(): Promise<string>;
  selectOption(value: string): Promise<string[]>;
  setInputFiles(path: string): Promise<void>;
  first(): Locator;
  locator(selector: string): Locator;
  boundingBox(): Promise<{ x: number; y: number; width: number; height: number } | null>;
  screenshot(options: { path: string }): Promise<unknown>;
}

/** A separate document within a page; the first frame of a page is the page itself. */
export interface Frame {
  url(): string;
  getByTestId(id: string): Locator;
  locator(selector: string): Locator;
  evaluate<T>(script: string): Promise<T>;
  waitForFunction(script: string, arg?: unknown, options?: { timeout?: number }): Promise<unknown>;
}

/** The content of a frame. */
export interface FrameLocator {
  getByTestId(id: string): Locator;
  locator(selector: string): Locator;
}

/** A file that a page saved. */
export interface Download {
  /** Path of its copy on this machine. */
  path(): Promise<string>;
  /** Name that the page proposed. */
  suggestedFilename(): string;
}

/** A tab or a popup. */
export interface Page {
  frames(): Frame[];
  goto(url: string): Promise<unknown>;
  goBack(): Promise<unknown>;
  reload(): Promise<unknown>;
  waitForLoadState(state: "networkidle"): Promise<void>;
  close(): Promise<void>;
  isClosed(): boolean;
  url(): string;
  title(): Promise<string>;
  getByTestId(id: string): Locator;
  locator(selector: string): Locator;
  frameLocator(selector: string): FrameLocator;
  evaluate<T>(script: string): Promise<T>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  waitForEvent(
    event: "popup" | "close" | "crash" | "download",
    options?: { timeout?: number },
  ): Promise<Page & Partial<Download>>;
  waitForFunction(script: string, arg?: unknown, options?: { timeout?: number }): Promise<unknown>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  on(event: "console", listener: (message: { type(): string; text(): string }) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  on(event: "popup", listener: (page: Page) => void): void;
  on(event: "close", listener: () => void): void;
  bringToFront(): Promise<void>;
  mouse: {
    move(x: number, y: number): Promise<void>;
    click(x: number, y: number): Promise<void>;
    down(): Promise<void>;
    up(): Promise<void>;
  };
  keyboard: {
    press(key: string): Promise<void>;
    type(text: string): Promise<void>;
    down(key: string): Promise<void>;
    up(key: string): Promise<void>;
  };
  setDefaultTimeout(ms: number): void;
}

interface Playwright {
  readonly chromium: {
    launch(options: Record<string, unknown>): Promise<Browser>;
    launchPersistentContext(
      folder: string,
      options: Record<string, unknown>,
    ): Promise<BrowserContext>;
  };
}

/** Folder of installed browsers. */
const installed = [
  Deno.env.get("CHROME_PATH"),
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** A started browser. */
export interface Started {
  readonly browser: Browser;
}

/**
 * Starts an installed Chromium or Chrome, otherwise the one inside of an npm package (Linux).
 *
 * @param more further arguments of Chromium
 * @param env further names of its environment
 */
export async function startBrowser(
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const wanted = Deno.env.get("TEST_BROWSER");
  if (wanted === "firefox") {
    return { browser: drivenBrowser("Firefox", startFirefox) };
  }
  if (wanted === "webkit") return { browser: drivenBrowser("WebKit", startWebKit) };
  const { chromium, options } = await findBrowser();
  const args = [...options.args, ...more];
  const launched = { ...options, args, env: { ...options.env, ...env } };
  return { browser: await chromium.launch(launched) };
}

/** Starts it with a profile stored in a folder; closing the context closes it. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const { chromium, options } = await findBrowser();
  return await chromium.launchPersistentContext(folder, options);
}

/** Starts it on a profile with extensions from folders. */
export async function openWithExtensions(
  folder: string,
  extensions: readonly string[],
): Promise<BrowserContext> {
  const { chromium, options } = await findBrowser();
  const list = extensions.join(",");
  // A later list of features would replace the one before.
  const args = options.args.map((arg) =>
    arg.startsWith("--disable-features=") ? `${arg},DisableLoadExtensionCommandLineSwitch` : arg
  );
  return await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--load-extension=${list}`, `--disable-extensions-except=${list}`],
    ignoreDefaultArgs: [...options.ignoreDefaultArgs, "--disable-extensions"],
    viewport: { width: 1000, height: 760 },
  });
}

/** The program of an installed Chromium, else of the packaged one. */
export async function browserProgram(): Promise<{
  readonly executablePath: string;
  readonly args: readonly string[];
  /** Additions to its environment. */
  readonly env: Readonly<Record<string, string>>;
}> {
  // TEST_BROWSER=packaged shows that the tests run where no browser is installed.
  const path = Deno.env.get("TEST_BROWSER") === "packaged" ? undefined : await firstFile(installed);
  if (path !== undefined) return { executablePath: path, args: [], env: {} };
  const { libraries, ...packaged } = await unpackChromium();
  const env: Record<string, string> = libraries === null ? {} : { LD_LIBRARY_PATH: libraries };
  return { ...packaged, env };
}

async function findBrowser() {
  const entry = await locateOne(`${versions.playwright}/index.mjs`);
  const { chromium } = await import(pathToFileURL(entry).href) as Playwright;
  const { executablePath, args, env } = await browserProgram();
  // Made for short-lived functions, the package requests a single process; several profiles need
  // more. Without web security, requests have no origin.
  const wanted = args.filter((arg) =>
    !/^--(single-process|no-zygote|headless|disable-web-security)/.test(arg)
  );
  const features = await disabledFeatures(dirname(entry));
  const options = {
    executablePath,
    headless: true,
    env: { ...Deno.env.toObject(), ...await fontEnvironment(), ...env },
    args: [
      ...wanted,
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--site-per-process",
      `--disable-features=${features.filter((name) => !wantedFeatures.includes(name)).join(",")}`,
    ],
    // Playwright disables features by default that real users have.
    ignoreDefaultArgs: [
      "--disable-popup-blocking",
      "--hide-scrollbars",
      `--disable-features=${features.join(",")}`,
    ],
  };
  return { chromium, options };
}

/** Features that Playwright disables and real users have. */
const wantedFeatures = ["ThirdPartyStoragePartitioning"];

/** The features that this version of Playwright disables; it only accepts the complete list. */
async function disabledFeatures(folder: string): Promise<string[]> {
  const text = await Deno.readTextFile(join(folder, "lib", "coreBundle.js"));
  const [, list = ""] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(text) ?? [];
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name!);
  const missing = wantedFeatures.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Playwright no longer names ${missing.join(", ")}`);
  return names;
}

async function firstFile(paths: readonly (string | undefined)[]): Promise<string | undefined> {
  for (const path of paths) {
    if (path === undefined) continue;
    const found = await Deno.stat(path).then((info) => info.isFile, () => false);
    if (found) return path;
  }
}
