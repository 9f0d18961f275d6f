/** The home page's sign-in button, which is available before the rest of the page. */
import { assertEquals, assertMatch } from "@std/assert";
import type { Page } from "./playwright.ts";
import { setTimeout as delay } from "node:timers/promises";
import { getWorld, newUser, options, type User } from "./harness.ts";

const test = (name: string, run: () => Promise<void>) =>
  Deno.test(`welcome: ${name}`, options, run);

/** Opens the home page of a new user; `go` lets the rest of its code through. */
async function early(user: User): Promise<{ home: Page; go: () => void }> {
  const { stack } = await getWorld();
  let go = () => {};
  const held = new Promise<void>((resolve) => go = resolve);
  await user.context.route(/\/app-\w+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").waitFor();
  await home.evaluate("document.querySelector('main.welcome').dataset.early = ''");
  return { home, go };
}

/** Waits until the page has taken the place of its first frame. */
const exchanged = (home: Page) => home.locator("[data-early]").waitFor({ state: "detached" });

test("missing texts are reported, like all other code", async () => {
  const { stack } = await getWorld();
  await using user = await newUser();
  await user.context.route(/\/home_en-\w+\.js/, (route) => route.abort());
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("host-again").waitFor();
  assertMatch(await home.locator("main").innerText(), /Nothing was signed or sent/);
  await user.context.unroute(/\/home_en-\w+\.js/);
  await home.getByTestId("host-again").click();
  await home.getByTestId("home-sign-in").waitFor();
});

test("a click before the page has loaded counts, even if it ends afterwards", async () => {
  for (const keyboard of [false, true]) {
    await using user = await newUser();
    const { home, go } = await early(user);
    const button = home.getByTestId("home-sign-in");
    if (keyboard) {
      await button.focus();
      await home.keyboard.down(" ");
    } else {
      const { x, y, width, height } = (await button.boundingBox())!;
      await home.mouse.move(x + width / 2, y + height / 2);
      await home.mouse.down();
    }
    go();
    // Long enough for the code, which must wait for the end of the click.
    await delay(500);
    if (keyboard) await home.keyboard.up(" ");
    else await home.mouse.up();
    await home.getByTestId("home-account").waitFor();
    assertEquals(user.problems, []);
  }
});

test("a link that is pressed after the button is where the page opens, without a prompt", async () => {
  await using user = await newUser();
  const { home, go } = await early(user);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-lost").click();
  go();
  await exchanged(home);
  await home.getByTestId("home-back").waitFor();
  await delay(500);
  assertEquals(await home.locator("[data-sdk-modal-container]").count(), 0);
});

test("the focus stays where it was", async () => {
  await using user = await newUser();
  const { home, go } = await early(user);
  await home.getByTestId("home-lost").focus();
  go();
  await exchanged(home);
  assertEquals(await home.evaluate("document.activeElement.dataset.testid"), "home-lost");
});
