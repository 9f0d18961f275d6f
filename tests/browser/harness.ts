/** Shared by browser tests: one stack, one browser, a fresh context per test. @module */
import { press as pressButton } from "../../core/virtual/press.ts";
import { serveHost } from "../../host/mod.ts";
import {
  buildPage,
  demoPage,
  hostPage,
  type PageFiles,
  servePage,
} from "../../scripts/stack/pages.ts";
import { PATIENCE_MS, until } from "../../scripts/stack/patience.ts";
import { demoConfig } from "../../scripts/stack/demo_config.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { firefoxPasskeys, inFirefox, notIn } from "./driven/passkeys.ts";
import { vapidKeys } from "../stack/recovery/push_receiver.ts";
import { servedWords } from "./garden.ts";
import { givePasskeys, type VirtualPasskeys } from "../../core/virtual/passkeys.ts";
import {
  type BrowserContext,
  type FrameLocator,
  type Page,
  startBrowser,
  type Started,
} from "./playwright.ts";

/** A dApp with a provider, as returned by {@linkcode openApp}. */
export interface App {
  readonly page: Page;
  /** Sends a request in a click, without waiting for the answer. Returns its position. */
  send(method: string, params?: unknown): Promise<number>;
  /** The answer at a position, once it arrives. */
  answer<T = unknown>(position: number): Promise<Answer<T>>;
  /** Sends and waits. */
  ask<T = unknown>(method: string, params?: unknown): Promise<Answer<T>>;
}

/** An answer. */
export interface Answer<T> {
  readonly result?: T;
  readonly error?: { code: number; message: string; data: { cause: string; field?: string } };
}

/** A user with a browser profile. */
export interface User extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly passkeys: VirtualPasskeys;
  /** POSTs to the service so far. */
  readonly posts: { readonly url: string; readonly methods: readonly string[] }[];
  /** Errors that pages threw or logged. */
  readonly problems: string[];
}

/** Options of each test: resources started by {@linkcode getWorld} outlive it. */
export const options = { sanitizeOps: false, sanitizeResources: false };

const SHOTS = new URL("../shots/", import.meta.url);

/** Everything that the tests share; it is started once and runs until the process exits. */
export interface World {
  readonly stack: Stack;
  readonly started: Started;
  readonly appUrl: string;
  readonly otherAppUrl: string;
  readonly demoUrl: string;
}

let world: Promise<World> | undefined;
let close: (() => Promise<void>) | undefined;

/** Starts stack and browser once; the first call decides whether the service has descriptors. */
export function getWorld({ descriptors = true } = {}): Promise<World> {
  return world ??= (async () => {
    const [app, host, demo] = await Promise.all([
      buildPage({
        folder: "tests/browser/app",
        entry: "tests/browser/app/main.ts",
        split: true,
      }),
      buildPage(hostPage),
      buildPage(demoPage),
    ]);
    let apiKey = "";
    const starting: Promise<Stack> = startStack({
      ens: "demo.eth",
      second: true,
      alarms: { push: await vapidKeys() },
      ...(descriptors && { descriptors: servedWords }),
      keysHost: serveHost(host, { apiKey: () => apiKey, frames: ["http://localhost:*"] }),
      demo: servePage(demo, { "/config.json": async () => demoConfig(await starting) }),
    });
    const [stack, started] = await Promise.all([starting, startBrowser()]);
    apiKey = stack.apiKey;
    const servers = [serve(app), serve(app)];
    close = async () => {
      await started.browser.close();
      await Promise.all(servers.map((server) => server.shutdown()));
      await stack.stop();
    };
    const url = (index: number) => `http://localhost:${servers[index]!.addr.port}`;
    return { stack, started, appUrl: url(0), otherAppUrl: url(1), demoUrl: stack.demoUrl! };
  })();
}

/** Serves a built page on a free port of this machine. */
export function serve(
  files: PageFiles,
  headers: Record<string, string> = {},
): Deno.HttpServer<Deno.NetAddr> {
  const answer = servePage(files);
  return Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const response = await answer(request);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  });
}

/** Serves a page without any file. */
export function serveText(
  html: string,
  headers: Record<string, string> = {},
): Deno.HttpServer<Deno.NetAddr> {
  return serve({ html, assets: new Map() }, headers);
}

/** Reports that this browser cannot run a test. If all tests are required, that is a failure. */
export function leaveOut(what: string): void {
  if (Deno.env.get("REQUIRE_ALL") === "1") throw new Error(`a browser with ${what} is required`);
  console.warn(`SKIPPED: this browser has no ${what}`);
}

/** Stops everything started by {@linkcode getWorld}; tests need not call it. */
export async function closeWorld(): Promise<void> {
  if (world !== undefined) await world.catch(() => {});
  await close?.();
  world = close = undefined;
}

// After the last test of a file, or of all files when one process runs them.
Deno.test.afterAll(closeWorld);

/** Creates a user with an empty profile. `look` has options of a context (size, colours, …). */
export async function newUser(look: Record<string, unknown> = {}): Promise<User> {
  const { stack, started } = await getWorld();
  const context = await started.browser.newContext({
    viewport: { width: 1000, height: 760 },
    ...look,
  });
  const passkeys = inFirefox
    ? firefoxPasskeys(context)
    : await givePasskeys(context, stack.browserServerUrl);
  const posts: User["posts"] = inFirefox ? notIn("Firefox") : [];
  const problems: string[] = [];
  if (!inFirefox) {
    context.on("request", (request) => {
      if (request.method() !== "POST") return;
      const body: unknown = JSON.parse(request.postData() ?? "null");
      const calls = Array.isArray(body) ? body : [body];
      posts.push({ url: request.url(), methods: calls.map((call) => call?.method ?? "?") });
    });
  }
  context.on("page", (page) => {
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`${page.url()}: ${message.text()}`);
    });
  });
  return {
    context,
    passkeys,
    posts,
    problems,
    async [Symbol.asyncDispose]() {
      // A held request may pass while its window closes.
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

/** How the test page is opened. */
export interface AppSetup {
  readonly mode: Mode;
  readonly options?: Record<string, unknown>;
  /** If true, requests go to another device. */
  readonly link?: boolean;
  /** Methods for which the page's handler has no dialogs. */
  readonly unhandled?: readonly string[];
  /** Origin, if it differs from the usual one. */
  readonly url?: string;
}

/** The address of the test page with these options. */
export async function addressOf(setup: AppSetup): Promise<string> {
  const { stack, appUrl } = await getWorld();
  const { preference, ...options } = setup.options ?? {};
  const query = encodeURIComponent(JSON.stringify({
    appSpecific: setup.mode === "AppSpecific",
    unhandled: setup.unhandled ?? [],
    link: setup.link ?? false,
    options: {
      apiKey: stack.apiKey,
      appName: "Test shop",
      defaultChainId: stack.chainId,
      paymasters: {
        [stack.chainId]: { url: `${stack.browserServerUrl}/v1/paymaster/${stack.chainId}` },
      },
      ...options,
      preference: { showTestnets: true, ...(preference as object | undefined) },
    },
  }));
  return `${setup.url ?? appUrl}/?setup=${query}`;
}

/** Opens the test page with these options. */
export async function openApp(user: User, setup: AppSetup & { page?: Page }): Promise<App> {
  const page = setup.page ?? await user.context.newPage();
  await page.goto(await addressOf(setup));
  return await appAt(page, user);
}

/** The test page, wherever it was opened. */
export async function appAt(page: Page, user: User): Promise<App> {
  await page.waitForFunction("globalThis.acct !== undefined");
  return appOf(page, user);
}

/** The two modes. */
export const modes = ["CrossPlatform", "AppSpecific"] as const;

/** One of the two modes. */
export type Mode = (typeof modes)[number];

function appOf(page: Page, user: User): App {
  const send = async (method: string, params?: unknown) => {
    const position = await page.locator("#answers li").count();
    await undisturbed(page);
    await page.locator("#request").fill(JSON.stringify({ method, params }));
    await page.locator("#send").click();
    return position;
  };
  const answer = async <T>(position: number): Promise<Answer<T>> => {
    const item = `document.querySelectorAll("#answers li")[${position}]`;
    try {
      await page.waitForFunction(`${item}?.textContent`, undefined, { timeout: PATIENCE_MS });
    } catch (error) {
      // A picture shows why no result arrived.
      for (const [index, open] of user.context.pages().entries()) {
        await shoot(open, `no-answer-${index}`);
      }
      throw error;
    }
    return JSON.parse(await page.evaluate<string>(`${item}.textContent`));
  };
  return {
    page,
    send,
    answer,
    ask: async (method, params) => await answer(await send(method, params)),
  };
}

/** A pending request: the page that displays its dialog, and its future answer. */
export interface Asked<T> {
  readonly dialog: Page;
  answer(): Promise<Answer<T>>;
}

/**
 * Sends a request that prompts the user, and returns the page with the dialog: a new popup in
 * CrossPlatform mode, else the app itself.
 */
export async function openRequest<T = unknown>(
  app: App,
  mode: Mode,
  method: string,
  params?: unknown,
): Promise<Asked<T>> {
  if (mode === "AppSpecific") {
    const position = await app.send(method, params);
    return { dialog: app.page, answer: () => app.answer(position) };
  }
  const popup = app.page.waitForEvent("popup");
  // If the click itself fails, that is the error to see.
  popup.catch(() => {});
  const position = await app.send(method, params);
  const dialog = await popup;
  return {
    dialog,
    async answer() {
      const answer = await app.answer<T>(position);
      // The window stays a moment for a next step; a new request should open its own.
      if (!dialog.isClosed()) await dialog.waitForEvent("close");
      return answer;
    },
  };
}

/** Presses Escape, which may close its window or frame: the browser then never confirms the key. */
export function pressEscape(page: Page): void {
  page.keyboard.press("Escape").catch(() => {});
}

/** Clicks a button of a dialog once it is enabled, after everything that must be read. */
export async function press(dialog: FrameLocator, testId: string): Promise<number> {
  const presses = await pressButton(dialog, testId).catch(async (error: Error) => {
    const root = dialog.locator("[data-sdk-modal-container]").first();
    const text = await root.count() === 0 ? "no dialog" : await root.innerText();
    throw new Error(`${testId} could not be pressed in: ${text}`, { cause: error });
  });
  // The passkeys exist on one device only, so the dialog finally offers another one.
  if (inFirefox && testId === "sdk-create") {
    dialog.locator(`[data-method="acct_addPasskey"] [data-testid=sdk-skip]`).click().catch(
      () => {},
    );
  }
  return presses;
}

/** Waits until the last dialog is closed: while it shows the result, the page takes no input. */
export async function undisturbed(page: Page): Promise<void> {
  for (const dialog of ["[data-sdk-modal-container]", "dialog[data-sdk-frame]"]) {
    await page.locator(dialog).waitFor({ state: "detached" });
  }
}

/** Makes a passkey account. */
export async function createAccount(app: App, mode: Mode): Promise<`0x${string}`> {
  const asked = await openRequest<`0x${string}`[]>(app, mode, "eth_requestAccounts");
  await press(asked.dialog, "sdk-create");
  const { result, error } = await asked.answer();
  if (result === undefined) throw new Error(`no account: ${JSON.stringify(error)}`);
  return result[0]!;
}

/** A user with an account that the test page is connected to. */
export interface Owner extends User {
  readonly app: App;
  readonly account: `0x${string}`;
}

/** Creates a user who has opened the test page and created an account in it. */
export async function newOwner(setup: AppSetup): Promise<Owner> {
  await using owned = new AsyncDisposableStack();
  const user = owned.use(await newUser());
  const app = await openApp(user, setup);
  const account = await createAccount(app, setup.mode);
  owned.move();
  return { ...user, app, account };
}

/** Waits for the end of a bundle, and returns its status. */
export async function settled(app: App, id: string): Promise<number> {
  let status: number | undefined;
  await until(`${id} is final`, async () => {
    ({ status } = (await app.ask<{ status: number }>("wallet_getCallsStatus", [id])).result ?? {});
    return status !== undefined && status !== 100;
  });
  return status!;
}

/** Opens the page that adds a recovery address, from the security tab. */
export async function openRecoveryAddress(home: Page): Promise<void> {
  await home.getByTestId("home-do-recovery").click();
  await home.getByTestId("friend-use-address").click();
}

/** Opens the first folded row with a test id. */
export async function unfold(home: Page, testId: string): Promise<void> {
  await home.locator(`[data-testid=${testId}] summary`).first().click();
}

/** Captures a page for the documentation. */
export async function shoot(page: Page, name: string): Promise<void> {
  await Deno.mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: new URL(`${name}.png`, SHOTS).pathname });
}
