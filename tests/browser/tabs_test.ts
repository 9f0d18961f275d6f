/**
 * Many tabs of an app and of the wallet home share six connections to the service over HTTP/1.1.
 */
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { getWorld, newOwner, newUser, openRequest, options, press, type User } from "./harness.ts";
import type { Page } from "./playwright.ts";

const APP_TABS = 20;
const WALLET_TABS = 5;

/** Headless browsers report every tab as visible, so the test sets the reported value. */
const settableVisibility = `
  let state = "visible";
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => state });
  Object.defineProperty(Document.prototype, "hidden", { get: () => state === "hidden" });
  globalThis.setVisibility = (next) => {
    if (next === state) return;
    state = next;
    document.dispatchEvent(new Event("visibilitychange"));
  };
`;

/** Hides all tabs except one, as a browser does when its user selects a tab. */
async function select(user: User, tab: Page): Promise<void> {
  for (const page of user.context.pages()) {
    await page.evaluate(`setVisibility("${page === tab ? "visible" : "hidden"}")`);
  }
}

/** Opens a tab in front of the others. */
async function openTab(user: User, url: string): Promise<Page> {
  const page = await user.context.newPage();
  await select(user, page);
  await page.goto(url);
  return page;
}

/** Presses a button of the demo and confirms the dialog in the wallet's window. */
async function approve(page: Page, testId: string, ...buttons: string[]): Promise<void> {
  const popup = page.waitForEvent("popup");
  await page.getByTestId(testId).click();
  const dialog = await popup;
  for (const button of buttons) await press(dialog, button);
  if (!dialog.isClosed()) await dialog.waitForEvent("close");
}

Deno.test("tabs: 20 of an app and 5 of the wallet, the last of each works", options, async () => {
  const { stack, demoUrl } = await getWorld();
  const { hub } = stack.service.context;
  await using user = await newUser();
  await user.context.addInitScript(settableVisibility);

  let app = await openTab(user, demoUrl);
  await app.getByTestId("developers").click();
  await app.getByTestId("mode-cross").click();
  await approve(app, "connect", "sdk-create", "sdk-skip");
  while (user.context.pages().length < APP_TABS) {
    app = await openTab(user, demoUrl);
    await app.getByTestId("claim").waitFor();
  }
  await until("hidden pages have closed their streams", () => hub.size() <= 1);

  await approve(app, "claim", "sdk-confirm");
  await app.getByTestId("claim-done").waitFor();
  await approve(app, "tip", "sdk-confirm");
  await app.getByTestId("tip-done").waitFor();
  await approve(app, "subscribe", "sdk-confirm");
  await app.getByTestId("subscribe-done").waitFor();

  const pages: Page[] = [];
  while (pages.length < WALLET_TABS) {
    const home = await openTab(user, `${stack.keysUrl}/#/apps`);
    await home.getByTestId("home-revoke").first().waitFor();
    pages.push(home);
  }
  await until("hidden pages have closed their streams", () => hub.size() === 1);
  const last = pages.at(-1)!;
  await last.getByTestId("home-revoke").first().click();
  await press(last, "sdk-confirm");
  await last.getByTestId("home-none").waitFor();
  assertEquals(hub.size(), 1);

  // A tab that was hidden loads the missed changes without a reload.
  const [first] = pages;
  assert(await first!.getByTestId("home-revoke").count() > 0);
  await select(user, first!);
  await first!.getByTestId("home-none").waitFor();
  await select(user, app);
  await app.getByTestId("end").waitFor();
  await until("one page follows the account", () => hub.size() === 1);
  assertEquals(user.problems, []);
});

Deno.test(
  "tabs: a request that is never answered ends in an error with a retry",
  options,
  async () => {
    await using user = await newOwner({ mode: "CrossPlatform" });
    let hangs = true;
    // Simulates a browser with all connections in use.
    await user.context.route("**/v1/rpc", (route) => hangs ? undefined : route.continue());
    const calls = [{ to: `0x${"a1".repeat(20)}`, value: "0x0" }];
    const asked = await openRequest(user.app, "CrossPlatform", "wallet_sendCalls", [{ calls }]);
    const retry = asked.dialog.getByTestId("sdk-retry");
    await retry.waitFor({ timeout: 30_000 });
    hangs = false;
    await retry.click();
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);
  },
);
