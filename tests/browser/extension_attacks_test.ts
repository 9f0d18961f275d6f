/** Attacks on the browser extension: by pages, frames and other extensions. */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { leaveOut, options } from "./harness.ts";
import { serveSite } from "./extension/page.ts";
import {
  hasExtensions,
  holds,
  newPublicKey,
  openDialog,
  openScene,
  WALLET,
} from "./extension/scene.ts";
import type { Frame } from "./playwright.ts";

/** Writes an extension that connects to the wallet's extension, and opens the wallet host. */
async function writeForeignExtension(folder: string): Promise<void> {
  const manifest = {
    manifest_version: 3,
    name: "Foreign",
    version: "1",
    key: await newPublicKey(),
    background: { service_worker: "background.js" },
  };
  const background = `
    globalThis.probe = (id) => new Promise((resolve) => {
      const port = chrome.runtime.connect(id, { name: "acct.host.1" });
      port.onMessage.addListener((message) => resolve(message));
      port.onDisconnect.addListener(() => {
        void chrome.runtime.lastError;
        resolve("refused");
      });
    });
    globalThis.openHost = (url) => chrome.windows.create({ url, type: "popup" });
  `;
  await Deno.writeTextFile(join(folder, "manifest.json"), JSON.stringify(manifest));
  await Deno.writeTextFile(join(folder, "background.js"), background);
}

/** A service worker, as Playwright has it. */
interface Worker {
  url(): string;
  evaluate<T>(script: string): Promise<T>;
}

Deno.test("extension attacks: pages, frames and other extensions", options, async (t) => {
  if (!await hasExtensions()) return leaveOut("extensions");
  const folder = await Deno.makeTempDir();
  await writeForeignExtension(folder);
  await using scene = await openScene([folder]);
  const { stack, context, id } = scene;
  const inner = serveSite({ "cross-origin-resource-policy": "cross-origin" });
  const outer = serveSite(
    { "content-security-policy": "script-src 'self' 'unsafe-inline'" },
    `<iframe id="foreign" src="http://127.0.0.1:${inner.addr.port}/frame"></iframe>
     <iframe id="sandboxed" sandbox="allow-scripts" src="/frame"></iframe>
     <iframe id="data" src="data:text/html,<script>globalThis.wallets = new Map()</script>"></iframe>
     <iframe id="blank"></iframe>`,
  );
  await using _servers = {
    [Symbol.asyncDispose]: async () => {
      await Promise.all([inner.shutdown(), outer.shutdown()]);
    },
  };
  const page = await context.newPage();
  await page.goto(`http://localhost:${outer.addr.port}`);
  const frameAt = (matches: (url: string) => boolean): Frame =>
    page.frames().find((frame) => matches(frame.url()))!;

  await t.step("a frame is shown with its own origin, not that of the page", async () => {
    const frame = frameAt((url) => url.startsWith("http://127.0.0.1"));
    await holds(frame, `wallets.has("${WALLET}")`);
    const { dialog, answer } = await openDialog(scene, frame, "eth_requestAccounts");
    const origin = await dialog.getByTestId("sdk-origin").innerText();
    assertEquals(origin, `http://127.0.0.1:${inner.addr.port}`);
    await dialog.close();
    assertEquals((await answer()).error?.code, 4001);
  });

  await t.step("sandboxed and data: frames have no wallet", async () => {
    const frames = page.frames().filter((frame) =>
      frame.url().startsWith("data:") ||
      (frame.url().endsWith("/frame") && !frame.url().startsWith("http://127"))
    );
    assertEquals(frames.length, 2);
    for (const frame of frames) {
      assertEquals(await frame.evaluate(`wallets.has("${WALLET}")`), false);
    }
  });

  await t.step("messages of the page that claim an origin change nothing", async () => {
    const { dialog, answer } = await openDialog(scene, page, "wallet_connect", [{
      origin: "https://bank.example",
      capabilities: {},
    }]);
    await page.evaluate(`
      postMessage({ acct: "init", version: 1, origin: "https://bank.example" }, location.origin);
      dispatchEvent(new MessageEvent("message", { data: "acct.extension.page.1" }));
    `);
    assertEquals(
      await dialog.getByTestId("sdk-origin").innerText(),
      `http://localhost:${outer.addr.port}`,
    );
    await dialog.close();
    await answer();
  });

  await t.step("a polluted page harms itself alone", async () => {
    const other = await context.newPage();
    await other.goto(`http://localhost:${outer.addr.port}`);
    await other.evaluate(`
      Object.prototype.origin = "https://bank.example";
      Object.prototype.toJSON = function () { return { origin: "https://bank.example" }; };
      Array.prototype.toJSON = Object.prototype.toJSON;
      JSON.stringify = () => "[]";
    `);
    const proxy = `new Proxy([], { get() { throw new Error("trap"); } })`;
    const code = await other.evaluate<number>(
      `wallets.get("${WALLET}").request({ method: "eth_accounts", params: ${proxy} })
        .then(() => 0, ({ code }) => code)`,
    );
    assertEquals(code, -32602);
    await other.close();
  });

  const url = `${stack.keysUrl}/popup#extension=${id}`;
  await t.step(
    "a page that opens the host's window in the extension's name gets nothing",
    async () => {
      const opened = (context as never as {
        waitForEvent(name: "page"): Promise<Awaited<ReturnType<typeof context.newPage>>>;
      }).waitForEvent("page");
      await page.evaluate(`void open(${JSON.stringify(url)}, "_blank", "noopener")`);
      const window = await opened;
      await window.getByTestId("host-cut").waitFor({ timeout: 15_000 });
      await window.close();
    },
  );

  await t.step("another extension can neither connect nor name a site", async () => {
    const workers = (context as never as { serviceWorkers(): Worker[] }).serviceWorkers();
    const foreign = workers.find((worker) => !worker.url().includes(id))!;
    assertEquals(await foreign.evaluate(`probe("${id}")`), "refused");
    const foreignId = new URL(foreign.url()).host;
    for (const claimed of [id, foreignId]) {
      const opened = (context as never as {
        waitForEvent(name: "page"): Promise<Awaited<ReturnType<typeof context.newPage>>>;
      }).waitForEvent("page");
      await foreign.evaluate(`void openHost("${stack.keysUrl}/popup#extension=${claimed}")`);
      const window = await opened;
      await window.getByTestId("host-cut").waitFor({ timeout: 15_000 });
      await window.close();
    }
  });

  await t.step("pages can neither frame the popup nor read the extension's files", async () => {
    const read = await page.evaluate<string>(
      `fetch("chrome-extension://${id}/popup.html").then(() => "read", () => "refused")`,
    );
    assertEquals(read, "refused");
  });
});
