/** The wallet's own page: contacts, permissions and approvals, and a lost device. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { encodeFunctionData, erc20Abi, maxUint256 } from "viem";
import { user as stackUser } from "../stack/support/client.ts";
import { claimName } from "../stack/names/names.ts";
import { until } from "../../scripts/stack/patience.ts";
import {
  getWorld,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
  undisturbed,
  unfold,
} from "./harness.ts";

const mode = "CrossPlatform";
const phone = { viewport: { width: 390, height: 760 }, locale: "en" };
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "").replaceAll("\xa0", " ");

Deno.test(
  "people: a contact is added by its ENS name, renamed, sent to, and removed",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newUser(phone);
    const home = await user.context.newPage();
    await home.goto(stack.keysUrl);
    await home.getByTestId("home-sign-in").click();
    await home.getByTestId("home-account").waitFor();
    const address = await home.getByTestId("home-account").getAttribute("data-address");
    await stack.mint(stack.tokens[0].address, address as `0x${string}`, 5_000_000n);
    const mia = stackUser(17);
    assertEquals((await claimName(stack, mia, "miastar")).result, { name: "miastar.demo.eth" });

    await home.getByTestId("home-open-settings").click();
    await shoot(home, "settings");
    await home.getByTestId("home-settings-contacts").click();
    await home.getByTestId("home-no-contacts").waitFor();
    await home.getByTestId("home-contact-new").click();
    await home.getByTestId("home-contact-to").fill("MiaStar.demo.eth");
    await home.locator("[data-testid=home-send-found] code").waitFor();
    await home.getByTestId("home-contact-name").fill("\u202eMia\u200b");
    await home.getByTestId("home-contact-add").click();
    const row = home.getByTestId("home-contact-row");
    await row.waitFor();
    await unfold(home, "home-contact-row");
    await home.getByTestId("home-rename").click();
    await home.getByTestId("home-name").fill("Mia Star");
    await home.getByTestId("home-save-name").click();
    await home.locator("[data-testid=home-contact-row]:has-text('Mia Star')").waitFor();
    assert((await row.innerText()).replace(/\s/g, "").includes(mia.account.address));
    await shoot(home, "contacts");

    // The dialog has the name, and the number of earlier transfers.
    const send = async () => {
      await home.goto(`${stack.keysUrl}/#/send`);
      await home.getByTestId("home-contact").click();
      await home.getByTestId("home-send-amount").fill("1");
      await home.getByTestId("home-send-go").click();
      await home.getByTestId("sdk-who").waitFor();
      const who = plain(await home.getByTestId("sdk-who").innerText()).replace(/\s+/g, " ");
      await press(home, "sdk-confirm");
      await home.getByTestId("home-activity").first().waitFor();
      await undisturbed(home);
      return who;
    };
    assertEquals(await send(), "Mia Star First time");
    assertEquals(await send(), "Mia Star Sent once");

    await home.goto(`${stack.keysUrl}/#/contacts`);
    await unfold(home, "home-contact-row");
    await home.getByTestId("home-contact-remove").click();
    await home.getByTestId("home-no-contacts").waitFor();
    // Without a name set by the user, the verified one is displayed there.
    await home.goto(`${stack.keysUrl}/#/send`);
    await home.getByTestId("home-send-to").fill(mia.account.address);
    await home.getByTestId("home-send-amount").fill("1");
    await home.getByTestId("home-send-go").click();
    await home.locator("[data-testid=sdk-who]:has-text('miastar.demo.eth')").waitFor();
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "people: contract allowances are listed, and revoked in one operation",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newOwner({ mode });
    const { app } = user;
    const [usd, test] = stack.tokens;
    const [shop, router] = [`0x${"e7".repeat(20)}`, `0x${"e8".repeat(20)}`] as const;
    const approve = (to: `0x${string}`, spender: `0x${string}`, amount: bigint) => ({
      to,
      data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, amount] }),
    });
    const asked = await openRequest(app, mode, "wallet_sendCalls", [{
      version: "2.0.0",
      chainId: `0x${stack.chainId.toString(16)}`,
      atomicRequired: true,
      calls: [approve(usd.address, shop, 7_000_000n), approve(test.address, router, maxUint256)],
    }]);
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);

    const home = await user.context.newPage();
    await home.goto(`${stack.keysUrl}/#/apps`);
    await home.locator("[data-testid=home-approval] >> nth=1").waitFor();
    await shoot(home, "approvals");
    const texts = [0, 1].map((nth) => home.locator(`[data-testid=home-approval] >> nth=${nth}`));
    const said = (await Promise.all(texts.map((each) => each.innerText()))).map(plain).join("\n");
    assertMatch(said, /0xE7[^]* may take up to 7 TUSD/i);
    assertMatch(said, /0xE8[^]* may take all your TEST/i);
    const prompts = user.passkeys.prompts.length;
    await home.getByTestId("home-approvals-end").click();
    await press(home, "sdk-confirm");
    await home.getByTestId("home-approval").first().waitFor({ state: "detached" });
    assertEquals(user.passkeys.prompts.length - prompts, 1);
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "people: removing a lost device removes its passkey and the apps' permissions",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newOwner({ mode });
    const { app } = user;
    const asked = await openRequest(app, mode, "wallet_grantPermissions", [{
      expiry: Math.floor(Date.now() / 1000) + 86_400,
      spender: `0x${"e5".repeat(20)}`,
      permissions: {
        spends: [{ token: stack.tokens[0].address, allowance: "7000000", unit: "week" }],
      },
    }]);
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);
    const home = await user.context.newPage();
    await home.goto(`${stack.keysUrl}/#/security`);
    await home.getByTestId("home-owner").waitFor();
    // The only passkey cannot be taken away from here.
    await home.getByTestId("home-device").click();
    await unfold(home, "home-step-replace");
    await home.getByTestId("home-device-none").waitFor();
    user.passkeys.elsewhere = true;
    await home.setViewportSize({ width: 390, height: 844 });
    await home.getByTestId("home-replace").click();
    await home.getByTestId("sdk-passkey-name").fill("Old phone");
    // On a phone, a dialog of the home is a sheet as high as its content, and the page stays visible.
    await until("the sheet ends at the bottom", async () => {
      const card = await home.locator("[part=card]:visible").boundingBox();
      return card !== null && card.y > 300 && Math.round(card.y + card.height) === 844;
    });
    assertEquals(await home.locator("[part=scrim]").isVisible(), true);
    await home.setViewportSize({ width: 1000, height: 760 });
    await press(home, "sdk-confirm");
    await home.locator("[data-method=acct_changeOwners]").waitFor();
    user.passkeys.elsewhere = false;
    await press(home, "sdk-confirm");
    await undisturbed(home);
    await unfold(home, "home-step-remove");
    await home.getByTestId("home-device-remove").waitFor();
    await shoot(home, "lost-device");
    assertEquals(
      plain((await home.getByTestId("home-device-remove").getAttribute("aria-label"))!),
      "Remove Old phone everywhere",
    );
    await home.getByTestId("home-device-remove").click();
    await press(home, "sdk-confirm");
    await home.getByTestId("home-device-removed").waitFor();
    // The account is not on the second network yet, which is said and not counted.
    await home.getByTestId("home-device-absent").waitFor();
    await undisturbed(home);
    await home.getByTestId("home-end-access").click();
    await press(home, "sdk-confirm");
    await home.getByTestId("home-end-access").waitFor({ state: "detached" });
    await undisturbed(home);
    await home.getByTestId("home-disconnect-all").click();
    await home.locator("[data-testid=home-step-access].done").waitFor();
    await shoot(home, "lost-device-done");
    // The site must connect again.
    await app.page.bringToFront();
    assertEquals(
      (await openRequest(app, mode, "personal_sign", ["0x00", user.account]).then((each) =>
        each.answer()
      )).error!.data.cause,
      "connection_revoked",
    );
    assertEquals(user.problems, []);
  },
);

Deno.test("people: balances have a value in the operator's currency", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode });
  const [usd, test] = stack.tokens;
  await stack.mint(usd.address, user.account, 12_500_000n);
  await stack.mint(test.address, user.account, 10n ** 18n);
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-total").waitFor();
  await home.locator("[data-testid=home-balance]:has-text('$12.50')").waitFor();
  // One of the two has no price: the total reports it, and its row shows no price.
  await home.locator("[data-testid=home-total] summary").click();
  const total = plain(await home.getByTestId("home-total").innerText()).replace(/\s+/g, " ");
  assertMatch(total, /\$12\.50 Excludes tokens without a price/);
  const other = home.locator("[data-testid=home-balance]:has-text('TEST')");
  assert(!(await other.innerText()).includes("$"));
  await shoot(home, "total");
  assertEquals(user.problems, []);
});

Deno.test(
  "people: an app opens the wallet's own page, connected or not, and gets no data of it",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newUser();
    const app = await openApp(user, { mode });
    const asked = await openRequest<null>(app, mode, "acct_openWallet");
    const home = asked.dialog;
    await home.getByTestId("home-sign-in").waitFor();
    assertEquals(new URL(home.url()).href, new URL("/", stack.keysUrl).href);
    // It resolves immediately, while the page stays open; neither affects the other.
    assertEquals((await app.answer(0)).result, null);
    assertEquals(await home.evaluate("globalThis.opener === null"), true);
    // A browser that blocks the window lets a new click open it, or none.
    await app.page.evaluate(
      // Both attempts without a click fail, with features and without.
      "globalThis.open = () => globalThis.opened++ > 1 ? {} : null; globalThis.opened = 0",
    );
    const position = await app.send("acct_openWallet");
    await app.page.locator("[data-sdk-popup-blocked] button").first().click();
    assertEquals((await app.answer(position)).result, null);
    await app.page.evaluate("globalThis.open = () => null");
    const refused = await app.send("acct_openWallet");
    await app.page.locator("[data-sdk-popup-blocked] button >> nth=1").click();
    assertEquals((await app.answer(refused)).error!.data.cause, "popup_blocked");
    assertEquals(user.problems, []);
  },
);
