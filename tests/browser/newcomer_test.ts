/**
 * A newcomer at the wallet's own page: one test per sentence, without an address of the account
 * typed and without hex read.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { privateKeyToAccount } from "viem/accounts";
import { parseEther } from "viem";
import { readExport } from "../../core/account/owners/record.ts";
import { serveHost } from "../../host/mod.ts";
import { buildRescue } from "../../scripts/build_rescue.ts";
import { buildPage, hostPage } from "../../scripts/stack/pages.ts";
import { until } from "../../scripts/stack/patience.ts";
import { user as stackUser } from "../stack/support/client.ts";
import { claimName } from "../stack/names/names.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import {
  getWorld,
  newUser,
  openApp,
  openRecoveryAddress,
  openRequest,
  options,
  press,
  undisturbed,
  type User,
} from "./harness.ts";
import type { Page } from "./playwright.ts";

const mode = "CrossPlatform";
const friend = `0x${"c7".repeat(20)}` as const;
const phone = { viewport: { width: 390, height: 760 }, locale: "en" };

const test = (name: string, run: () => Promise<void>) =>
  Deno.test(`newcomer: ${name}`, options, run);

/** Path of the service's configuration. */
const CONFIGURATION = "/.well-known/acct-configuration";

/** The service's configuration, as far as the test changes it. */
interface Configuration {
  readonly faucet?: string;
}

/** Opens the page and creates an account. Returns the address as the page displays it. */
async function arrive(user: User): Promise<{ home: Page; address: `0x${string}` }> {
  const { stack } = await getWorld();
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-account").waitFor();
  const address = await home.getByTestId("home-account").getAttribute("data-address");
  return { home, address: address as `0x${string}` };
}

test("creates an account, and gets the first steps", async () => {
  await using user = await newUser(phone);
  const { home } = await arrive(user);
  await home.getByTestId("home-no-balance").waitFor();
  assertMatch(await home.getByTestId("home-no-balance").innerText(), /Nothing here yet/);
  assertEquals(await home.title(), "Your wallet");
  assertEquals(user.problems, []);
});

test("receives: the code contains the address, and incoming transfers are displayed", async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const { home, address } = await arrive(user);
  await home.getByTestId("home-receive").click();
  await home.getByTestId("home-qr").waitFor();
  const shown = await home.getByTestId("home-address").innerText();
  assertEquals(shown.replace(/\s/g, ""), address);
  assertMatch(await home.getByTestId("home-receive-on").innerText(), /Local.*Second/);
  await home.getByTestId("home-back").click();
  await stack.mint(stack.tokens[0].address, address, 12_500_000n);
  await home.reload();
  await home.getByTestId("home-balance").first().waitFor();
  assertMatch(await home.getByTestId("home-balance").first().innerText(), /TUSD[^]*12\.5/);
  assertEquals(user.problems, []);
});

test("gets test money only if the local stack provides it", async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const { home, address } = await arrive(user);
  await home.getByTestId("home-test-money").click();
  await home.getByTestId("home-balance").first().waitFor();
  await until("all of it is there", async () => {
    const ether = await stack.node.request<string>("eth_getBalance", [address, "latest"]);
    const [usd, test] = await Promise.all(
      stack.tokens.map((token) => balanceOf(stack, token.address, address)),
    );
    return BigInt(ether) === parseEther("10") && usd === 1_000_000_000n &&
      test === 1_000n * 10n ** 18n;
  });
  assertEquals(user.problems, []);

  const changes = [
    ({ faucet: _, ...configuration }: Configuration) => configuration,
    (configuration: Configuration) => ({ ...configuration, faucet: "0x1" }),
  ];
  const served: Configuration = await (await fetch(`${stack.serverUrl}${CONFIGURATION}`)).json();
  let told = "";
  let answers = 0;
  await user.context.route(`**${CONFIGURATION}`, async (route) => {
    await route.fulfill({
      status: 200,
      headers: { "access-control-allow-origin": "*", "content-type": "application/json" },
      body: told,
    });
    answers++;
  });
  for (const [index, change] of changes.entries()) {
    told = JSON.stringify(change(served));
    await home.reload();
    await until("the configuration was read", () => Promise.resolve(answers > index));
    await home.getByTestId("home-balance").first().waitFor();
    assertEquals(await home.getByTestId("home-test-money").count(), 0);
  }
});

test("sends to a name and to a contact, and reads the result afterwards", async () => {
  const { stack } = await getWorld();
  const [usd] = stack.tokens;
  await using user = await newUser(phone);
  const { home, address } = await arrive(user);
  await stack.mint(usd.address, address, 12_500_000n);
  await home.reload();
  await home.getByTestId("home-balance").first().waitFor();
  const before = await balanceOf(stack, usd.address, friend);
  const mia = stackUser(7);
  assertEquals((await claimName(stack, mia, "miamoon")).result, { name: "miamoon.demo.eth" });
  await home.getByTestId("home-send").click();
  // An impossible recipient or amount is rejected, and the button stays disabled.
  await home.getByTestId("home-send-to").fill("0x1234");
  assertMatch(await home.getByTestId("home-send-found").innerText(), /isn.t an address/);
  await home.getByTestId("home-send-to").fill(address);
  assertMatch(await home.getByTestId("home-send-found").innerText(), /account you’re sending from/);
  await home.getByTestId("home-send-to").fill("nothing.eth");
  await home.locator("[data-testid=home-send-found]:has-text('has no address on')").waitFor();
  // A name is looked up, and its address is shown in full.
  await home.getByTestId("home-send-to").fill("MiaMoon.demo.eth");
  await home.locator("[data-testid=home-send-found] code").waitFor();
  const found = (await home.getByTestId("home-send-found").innerText()).replace(/\s/g, "");
  assertEquals(found.toLowerCase(), `miamoon.demo.eth${mia.account.address}`.toLowerCase());
  await home.getByTestId("home-send-amount").fill("1");
  await home.getByTestId("home-send-go").click();
  await press(home, "sdk-confirm");
  await until(
    "it is there",
    async () => await balanceOf(stack, usd.address, mia.account.address) === 1_000_000n,
  );
  // A recipient that is no contact can be saved afterwards, and keeps the verified name.
  await home.getByTestId("home-sent").waitFor();
  assertMatch(
    (await home.getByTestId("home-sent").innerText()).replace(/[\u2066-\u2069]/g, ""),
    /Sent 1.TUSD to miamoon\.demo\.eth/,
  );
  await home.getByTestId("home-send-keep").click();
  assertEquals(await home.getByTestId("home-send-contact").inputValue(), "miamoon.demo.eth");
  await home.getByTestId("home-send-done").click();
  await home.getByTestId("home-send").click();
  await home.getByTestId("home-send-to").fill(friend);
  await home.getByTestId("home-send-amount").fill("13");
  assertEquals(await home.locator("[data-testid=home-send-go][disabled]").count(), 1);
  await home.getByTestId("home-send-amount").fill("2.5");
  assertEquals(await home.getByTestId("home-send-contact").count(), 0);
  await home.getByTestId("home-send-go").click();
  await press(home, "sdk-confirm");
  await home.getByTestId("home-sent").waitFor();
  await undisturbed(home);
  await home.getByTestId("home-send-keep").click();
  await home.getByTestId("home-send-contact").fill("Mia");
  await home.getByTestId("home-send-save").click();
  const sent = home.locator(
    "[data-testid=home-activity][data-status='200']:has-text('−2.5')",
  );
  await sent.first().waitFor();
  const words = await sent.first().locator(".row-text").innerText();
  const row = words.replace(/[\u2066-\u2069]/g, "").replaceAll("\xa0", " ");
  assertMatch(row, /^Sent to Mia\n\d/);
  const moved = await sent.first().locator(".row-amount").innerText();
  assertEquals(moved.replaceAll("\xa0", " ").split(/\s*\n\s*/), ["−2.5 TUSD", "$2.50"]);
  assertEquals(await balanceOf(stack, usd.address, friend) - before, 2_500_000n);

  // All of the rest, to the contact.
  await home.getByTestId("home-send").click();
  const faces = home.getByTestId("home-contact");
  await faces.locator("bdi:has-text('miamoon.demo.eth')").waitFor();
  assertEquals(await faces.allInnerTexts(), ["Mia", "miamoon.demo.eth"]);
  await faces.first().click();
  await home.getByTestId("home-send-max").click();
  await home.waitForFunction(
    `document.querySelector("[data-testid=home-send-amount]").value === "9"`,
  );
  await home.getByTestId("home-send-go").click();
  await press(home, "sdk-confirm");
  await until(
    "all of it is there",
    async () => await balanceOf(stack, usd.address, friend) - before === 11_500_000n,
  );
  // The details of the row repeat it, and link back.
  await home.locator("[data-testid=home-activity] >> nth=2").waitFor();
  await home.getByTestId("home-activity").first().click();
  await home.getByTestId("home-detail").waitFor();
  assertMatch(await home.getByTestId("home-detail").innerText(), /Mia/);
  await home.goBack();
  // Nothing is left to send.
  await home.getByTestId("home-no-balance").waitFor();
  assertEquals(await home.getByTestId("home-send").count(), 0);
  assertEquals(user.problems, []);
});

test("finds an app's permissions, and revokes them", async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const { home } = await arrive(user);
  const app = await openApp(user, { mode });
  const connecting = await openRequest(app, mode, "eth_requestAccounts");
  await press(connecting.dialog, "sdk-continue");
  assertEquals((await connecting.answer()).error, undefined);
  const asked = await openRequest(app, mode, "wallet_grantPermissions", [{
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    spender: `0x${"e5".repeat(20)}`,
    permissions: {
      spends: [{ token: stack.tokens[0].address, allowance: "7000000", unit: "week" }],
    },
  }]);
  await press(asked.dialog, "sdk-confirm");
  assertEquals((await asked.answer()).error, undefined);
  // The account's dialog leads here.
  const shown = await openRequest(app, mode, "acct_showAccount");
  await shown.dialog.getByTestId("sdk-manage").waitFor();
  assertEquals(
    await shown.dialog.getByTestId("sdk-manage").getAttribute("href"),
    `${new URL(stack.keysUrl).origin}/`,
  );
  await press(shown.dialog, "sdk-done");
  await shown.answer();
  await home.bringToFront();
  await home.getByTestId("home-tab-apps").click();
  await home.getByTestId("home-permission").waitFor();
  const text = (await home.getByTestId("home-site").innerText())
    .replace(/[\u2066-\u2069]/g, "").replaceAll("\xa0", " ");
  const { host } = new URL(app.page.url());
  assert(text.includes(host) && text.includes("7 left of 7 TUSD a week"), text);
  await home.getByTestId("home-revoke").click();
  await press(home, "sdk-confirm");
  await home.getByTestId("home-none").waitFor();
  assertEquals(user.problems, []);
});

test("adds a recovery address, saves the file, and is reminded after a change", async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const { home, address } = await arrive(user);
  const recovery = privateKeyToAccount(`0x${"5e".repeat(32)}`).address;
  await stack.fund(address, parseEther("1"));
  await home.getByTestId("home-tab-security").click();
  await home.getByTestId("home-owner").waitFor();
  await home.getByTestId("home-do-file").click();
  const save = async () => {
    const saving = home.waitForEvent("download");
    await home.getByTestId("home-save-file").click();
    const file = await saving;
    return JSON.parse(await Deno.readTextFile(await file.path!()));
  };
  const first = await readExport(await save());
  assertEquals(first.account.address, address);
  await home.locator("[data-testid=home-file][data-outdated=false]").waitFor();
  await home.getByTestId("home-file-saved").waitFor();
  await home.getByTestId("home-back").click();
  await openRecoveryAddress(home);
  await home.getByTestId("home-recovery").fill(recovery);
  await home.getByTestId("home-add-recovery").click();
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-check-file]:has-text('Save it again')").waitFor();
  // No network has the account yet, so no one could start a recovery.
  assertMatch(
    await home.getByTestId("home-check-recovery").innerText(),
    /Create your account on .*One more step, and your recovery is ready/s,
  );
  await home.getByTestId("home-do-recovery").click();
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-check-recovery].done").waitFor();
  await home.getByTestId("home-tab-home").click();
  await home.getByTestId("home-reminder").click();
  await home.getByTestId("home-file-old").waitFor();
  const second = await readExport(await save());
  assertEquals(second.history.steps.size, 1);
  await home.locator("[data-testid=home-file][data-outdated=false]").waitFor();
  // The rescue page is served from the same address.
  const saving = home.waitForEvent("download");
  await home.getByTestId("home-rescue").click();
  const rescue = await saving;
  assertEquals(rescue.suggestedFilename!(), "rescue.html");
  assertEquals(await Deno.readTextFile(await rescue.path!()), await buildRescue());
  assertEquals(user.problems, []);
});

test("chooses language, currency and appearance, which the dialogs use too", async () => {
  const { stack } = await getWorld();
  await using user = await newUser({ ...phone, colorScheme: "light" });
  const { home, address } = await arrive(user);
  await stack.mint(stack.tokens[0].address, address, 11_600_000n);
  await home.getByTestId("home-open-settings").click();
  await home.getByTestId("home-currency").selectOption("EUR");
  await home.getByTestId("home-theme").selectOption("dark");
  const scheme = "getComputedStyle(document.documentElement).colorScheme";
  assertEquals(await home.evaluate(scheme), "dark");
  await home.getByTestId("home-language").selectOption("de");
  await home.locator("h1:has-text('Einstellungen')").waitFor();
  assertEquals(await home.evaluate("document.documentElement.lang"), "de");
  await home.goto(`${stack.keysUrl}/#/home`);
  await home.reload();
  await home.locator("[data-testid=home-total]:has-text('10,00')").waitFor();
  assertMatch(await home.getByTestId("home-total").innerText(), /10,00\s€/);
  assertEquals(await home.evaluate(scheme), "dark");

  // The window of a site, too.
  const app = await openApp(user, { mode });
  const connecting = await openRequest(app, mode, "eth_requestAccounts");
  await press(connecting.dialog, "sdk-continue");
  assertEquals((await connecting.answer()).error, undefined);
  const sending = await openRequest(app, mode, "eth_sendTransaction", [{
    to: stack.tokens[0].address,
    data: transferData(friend, 5_800_000n),
  }]);
  await sending.dialog.locator("[data-testid=sdk-worth]:has-text('5,00')").waitFor();
  assertMatch(await sending.dialog.getByTestId("sdk-worth").innerText(), /5,00\s€/);
  const card = "document.querySelector('[data-sdk-modal-container]').shadowRoot" +
    ".querySelector('[data-testid=sdk-card]')";
  const background = `getComputedStyle(${card}).backgroundColor`;
  assertMatch(await sending.dialog.evaluate(background), /^oklch\(0\.2/);
  await sending.dialog.getByTestId("sdk-cancel").click();
  await sending.answer();

  // Back to the device's settings.
  await home.goto(`${stack.keysUrl}/#/settings`);
  await home.getByTestId("home-theme").selectOption("auto");
  await home.getByTestId("home-language").selectOption("");
  await home.locator("h1:has-text('Settings')").waitFor();
  assertEquals(await home.evaluate(scheme), "light dark");
  assertEquals(user.problems, []);
});

test("signs out without leaving account data, and signs in again with the passkey", async () => {
  await using user = await newUser(phone);
  const { home, address } = await arrive(user);
  await home.getByTestId("home-no-balance").waitFor();
  await home.getByTestId("home-accounts").click();
  await home.getByTestId("home-sign-out").click();
  await home.getByTestId("home-sign-out-now").click();
  await home.getByTestId("home-lost").waitFor();
  const kept = await home.evaluate<string>("JSON.stringify(localStorage)");
  assert(!kept.toLowerCase().includes(address.toLowerCase()), kept);
  // The dialog starts with the passkey prompt.
  await home.getByTestId("home-sign-in-existing").click();
  await home.getByTestId("home-account").waitFor();
  assertEquals(await home.getByTestId("home-account").getAttribute("data-address"), address);
  assertEquals(user.problems, []);
});

test("the rescue page is a file to save, and never a page of the wallet's origin", async () => {
  const files = await buildPage(hostPage);
  const path = [...files.assets.keys()].find((name) => name.startsWith("/rescue-"))!;
  const { status, headers } = serveHost(files, { apiKey: () => "" })(
    new Request(`http://keys.localhost${path}`),
  );
  assertEquals([status, headers.get("content-type"), headers.get("x-content-type-options")], [
    200,
    "application/octet-stream",
    "nosniff",
  ]);
  assertMatch(headers.get("content-security-policy")!, /default-src 'none'/);
});
