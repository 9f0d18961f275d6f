/** A page that frames the wallet host and hides, covers, shrinks or moves the dialog. */
import { assertEquals } from "@std/assert";
import { getWorld, newUser, press, serve, type User } from "../browser/harness.ts";
import { until } from "../../scripts/stack/patience.ts";
import { attack } from "./attack.ts";
import { FRAME_PATH } from "../../core/dialog/window.ts";
import type { FrameLocator, Page } from "../browser/playwright.ts";

const html = `<!doctype html><html lang="en"><title>hostile</title><link rel="icon" href="data:,">
<body style="margin:0"><h1>You have won</h1>`;

/** The frame's usual position and size. */
const usual = "position:fixed;left:0;top:0;width:1000px;height:700px;border:0";

/** A hostile page with the wallet host in a frame, after a request to connect. */
async function openHostile(user: User): Promise<{ page: Page; dialog: FrameLocator }> {
  const { stack } = await getWorld();
  const { keysUrl, apiKey, chainId } = stack;
  const page = await user.context.newPage();
  const server = serve({ html, assets: new Map() });
  page.on("close", () => void server.shutdown());
  await page.goto(`http://localhost:${server.addr.port}`);
  await page.evaluate(`(() => {
    globalThis.heard = [];
    const frame = document.createElement("iframe");
    frame.allow = "publickey-credentials-get *; publickey-credentials-create *";
    frame.style.cssText = ${JSON.stringify(usual)};
    addEventListener("message", ({ data, source }) => {
      if (source !== frame.contentWindow) return;
      heard.push(data);
      if (data.acct !== "ready") return;
      const say = (message) => source.postMessage(message, ${JSON.stringify(keysUrl)});
      say({ acct: "init", version: 1, key: ${JSON.stringify(apiKey)},
        app: { name: "Shop", logoUrl: null } });
      say({ acct: "request", id: "1", method: "wallet_connect",
        params: { chainId: ${chainId}, testnets: true } });
    });
    const holder = document.createElement("div");
    holder.append(frame);
    document.body.append(holder);
    frame.src = ${JSON.stringify(keysUrl + FRAME_PATH)} + "#origin=" + encodeURIComponent(origin);
    Object.assign(globalThis, { frame, holder });
    globalThis.over = (css, popover) => {
      const cover = document.createElement("div");
      cover.className = "cover";
      cover.style.cssText = "position:fixed;margin:0;border:0;padding:0;" + css;
      if (popover) cover.popover = "manual";
      document.body.append(cover);
      if (popover) cover.showPopover();
    };
    globalThis.undo = () => {
      document.querySelectorAll(".cover").forEach((element) => element.remove());
      frame.style.cssText = ${JSON.stringify(usual)};
      holder.style.cssText = "";
      document.body.style.cssText = "margin:0";
    };
    undo();
  })()`);
  const dialog = page.frameLocator("iframe");
  await dialog.getByTestId("sdk-create").waitFor();
  return { page, dialog };
}

/** The middle of the button in the current layout. */
async function buttonAt(dialog: FrameLocator): Promise<{ x: number; y: number }> {
  const box = await dialog.getByTestId("sdk-create").boundingBox();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Methods with which a page hides the pressed button of a frame from the user. */
const tricks: Readonly<Record<string, string>> = {
  "a cover that lets clicks through": `over("inset:0;background:#fff;pointer-events:none")`,
  "a cover over the origin only":
    `over("left:0;top:0;width:1000px;height:250px;background:#fff;pointer-events:none")`,
  "a small label over the button":
    `over("left:400px;top:300px;width:200px;height:200px;background:#fff;pointer-events:none")`,
  "a popover, above all else": `over("inset:0;background:#fff;pointer-events:none", true)`,
  "a cover that cannot be seen": `over("inset:0;pointer-events:none;background:rgb(0 0 0/0.01)")`,
  "a frame that is nearly transparent": `frame.style.opacity = "0.01"`,
  "a parent that is nearly transparent": `holder.style.opacity = "0.02"`,
  "a filter": `frame.style.filter = "contrast(0)"`,
  "a parent's filter": `holder.style.filter = "blur(20px)"`,
  "a blend": `holder.style.mixBlendMode = "multiply"`,
  "a clip": `holder.style.clipPath = "inset(300px 300px 100px 300px)"`,
  "a parent's mask": `holder.style.maskImage = "linear-gradient(transparent, transparent)"`,
  "a frame shrunk": `frame.style.transform = "scale(0.1)"`,
  "a frame turned": `frame.style.transform = "rotate(3deg)"`,
  "a tiny frame": `frame.style.width = "220px"; frame.style.height = "120px"`,
  "a frame half out of sight": `frame.style.left = "-520px"`,
  "a frame in a box that is too small":
    `holder.style.cssText = "position:fixed;left:0;top:0;width:520px;height:600px;overflow:hidden;" +
      "transform:translate(0,0)"`,
  "a zoomed page": `document.body.style.zoom = "0.1"`,
};

attack("embedded: nothing is confirmed in a frame that is not truly seen", async () => {
  await using user = await newUser();
  const { page, dialog } = await openHostile(user);
  for (const [name, trick] of Object.entries(tricks)) {
    await dialog.locator("[data-testid=sdk-create]:not([aria-disabled])").waitFor();
    await page.evaluate(`(() => { ${trick} })()`);
    // Independent of the browser's load, a report from a second ago no longer counts.
    await wait(1_100);
    const { x, y } = await buttonAt(dialog);
    await page.mouse.click(x, y);
    await page.keyboard.press("Enter");
    await wait(200);
    await dialog.locator("[data-testid=sdk-create][aria-disabled=true]").waitFor();
    assertEquals([name, user.passkeys.prompts.length], [name, 0]);
    await page.evaluate("undo()");
  }
  // The same click counts half a second after the frame is visible again.
  await press(dialog, "sdk-create");
  await page.waitForFunction(`heard.some(({ result }) => result !== undefined)`);
  assertEquals(user.passkeys.prompts.length, 1);
});

attack(
  "a frame that was moved under the pointer, or has just appeared, takes no press",
  async () => {
    await using user = await newUser();
    const { page, dialog } = await openHostile(user);
    const ready = dialog.locator("[data-testid=sdk-create]:not([aria-disabled])");
    await ready.waitFor();
    const { x, y } = await buttonAt(dialog);
    await page.mouse.move(x, y);
    for (
      const [before, after] of [
        // The user is about to press something of the page, or a quieter part of the dialog.
        [`frame.style.top = "60px"`, `frame.style.top = "0"`],
        [`frame.style.left = "-400px"`, `frame.style.left = "0"`],
        [`frame.style.display = "none"`, `frame.style.display = ""`],
      ]
    ) {
      await page.evaluate(`void (${before})`);
      await wait(1_100);
      await page.evaluate(`void (${after})`);
      await page.mouse.down();
      await page.mouse.up();
      await wait(200);
      assertEquals([after, user.passkeys.prompts.length], [after, 0]);
      await ready.waitFor();
    }
    // A click on the button counts. On a busy machine the browser's visibility report may be late
    // once.
    const pressed = () => user.passkeys.prompts.length > 0;
    for (let tries = 0; tries < 10 && !pressed(); tries++) {
      await until("a press that counts, or may", async () => pressed() || await ready.isVisible());
      await page.mouse.move(x + 1 - tries % 2, y + 1);
      await page.mouse.down();
      await page.mouse.up();
      await wait(700);
    }
    const answered = `heard.some(({ result }) => result !== undefined)`;
    await page.waitForFunction(answered);
    assertEquals(user.passkeys.prompts.length, 1);
  },
);
