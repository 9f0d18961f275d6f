/** Clicks through an example page as a user would. @module */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex } from "viem";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { getWorld, newUser, press } from "../../browser/harness.ts";

/** Connects and signs, and checks the signature on chain; sends too where the page can. */
export async function clickThrough(
  url: string,
  mode: "CrossPlatform" | "AppSpecific",
): Promise<void> {
  const { stack } = await getWorld();
  await using user = await newUser();
  const page = await user.context.newPage();
  await page.goto(url);
  const ask = async (id: string, button: string) => {
    const popup = mode === "CrossPlatform" ? page.waitForEvent("popup") : null;
    popup?.catch(() => {});
    await page.locator(`#${id}:not([disabled])`).click();
    const dialog = await popup ?? page;
    await press(dialog, button);
    if (popup !== null && !dialog.isClosed()) await dialog.waitForEvent("close");
  };
  /** Waits for the page's result; throws the problem that it shows instead. */
  const shown = async (id: string): Promise<Hex> => {
    await page.waitForFunction(
      `document.querySelector("#${id}").textContent || document.querySelector("#problem").textContent`,
    );
    assertEquals(await page.locator("#problem").innerText(), "");
    return await page.locator(`#${id}`).innerText() as Hex;
  };
  await ask("connect", "sdk-create");
  const address = await shown("address");
  await ask("sign", "sdk-confirm");
  const signature = await shown("signature");
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  assertEquals(await client.verifyMessage({ address, message: "hello", signature }), true);
  if (await page.locator("#send").count() > 0) {
    // Without a sponsor, the account pays.
    await stack.fund(address, 10n ** 18n);
    await ask("send", "sdk-confirm");
    await page.waitForFunction(
      `!["", "100"].includes(document.querySelector("#status").textContent) ||
        document.querySelector("#problem").textContent`,
    );
    assertEquals(await shown("status"), "200");
    // The account is on the chain now, and only this could have created it.
    assert(await client.getCode({ address }) !== undefined);
  }
  assertEquals(user.problems, []);
}
