/** The demo, clicked through as a visitor would, in each place of the wallet. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { formatUnits, type Hex } from "viem";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { balanceOf } from "../stack/support/tokens.ts";
import { inFirefox } from "./driven/passkeys.ts";
import { getWorld, newUser, options, press, shoot, type User } from "./harness.ts";
import type { Page } from "./playwright.ts";

/** The places of the wallet, as the demo's test ids name them. */
type Place = "cross" | "frame" | "app";

for (const place of ["cross", "frame", "app"] as const) {
  Deno.test(`demo, ${place}: claim, tip, subscribe, cancel`, options, () => clickThrough(place));
}

/** The address that receives the demo's tips. */
const cafe = "0x000000000000000000000000000000000000bEEF";

/** Reads a TUSD balance from the chain: the page may lag behind. */
async function balance(address: Hex): Promise<number> {
  const { stack } = await getWorld();
  const [token] = stack.tokens;
  return Number(formatUnits(await balanceOf(stack, token.address, address), token.decimals));
}

/** Opens the demo with the wallet in a place. */
async function openDemo(user: User, place: Place): Promise<Page> {
  const { demoUrl } = await getWorld();
  const page = await user.context.newPage();
  await page.goto(demoUrl);
  await page.getByTestId("developers").click();
  await page.getByTestId(`mode-${place}`).click();
  await page.getByTestId("connect").waitFor();
  return page;
}

/** Clicks something on the page and answers the dialog that it opens. */
async function approve(
  page: Page,
  place: Place,
  testId: string,
  ...buttons: string[]
): Promise<void> {
  // Firefox does not report elements that cover a frame, so a window is used instead.
  const popup = place === "cross" || (place === "frame" && inFirefox)
    ? page.waitForEvent("popup")
    : null;
  popup?.catch(() => {});
  await page.getByTestId(testId).click();
  const window = await popup;
  const frame = "dialog[data-sdk-frame]";
  const dialog = window ?? (place === "frame" ? page.frameLocator(`${frame} iframe`) : page);
  for (const button of buttons) await press(dialog, button);
  if (window !== null && !window.isClosed()) await window.waitForEvent("close");
  if (window === null && place === "frame") {
    await page.locator(frame).waitFor({ state: "detached" });
  }
  if (window === null && place === "app") {
    await page.locator("[data-sdk-modal-container]").waitFor({ state: "detached" });
  }
}

/** The last step: in the wallet's own page, or in this one. */
async function cancelSubscription(page: Page, place: Place): Promise<void> {
  if (place === "app") return await approve(page, place, "cancel", "sdk-confirm");
  const opened = page.waitForEvent("popup");
  opened.catch(() => {});
  await page.getByTestId("cancel").click();
  const home = await opened;
  // A frame has separate storage, so the wallet's page asks for the passkey first.
  const signIn = home.getByTestId("home-sign-in");
  const tab = home.getByTestId("home-tab-apps");
  await home.locator("[data-testid=home-sign-in], [data-testid=home-tab-apps]").first().waitFor();
  if (await signIn.count() > 0) {
    await home.getByTestId("home-sign-in-existing").click();
  }
  await tab.click();
  await home.getByTestId("home-revoke").first().click();
  await press(home, "sdk-confirm");
  await home.getByTestId("home-none").waitFor();
  await shoot(home, `demo-wallet-${place}`);
  await home.close();
}

async function clickThrough(place: Place): Promise<void> {
  await using user = await newUser();
  const page = await openDemo(user, place);
  await takeSteps(user, page, place).catch(async (error) => {
    const shown = await page.locator("body").innerText();
    throw new Error(`the page shows:\n${shown}\n${user.problems.join("\n")}`, { cause: error });
  });
}

async function takeSteps(user: User, page: Page, place: Place): Promise<void> {
  await shoot(page, `demo-start-${place}`);

  // A visitor who changes their mind reads so, quietly and for a moment.
  await approve(page, place, "connect", "sdk-close");
  await page.getByTestId("cancelled").waitFor();
  assertEquals(await page.locator("[role=alert]").count(), 0);
  await page.getByTestId("cancelled").waitFor({ state: "detached" });

  await approve(page, place, "connect", "sdk-create", "sdk-skip");
  await page.getByTestId("address").waitFor();
  assertMatch(await page.getByTestId("address").innerText(), /^0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/);
  const account = await page.getByTestId("address").getAttribute("data-address") as Hex;

  await approve(page, place, "claim", "sdk-confirm");
  await page.getByTestId("claim-done").waitFor();
  assertEquals(await balance(account), 100);
  assertMatch(await page.getByTestId("code").innerText(), /functionName: "mint"/);
  await page.getByTestId("transaction").click();
  assertMatch(await page.getByTestId("hash").innerText(), /^0x[0-9a-f]{64}$/);
  await shoot(page, `demo-claimed-${place}`);

  const before = await balance(cafe);
  await approve(page, place, "tip", "sdk-confirm");
  await page.getByTestId("tip-done").waitFor();
  assertEquals([await balance(account), await balance(cafe)], [95, before + 5]);
  await page.locator("[data-testid=balance][data-amount='95000000']").waitFor();

  await approve(page, place, "subscribe", "sdk-confirm");
  await page.getByTestId("subscribe-done").waitFor();
  assertMatch(await page.getByTestId("code").innerText(), /unit: "week"/);
  // The step stays where it is until the user has cancelled: also after a while, and a reload.
  await page.reload();
  await page.getByTestId("cancel").waitFor();
  await shoot(page, `demo-subscribed-${place}`);

  await cancelSubscription(page, place);
  await page.getByTestId("end").waitFor();
  await shoot(page, `demo-end-${place}`);

  await page.getByTestId("developers").click();
  await approve(page, place, "sign", "sdk-confirm");
  await page.locator("[data-testid=verify-result][data-valid=true]").waitFor();
  await approve(page, place, "show-account", "sdk-done");
  assertEquals(await page.getByTestId("error").count(), 0);

  await page.getByTestId("again").click();
  await page.getByTestId("claim").waitFor();
  await page.getByTestId("disconnect").click();
  await page.getByTestId("connect").waitFor();
  await page.reload();
  await page.getByTestId("connect").waitFor();
  assertEquals(user.problems, []);
}

Deno.test("demo: a visitor stays connected, however the page is drawn", options, async () => {
  await using user = await newUser();
  const page = await openDemo(user, "app");
  await approve(page, "app", "connect", "sdk-create", "sdk-skip");
  await page.getByTestId("address").waitFor();
  // Other work in between makes React render in more steps, and restart.
  await user.context.addInitScript(
    "setInterval(() => { const end = performance.now() + 10; while (performance.now() < end); }, 1)",
  );
  for (let times = 0; times < 5; times++) {
    await page.reload();
    await page.getByTestId("address").waitFor();
  }
  assertEquals(user.problems, []);
});

Deno.test("demo: a claimed name replaces the address", options, async () => {
  await using user = await newUser();
  const page = await openDemo(user, "app");
  await page.getByTestId("connect").click();
  await press(page, "sdk-create");
  const label = `lily${Math.floor(performance.now())}`;
  await page.getByTestId("sdk-label").fill(label);
  await press(page, "sdk-claim");
  await until(
    "the name is shown",
    async () =>
      await page.getByTestId("address").innerText().catch(() => "") === `${label}.demo.eth`,
  );
  assertEquals(user.problems, []);
});

Deno.test(
  "demo: axe reports no problems, in each language, light and dark, at 320 pixels",
  options,
  async () => {
    const axe = await Deno.readTextFile(await locateOne(`${versions.axe}/axe.min.js`));
    for (
      const [locale, colorScheme] of [
        ["en", "light"],
        ["de", "dark"],
        ["es", "light"],
        ["ar", "dark"],
        ["ja", "light"],
      ]
    ) {
      await using user = await newUser({
        locale,
        colorScheme,
        viewport: { width: 320, height: 640 },
      });
      const page = await openDemo(user, "app");
      const look = async (state: string) => {
        await page.evaluate(`${axe}; undefined`);
        await page.evaluate(`Promise.all(document.getAnimations()
          .map(({ finished }) => finished.catch(() => {}))).then(() => {})`);
        const found = await page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(
          ({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`);
        const wide = await page.evaluate("document.documentElement.scrollWidth > 320");
        assertEquals([found, wide], [[], false], `${state}, ${locale}, ${colorScheme}`);
        await shoot(page, `demo-${state}-${locale}`);
      };
      assertEquals(await page.evaluate("document.documentElement.lang"), locale);
      await look("welcome");
      await approve(page, "app", "connect", "sdk-create", "sdk-skip");
      await page.getByTestId("claim").waitFor();
      await look("first");
      await approve(page, "app", "claim", "sdk-confirm");
      await page.getByTestId("claim-done").waitFor();
      await until("the page has scrolled to the next step", async () => {
        const box = await page.getByTestId("tip").boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= 640;
      });
      await look("claimed");
      // The language of the dialogs is the page's.
      await page.getByTestId("language").selectOption(locale === "de" ? "es" : "de");
      await page.getByTestId("tip").waitFor();
      assert(/Trinkgeld|propina/.test(await page.getByTestId("tip").innerText()));
      await page.getByTestId("tip").click();
      await page.getByTestId("sdk-cancel").waitFor();
      assert(/Abbrechen|Cancelar/.test(await page.getByTestId("sdk-cancel").innerText()));
      await press(page, "sdk-cancel");
      await page.getByTestId("cancelled").waitFor();
      assertEquals(user.problems, []);
    }
  },
);
