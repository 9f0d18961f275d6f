/**
 * Measures the transfer size of a whole app: the demo (React, wagmi, viem, the SDK) from its first
 * load until a transaction is sent, and the wallet host's window with it.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import { getWorld, type Mode, newUser, press } from "../tests/browser/harness.ts";
import type { Page } from "../tests/browser/playwright.ts";
import type { Section } from "./report.ts";

/** Files that were loaded since the last call. */
interface Loaded {
  readonly files: number;
  readonly bytes: number;
}

/** Clicks through the demo in each mode; the stack stays open. */
export async function measureTransfer(modes: readonly Mode[]): Promise<Section> {
  const rows: (readonly (string | number)[])[] = [];
  for (const mode of modes) {
    await using user = await newUser();
    const { demoUrl } = await getWorld();
    const urls = new Set<string>();
    // File names contain a content hash, so later requests are served from the cache.
    const before = new Set<string>();
    user.context.on("request", (request) => {
      const { pathname } = new URL(request.url());
      const isFile = /\.(?:js|css|svg)$/.test(pathname) || /^\/(?:popup|connect)?$/.test(pathname);
      if (request.method() === "GET" && isFile && !before.has(request.url())) {
        urls.add(request.url());
        before.add(request.url());
      }
    });
    const take = async (title: string) => {
      const [host, page] = [new Set<string>(), new Set<string>()];
      for (const url of urls) (new URL(url).hostname.startsWith("keys.") ? host : page).add(url);
      urls.clear();
      for (const [where, found] of [["page", page], ["wallet's window", host]] as const) {
        if (found.size === 0) continue;
        const { files, bytes } = await weighAll(found);
        rows.push([`${mode}: ${title}`, where, files, bytes]);
      }
    };
    const page = await user.context.newPage();
    await page.goto(demoUrl);
    await page.getByTestId("developers").click();
    await page.getByTestId(mode === "CrossPlatform" ? "mode-cross" : "mode-app").click();
    await page.getByTestId("connect").waitFor();
    // The page's own requests are finished by then.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await take("the page, before anything is clicked");
    await click(page, mode, "connect", ["sdk-create", "sdk-skip"]);
    await page.getByTestId("address").waitFor();
    await take("more, until an account is made");
    await click(page, mode, "claim", ["sdk-confirm"]);
    await page.getByTestId("claim-done").waitFor();
    await take("more, until something is sent");
  }
  return {
    title: "Transfer size of an app",
    about:
      "The demo (React, wagmi, viem and the SDK, both modes in one build), as loaded by a visitor with an " +
      "empty cache: files and their gzipped bytes, without images. Includes all code, including viem.",
    columns: ["Step", "Where", "Files", "Bytes"],
    rows,
  };
}

/** Clicks an element in the demo and answers the dialog. */
async function click(
  page: Page,
  mode: Mode,
  testId: string,
  buttons: readonly string[],
): Promise<void> {
  const popup = mode === "CrossPlatform" ? page.waitForEvent("popup") : null;
  await page.getByTestId(testId).click();
  const dialog = await popup ?? page;
  for (const button of buttons) await press(dialog, button);
  if (popup !== null && !dialog.isClosed()) await dialog.waitForEvent("close");
}

/**
 * Fetches files again, and measures them. Local host names may not resolve outside of a browser.
 */
async function weighAll(urls: ReadonlySet<string>): Promise<Loaded> {
  using client = Deno.createHttpClient({ allowHost: true });
  let bytes = 0;
  for (const url of urls) {
    const { host, port, pathname } = new URL(url);
    const response = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      client,
      headers: { host },
    });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    bytes += gzipSync(await response.bytes()).length;
  }
  return { files: urls.size, bytes };
}
