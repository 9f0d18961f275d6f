/** The demo, clicked through as a visitor would, in each place of the wallet. */
import { assertEquals, assertMatch } from "@std/assert";
import { formatUnits } from "viem";
import { balanceOf } from "../stack/tokens.ts";
import { inFirefox } from "./driven/passkeys.ts";
import { getWorld, newUser, options, press, shoot } from "./harness.ts";

for (const place of ["cross", "frame", "app"] as const) {
  Deno.test(`demo, ${place}: connect, send, sign, disconnect`, options, () => clickThrough(place));
}

/** Reads the TUSD balance of the demo's friend from the chain: the page may lag behind. */
async function friendBalance(): Promise<number> {
  const { stack } = await getWorld();
  const [token] = stack.tokens;
  const friend = "0x000000000000000000000000000000000000bEEF";
  const balance = await balanceOf(stack, token.address, friend);
  return Number(formatUnits(balance, token.decimals));
}

async function clickThrough(place: "cross" | "frame" | "app"): Promise<void> {
  const { demoUrl } = await getWorld();
  await using user = await newUser();
  const page = await user.context.newPage();
  await page.goto(demoUrl);
  await page.getByTestId(`mode-${place}`).click();
  await page.getByTestId("connect").waitFor();
  await shoot(page, `demo-start-${place}`);

  /** Clicks something on the page and answers the dialog that it opens. */
  const approve = async (testId: string, ...buttons: string[]) => {
    // Firefox does not report what covers a frame: a window takes its place.
    const popup = place === "cross" || (place === "frame" && inFirefox)
      ? page.waitForEvent("popup")
      : null;
    await page.getByTestId(testId).click();
    const window = await popup;
    const frame = "dialog[data-sdk-frame]";
    const dialog = window ?? (place === "frame" ? page.frameLocator(`${frame} iframe`) : page);
    for (const button of buttons) await press(dialog, button);
    if (window !== null && !window.isClosed()) await window.waitForEvent("close");
    if (window === null && place === "frame") {
      await page.locator(frame).waitFor({ state: "detached" });
    }
  };

  await approve("connect", "sdk-create", "sdk-skip");
  await page.getByTestId("address").waitFor();
  assertMatch(await page.getByTestId("address").innerText(), /0x[0-9a-fA-F]{4,}/);

  // Each visit sends the friend 20 TUSD more.
  const before = await friendBalance();
  await approve("send", "sdk-confirm");
  await page.locator("[data-testid=send-status][data-status='200']").waitFor();
  await page.waitForFunction(
    `parseFloat(document.querySelector("[data-testid=friend-balance]").textContent) === ${
      before + 20
    }`,
  );
  await shoot(page, `demo-sent-${place}`);

  await approve("sign", "sdk-confirm");
  await page.locator("[data-testid=verify-result][data-valid=true]").waitFor();
  await shoot(page, `demo-signed-${place}`);

  await approve("show-account", "sdk-done");
  assertEquals(await page.getByTestId("error").count(), 0);

  await page.reload();
  await page.getByTestId("address").waitFor();

  await page.getByTestId("disconnect").click();
  await page.getByTestId("connect").waitFor();
  await page.reload();
  await page.getByTestId("connect").waitFor();
  assertEquals(user.problems, []);
}
