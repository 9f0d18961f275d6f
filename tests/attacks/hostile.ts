/** Serves hostile pages, each with its own script and origin, and opens them. @module */
import { bundle } from "../../scripts/stack/bundle.ts";
import { getWorld, type User } from "../browser/harness.ts";
import type { Frame, Page } from "../browser/playwright.ts";

/** A hostile page that is served. */
export interface Hostile extends AsyncDisposable {
  /** Origin of the page. */
  readonly origin: string;
  /** Address of the page, with its settings. */
  readonly url: string;
}

/** How a hostile page is served. */
export interface HostileOptions {
  /** Name of the machine; browsers find every name below `localhost` here. */
  readonly name?: string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves `pages/{script}.ts` on a free port. */
export async function serveHostile(
  script: string,
  { name = "localhost", headers = {} }: HostileOptions = {},
): Promise<Hostile> {
  const { stack, appUrl } = await getWorld();
  const [main] = await bundle({
    entry: `tests/attacks/pages/${script}.ts`,
  });
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${script}</title>
<link rel="icon" href="data:,"><h1>${script}</h1><script type="module" src="/main.js"></script>`;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const asked = new URL(request.url).pathname === "/main.js";
    return new Response(asked ? main!.body : html, {
      headers: { "content-type": asked ? "text/javascript" : "text/html", ...headers },
    });
  });
  const { keysUrl, apiKey, chainId } = stack;
  const setup = encodeURIComponent(JSON.stringify({ keysUrl, apiKey, appUrl, chainId }));
  const origin = `http://${name}:${server.addr.port}`;
  return {
    origin,
    url: `${origin}/?setup=${setup}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Opens a hostile page in its own tab. */
export async function openHostile(user: User, hostile: Hostile): Promise<Page> {
  const page = await user.context.newPage();
  await page.goto(hostile.url);
  await page.waitForFunction("globalThis.attack !== undefined");
  return page;
}

/** Puts a hostile page into a frame of another page, as an advertisement would be. */
export async function openFrame(
  page: Page,
  hostile: Hostile,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Frame> {
  await page.evaluate(`new Promise((loaded) => {
    const frame = document.createElement("iframe");
    for (const [name, value] of Object.entries(${JSON.stringify(attributes)})) {
      frame.setAttribute(name, value);
    }
    frame.src = ${JSON.stringify(hostile.url)};
    frame.onload = loaded;
    document.body.append(frame);
  })`);
  const frame = page.frames().slice(1).findLast((frame) => frame.url() === hostile.url)!;
  await frame.waitForFunction("globalThis.attack !== undefined");
  return frame;
}

/** Runs a script of a page that opens a window, and returns the window. */
export async function opened(page: Page, script: string): Promise<Page> {
  const popup = page.waitForEvent("popup");
  await page.evaluate(`(${script}, undefined)`);
  return await popup;
}

/** Lists the messages of the wallet host to a hostile page, but for its first one. */
export async function answersOf(page: Page): Promise<HostAnswer[]> {
  const heard = await page.evaluate<{ data: HostAnswer }[]>("heard");
  return heard.map(({ data }) => data).filter(({ acct }) => acct !== "ready");
}

/** An answer of the wallet host. */
export interface HostAnswer {
  readonly acct: string;
  readonly id: string;
  readonly result?: unknown;
  readonly error?: { code: number; data: { cause: string; field?: string } };
}

/** Waits until the wallet host has reported that it is ready. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(`heard.some(({ data }) => data.acct === "ready")`);
}
