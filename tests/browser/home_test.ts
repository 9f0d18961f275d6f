/** The wallet host's own page: permissions and approvals of the account, and their revocation. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import type { ListedPermission } from "../../core/permission/details.ts";
import {
  getWorld,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
  unfold,
} from "./harness.ts";

const mode = "CrossPlatform";
const NATIVE = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

Deno.test("home: permissions are listed with their remainder, and revoked", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode });
  const { app } = user;
  const [usd, test] = stack.tokens;
  for (const token of [usd, test, usd]) {
    const asked = await openRequest(app, mode, "wallet_grantPermissions", [{
      expiry: Math.floor(Date.now() / 1000) + 86_400,
      spender: `0x${"e5".repeat(20)}`,
      permissions: { spends: [{ token: token.address, allowance: "7000000", unit: "week" }] },
    }]);
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);
  }
  const secondId = stack.second!.id;
  const there = await openRequest(app, mode, "wallet_grantPermissions", [{
    chainId: `0x${secondId.toString(16)}`,
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    spender: `0x${"e5".repeat(20)}`,
    permissions: { spends: [{ token: NATIVE, allowance: "7000000", unit: "week" }] },
    capabilities: { paymasterService: { url: `${stack.serverUrl}/v1/paymaster/${secondId}` } },
  }]);
  await press(there.dialog, "sdk-confirm");
  assertEquals((await there.answer()).error, undefined);
  const list = async (remaining = false) =>
    (await app.ask<ListedPermission[]>("wallet_getPermissions", [{ remaining }])).result!;
  assertEquals((await list(true)).map(({ spends }) => spends[0]!.remaining), [
    "7000000",
    "7000000",
    "7000000",
  ]);

  const home = await user.context.newPage();
  await home.goto(`${stack.keysUrl}/#/apps`);
  await home.getByTestId("home-permission").first().waitFor();
  await shoot(home, "home");
  assertEquals(await home.getByTestId("home-permission").count(), 4);
  const text = (await home.getByTestId("home-account").innerText()).replace(/\s/g, " ");
  for (const part of ["7 TUSD", "TEST", "localhost"]) {
    assert(text.toLowerCase().includes(part.toLowerCase()), `${part} is not in:\n${text}`);
  }

  await home.getByTestId("home-revoke").first().click();
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-permission] >> nth=3").waitFor({ state: "detached" });
  // One button and one passkey prompt for both networks.
  await home.getByTestId("home-revoke-all").click();
  await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  assertEquals(await home.getByTestId("sdk-further-network").count(), 1);
  await shoot(home, "revoke-all");
  await press(home, "sdk-confirm");
  await home.getByTestId("home-none").waitFor();
  assertEquals(await list(), []);
  assertEquals(user.problems, []);
});
Deno.test("home: balances, activity, and sites that can be cut off", options, async () => {
  const { stack, otherAppUrl } = await getWorld();
  await using user = await newOwner({ mode });
  const { account: address, app } = user;
  const [usd] = stack.tokens;
  await stack.mint(usd.address, address, 12_500_000n);
  const sent = await openRequest<string>(app, mode, "eth_sendTransaction", [{
    to: `0x${"e6".repeat(20)}`,
  }]);
  await press(sent.dialog, "sdk-confirm");
  assertEquals((await sent.answer()).error, undefined);
  // Another site of the same user, connected to the same account.
  const other = await openApp(user, { mode, url: otherAppUrl });
  const connecting = await openRequest<string[]>(other, mode, "eth_requestAccounts");
  await press(connecting.dialog, "sdk-continue");
  assertEquals((await connecting.answer()).result, [address]);

  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-balance").first().waitFor();
  assert((await home.getByTestId("home-balance").first().innerText()).includes("12.5"));
  await home.locator("[data-testid=home-activity][data-kind=sent][data-status='200']").waitFor();
  await shoot(home, "home-whole");
  await home.getByTestId("home-tab-apps").click();
  await home.getByTestId("home-site").first().waitFor();
  assertEquals(await home.getByTestId("home-site").count(), 2);

  // Disconnected: its session ends with its next request, and the other site's does not.
  const own = new URL(app.page.url()).host;
  await home.locator(`[data-testid=home-site]:has-text("${own}") button`).click();
  assertEquals(await home.getByTestId("home-site").count(), 1);
  await app.page.bringToFront();
  const refused = await openRequest(app, mode, "personal_sign", ["0x00", address]);
  assertEquals((await refused.answer()).error!.data.cause, "connection_revoked");
  assertEquals((await app.ask("eth_accounts")).result, []);
  assertEquals((await other.ask("eth_accounts")).result, [address]);
  const again = await openRequest<string[]>(app, mode, "eth_requestAccounts");
  await press(again.dialog, "sdk-continue");
  assertEquals((await again.answer()).result, [address]);
  assertEquals(user.problems, []);
});
Deno.test("home: an account is made here, named, and found again", options, async () => {
  const { stack } = await getWorld();
  await using user = await newUser();
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-account").waitFor();
  const address = await home.getByTestId("home-account").getAttribute("data-address");
  assertMatch(address!, /^0x[0-9a-fA-F]{40}$/);

  await home.getByTestId("home-tab-security").click();
  await unfold(home, "home-owner");
  await home.getByTestId("home-rename").click();
  await home.getByTestId("home-name").fill("  \u202eMy phone\u200b ");
  await home.getByTestId("home-save-name").click();
  await home.locator("[data-testid=home-account-name]:has-text('My phone')").waitFor();
  await shoot(home, "home-renamed");
  await home.reload();
  assertEquals(await home.getByTestId("home-account-name").innerText(), "My phone");

  // A device without data finds it by its passkey.
  await home.evaluate("localStorage.clear()");
  await home.reload();
  await home.getByTestId("home-sign-in-existing").click();
  await home.getByTestId("home-account").waitFor();
  assertEquals(await home.getByTestId("home-account").getAttribute("data-address"), address);
  // An app then offers this account by its name.
  const app = await openApp(user, { mode });
  const asked = await openRequest<string[]>(app, mode, "eth_requestAccounts");
  await press(asked.dialog, "sdk-continue");
  assertEquals((await asked.answer()).result, [address]);
  assertEquals(user.problems, []);
});

Deno.test(
  "home: axe reports no problems, in each language, light and dark, at 320 pixels",
  options,
  async () => {
    const { stack } = await getWorld();
    const axe = await Deno.readTextFile(await locateOne(`${versions.axe}/axe.min.js`));
    for (
      const [locale, colorScheme] of [
        ["en", "light"],
        ["de", "dark"],
        ["ar", "light"],
        ["ar", "dark"],
        ["es", "light"],
        ["ja", "dark"],
      ]
    ) {
      await using user = await newUser({
        locale,
        colorScheme,
        viewport: { width: 320, height: 640 },
      });
      const home = await user.context.newPage();
      await home.goto(stack.keysUrl);
      const look = async (state: string) => {
        await home.evaluate(`${axe}; undefined`);
        // While a page fades in, its colours are not the final ones.
        await home.evaluate(`Promise.all(document.getAnimations()
          .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished.catch(() => {}))).then(() => {})`);
        const found = await home.evaluate(`axe.run().then(({ violations }) => violations.flatMap(
        ({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`);
        const wide = await home.evaluate("document.documentElement.scrollWidth > 320");
        assertEquals(await home.evaluate("document.documentElement.lang"), locale);
        assertEquals([found, wide], [[], false], `${state}, ${locale}, ${colorScheme}`);
      };
      await home.getByTestId("home-sign-in").waitFor();
      await look("empty");
      await home.getByTestId("home-sign-in").click();
      await home.getByTestId("home-no-balance").waitFor();
      await look("with an account");
      await shoot(home, `home-${locale}-${colorScheme}`);
      for (
        const [place, shown] of [
          ["activity", "home-no-activity"],
          ["collectibles", "home-no-items"],
          ["apps", "home-no-sites"],
          ["receive", "home-receive-on"],
          ["bring", "home-bring-from"],
          ["accounts", "home-choice"],
          ["privacy", "home-privacy"],
          ["lost", "home-lost-page"],
          ["settings", "home-language"],
          ["contacts", "home-contact-new"],
          ["request", "home-request-amount"],
          ["recovery", "home-recovery"],
          ["friend", "friend-link"],
          ["regain", "friend-find"],
          ["file", "home-file"],
          ["security", "home-owner"],
        ]
      ) {
        await home.evaluate(`location.hash = "#/${place}"`);
        await home.getByTestId(shown!).first().waitFor();
        if (place === "privacy") await home.getByTestId("home-build").waitFor();
        if (place === "security") {
          await unfold(home, "home-owner");
          await home.getByTestId("home-rename").click();
          await home.getByTestId("home-name").waitFor();
        }
        await look(place!);
      }
    }
  },
);
