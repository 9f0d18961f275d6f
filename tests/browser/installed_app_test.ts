/**
 * Pages as installed apps (`display-mode: standalone`). Their windows open without features only.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { createAccount, newUser, openApp, openRequest, options, press } from "./harness.ts";

const mode = "CrossPlatform";

/** Lets `window.open` succeed without features only, or never. */
const windowsOf = (kind: "plain" | "none") =>
  `(() => {
    const { open } = window;
    window.open = (url, target, features) =>
      features || ${kind === "none"} ? null : open.call(window, url, target);
  })()`;

Deno.test(
  "installed app: the wallet opens in a plain window, in the same click",
  options,
  async () => {
    await using user = await newUser();
    await user.context.addInitScript({ content: windowsOf("plain") });
    const app = await openApp(user, { mode });
    const address = await createAccount(app, mode);
    const asked = await openRequest<string>(app, mode, "personal_sign", ["0x6869", address]);
    await press(asked.dialog, "sdk-confirm");
    assertMatch((await asked.answer()).result!, /^0x/);
    assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 0);
  },
);

Deno.test("installed app: if no window opens, the error names a way out", options, async () => {
  await using user = await newUser();
  await user.context.addInitScript({ content: windowsOf("none") });
  const app = await openApp(user, { mode });
  const answer = app.ask("eth_requestAccounts");
  await app.page.locator("[data-sdk-popup-blocked] button").first().click();
  const { error } = await answer;
  assertEquals([error!.code, error!.data.cause], [4900, "popup_blocked"]);
  assertMatch(error!.message, /installed app, open it in a browser/);
  assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 0);
});

Deno.test("session: clearing the storage disconnects at the next read", options, async () => {
  await using user = await newUser();
  const app = await openApp(user, { mode });
  await createAccount(app, mode);
  const events = () => app.page.evaluate<{ event: string }[]>("acct.events");
  const before = (await events()).length;
  await app.page.evaluate("localStorage.clear()");
  assertEquals((await app.ask("eth_accounts")).result, []);
  assertEquals((await events()).slice(before).map(({ event }) => event), [
    "accountsChanged",
    "disconnect",
  ]);
});
