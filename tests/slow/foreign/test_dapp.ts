/** Drives the buttons of MetaMask's test dApp, and records the requests of each. @module */
import { join } from "node:path";
import type { Page } from "../../browser/playwright.ts";
import { type ExtensionScene, WALLET } from "../../browser/extension/scene.ts";
import { approveOpen } from "./dialog.ts";

/** A request of a page, with its outcome. */
export interface Seen {
  readonly method: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly done: boolean;
}

/**
 * Script that records the requests of the dApp: it replaces the wallet's function. The published
 * dApp enables its buttons only for providers with `isMetaMask`, unlike its current source. The
 * wallet does not pretend to be MetaMask, so the script sets the member.
 */
export const recorder = `(() => {
  globalThis.seen = [];
  const known = new Set();
  addEventListener("eip6963:announceProvider", ({ detail: { info, provider } }) => {
    if (info.name !== "${WALLET}" || known.has(provider)) return;
    known.add(provider);
    provider.isMetaMask = true;
    const { request } = provider;
    provider.request = async ({ method, params }) => {
      const one = { method, params, done: false };
      seen.push(one);
      try {
        return one.result = await request({ method, params });
      } catch (error) {
        one.error = { code: error.code, message: error.message };
        throw error;
      } finally {
        one.done = true;
      }
    };
  });
})()`;

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  svg: "image/svg+xml",
};

/** Serves a folder of static files. */
export function serveFolder(folder: string): Deno.HttpServer<Deno.NetAddr> {
  const options = { port: 0, hostname: "127.0.0.1", onListen: () => {} };
  return Deno.serve(options, async (request) => {
    const { pathname } = new URL(request.url);
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    if (!/^[\w.-]+$/.test(name)) return new Response(null, { status: 404 });
    const body = await Deno.readFile(join(folder, name)).catch(() => null);
    const type = types[name.split(".").at(-1)!] ?? "application/octet-stream";
    return new Response(body, {
      status: body === null ? 404 : 200,
      headers: { "content-type": type },
    });
  });
}

/** Requests of a button. */
export interface Pressed {
  readonly seen: readonly Seen[];
  /** True if a request was not answered in time. */
  readonly hangs: boolean;
}

/** Limit of a button. */
const LIMIT_MS = 120_000;
/** Time without requests after which a button is done. */
const QUIET_MS = 500;

/** Presses a button, approves in the windows it opens, and returns its requests. */
export async function pressButton(
  scene: ExtensionScene,
  page: Page,
  id: string,
  picture?: string,
): Promise<Pressed> {
  const pages = scene.context.pages();
  const before = await page.evaluate<number>("seen.length");
  await page.evaluate(`document.getElementById("${id}").click()`);
  const end = performance.now() + LIMIT_MS;
  for (let quietSince = performance.now(); performance.now() < end;) {
    await new Promise((done) => setTimeout(done, 100));
    const open = scene.context.pages().some((one) => !pages.includes(one));
    if (open) await approveOpen(scene, pages, picture);
    const pending = await page.evaluate<boolean>(`seen.some(({ done }) => !done)`);
    if (open || pending) quietSince = performance.now();
    else if (performance.now() - quietSince > QUIET_MS) {
      return { seen: await read(page, before), hangs: false };
    }
  }
  return { seen: await read(page, before), hangs: true };
}

async function read(page: Page, from: number): Promise<Seen[]> {
  return JSON.parse(await page.evaluate<string>(`JSON.stringify(seen.slice(${from}))`));
}
