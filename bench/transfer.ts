/**
 * Measures the transfer of a whole app: the demo (React, wagmi, viem, the SDK) from its first load
 * until something is sent, and the wallet host's window beside it.
 *
 * @module
 */
import { gzipSync } from "node:zlib";
import { getWorld, type Mode, newUser, press } from "../tests/browser/harness.ts";
import type { Page } from "../tests/browser/playwright.ts";
import type { Section } from "./report.ts";

/** Files that were loaded since the last look. */
interface Loaded {
  readonly files: number;
  readonly bytes: number;
}

/** Clicks through the demo in each mode; the world stays open. */
export async function measureTransfer(modes: readonly Mode[]): Promise<Section> {
  const rows: (readonly (string | number)[])[] = [];
  for (const mode of modes) {
    await using user = await newUser();
    const { demoUrl } = await getWorld();
    const urls = new Set<string>();
    // Names of files hold a hash of their contents: a second time they come from the cache.
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
    // Requests that the page starts by itself are done by then.
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
    title: "What an app transfers",
    about:
      "The demo (React, wagmi, viem and the kit, both modes in one build), as a visitor with an empty cache " +
      "loads it: files and their gzipped bytes, pictures left out. Everything is in it, also viem.",
    columns: ["Step", "Where", "Files", "Bytes"],
    rows,
  };
}

/** Clicks something in the demo and answers the dialog. */
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

/** Fetches files again, and weighs them. Names of this machine may mean nothing outside of a browser. */
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
