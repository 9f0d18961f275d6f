/** The window is blocked: by the browser, or by a page that has the app in a frame. @module */
import { assertEquals, assertMatch } from "@std/assert";
import {
  addressOf,
  leaveOut,
  modes,
  newUser,
  openApp,
  press,
  serve,
  shoot,
} from "../browser/harness.ts";
import { blocksPopups } from "../browser/abilities.ts";
import { buildPage } from "../../scripts/stack/pages.ts";
import { attack } from "./attack.ts";
import { openHostile, serveHostile } from "./hostile.ts";

const mode = "CrossPlatform";

attack("popup: a blocked window waits for a new click, or gives its own cause", async () => {
  await using user = await newUser();
  if (!await blocksPopups(user)) return leaveOut("popup blocker");
  const app = await openApp(user, { mode });
  /**
   * Sends requests without a click, twice: five seconds after the last click, a page may open no
   * window.
   */
  const askLater = async () => {
    await app.page.evaluate(`void setTimeout(() => {
      globalThis.late = Promise.all(["eth_requestAccounts", "wallet_connect"].map((method) =>
        acct.provider.request({ method }).then(
          (result) => ({ result }),
          (error) => ({ cause: error.data.cause, code: error.code }),
        )
      ));
    }, 6000)`);
    // Looking at the page would count as a user gesture, and let the window open.
    await new Promise((done) => setTimeout(done, 9_000));
    await app.page.locator("[data-sdk-popup-blocked]").waitFor({ state: "attached" });
    assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 1, "one for both");
  };
  await askLater();
  await shoot(app.page, "popup-blocked");
  const popup = app.page.waitForEvent("popup");
  await app.page.locator("[data-sdk-popup-blocked] button").first().click();
  const dialog = await popup;
  await press(dialog, "sdk-create");
  await press(dialog, "sdk-continue");
  const [first, second] = await app.page.evaluate<[{ result: string[] }, { result: object }]>(
    "late",
  );
  assertEquals([first.result.length, typeof second.result], [1, "object"]);
  assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 0);

  await app.ask("wallet_disconnect");
  await askLater();
  await app.page.keyboard.press("Tab");
  await app.page.keyboard.press("Enter");
  const late = await app.page.evaluate<object[]>("late");
  assertEquals(late, Array(2).fill({ cause: "popup_blocked", code: 4900 }));
  assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 0);
  assertEquals(user.context.pages().length, 1);
});

attack(
  "popup: in a frame that may open none, every click ends in the question or its cause",
  async () => {
    await using hostile = await serveHostile("popup");
    await using user = await newUser();
    const page = await openHostile(user, hostile);
    const url = await addressOf({ mode });
    await page.evaluate(
      `attack.embed(${JSON.stringify(url)}, "allow-scripts allow-same-origin")`,
    );
    const frame = page.frames()[1]!;
    await frame.waitForFunction("globalThis.acct !== undefined");
    const question = frame.locator("[data-sdk-popup-blocked]");
    // A click that opens no window ends with the cause and a way out; the next request tries again.
    for (const [index, button] of ["button:first-of-type", "button + button"].entries()) {
      await frame.locator("#request").fill(`{"method":"eth_requestAccounts"}`);
      await frame.locator("#send").click();
      await question.waitFor({ state: "attached" });
      assertEquals(await question.count(), 1);
      await frame.locator(`[data-sdk-popup-blocked] ${button}`).click();
      await frame.waitForFunction(
        `document.querySelectorAll("#answers li")[${index}]?.textContent`,
      );
      const answer = JSON.parse(
        (await frame.locator(`#answers li >> nth=${index}`).textContent())!,
      );
      assertEquals([answer.error.code, answer.error.data.cause], [4900, "popup_blocked"]);
      assertEquals(/open it in a browser/.test(answer.error.message), index === 0);
      assertEquals(await question.count(), 0);
    }
    assertEquals(user.context.pages().length, 1);
  },
);

attack(
  "popup: a frame without an origin of its own opens no window, and is told why",
  async () => {
    // Without an origin even a page's own scripts are another site's.
    const files = await buildPage({
      folder: "tests/browser/app",
      entry: "tests/browser/app/main.ts",
    });
    await using server = serve(files, { "access-control-allow-origin": "*" });
    await using hostile = await serveHostile("popup");
    await using user = await newUser();
    const page = await openHostile(user, hostile);
    const url = await addressOf({ mode, url: `http://localhost:${server.addr.port}` });
    await page.evaluate(`attack.embed(${JSON.stringify(url)},
    "allow-scripts allow-popups allow-popups-to-escape-sandbox")`);
    const frame = page.frames()[1]!;
    await frame.waitForFunction("globalThis.acct !== undefined");
    assertEquals(await frame.evaluate("origin"), "null");
    await frame.locator("#request").fill(`{"method":"eth_requestAccounts"}`);
    await frame.locator("#send").click();
    await frame.waitForFunction(`document.querySelector("#answers li")?.textContent`);
    const answer = JSON.parse((await frame.locator("#answers li").textContent())!);
    assertEquals([answer.error.code, answer.error.data.cause], [4200, "passkey_unsupported"]);
    assertMatch(answer.error.message, /no origin: .*sandboxed frame/);
    assertEquals(user.context.pages().length, 1);
  },
);

attack("popup: a frame that is written into a page has that page's origin", async () => {
  for (const mode of modes) {
    await using user = await newUser();
    const { page } = await openApp(user, { mode });
    await page.evaluate(`fetch(location.href).then((page) => page.text()).then((html) => {
      const frame = document.createElement("iframe");
      frame.style.cssText = "width: 900px; height: 700px";
      frame.srcdoc = html;
      document.body.append(frame);
      return new Promise((loaded) => frame.onload = loaded);
    }).then(() => {})`);
    const frame = page.frames()[1]!;
    await frame.waitForFunction("globalThis.acct !== undefined");
    assertEquals(await frame.evaluate("location.origin"), "null");
    await frame.locator("#request").fill(`{"method":"eth_requestAccounts"}`);
    const popup = mode === "CrossPlatform" ? page.waitForEvent("popup") : undefined;
    await frame.locator("#send").click();
    const dialog = popup === undefined ? frame : await popup;
    await press(dialog, "sdk-create");
    await frame.waitForFunction(`document.querySelector("#answers li")?.textContent`);
    const { result } = JSON.parse((await frame.locator("#answers li").textContent())!);
    assertEquals(result?.length, 1, mode);
  }
});
