import { expect, test } from "@playwright/test";
import { givePasskeys, press } from "@sdk/core/testing";

/** The service of the API key. */
const service = process.env.ACCT_SERVICE ?? "http://localhost:8787";

test("a new user connects, rejects once, and signs", async ({ context, page }) => {
  const passkeys = await givePasskeys(context, service);
  await page.goto("/");

  /** Clicks a button of the page, and one of the wallet's window. */
  const ask = async (button: string, answer: string) => {
    const opened = page.waitForEvent("popup");
    await page.locator(button).click();
    const wallet = await opened;
    await press(wallet, answer);
    if (!wallet.isClosed()) await wallet.waitForEvent("close");
  };

  await ask("#connect", "sdk-create");
  await expect(page.locator("#address")).toHaveText(/^0x[0-9a-fA-F]{40}$/);
  expect(passkeys.prompts.map(({ kind }) => kind)).toEqual(["create"]);

  await ask("#sign", "sdk-cancel");
  await expect(page.locator("#problem")).not.toBeEmpty();

  await ask("#sign", "sdk-confirm");
  await expect(page.locator("#signature")).toHaveText(/^0x[0-9a-f]{100,}$/);
  expect(passkeys.prompts.map(({ kind }) => kind)).toEqual(["create", "get"]);
});
