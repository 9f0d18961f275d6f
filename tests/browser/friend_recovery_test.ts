/**
 * Recovery with a friend on the wallet's own page: asked, agreed, added, a new device, confirmed,
 * waited, and back in. Each user has an authenticator of Chromium with a pseudo-random function.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createTestClient, getAddress, type Hex } from "viem";
import { ownerWord } from "../../core/account/owners/key.ts";
import type { OwnersResult } from "../../core/wire/owners.ts";
import { toBase64UrlJson } from "../../pay/protocols/encoding.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { until } from "../../scripts/stack/patience.ts";
import { call } from "../stack/support/client.ts";
import { balanceOf } from "../stack/support/tokens.ts";
import { inFirefox } from "./driven/passkeys.ts";
import { getWorld, options, shoot } from "./harness.ts";
import { newPhone, type Phone } from "./phone.ts";
import type { Page } from "./playwright.ts";

const test = (name: string, run: () => Promise<void>) =>
  Deno.test({ name: `friend recovery: ${name}`, ignore: inFirefox, ...options, fn: run });

/** Creates an account, and returns its address. */
async function create({ home, tap }: Phone): Promise<Hex> {
  await tap("home-sign-in");
  return await addressOn(home);
}

async function addressOn(home: Page): Promise<Hex> {
  await home.getByTestId("home-account").waitFor();
  return await home.getByTestId("home-account").getAttribute("data-address") as Hex;
}

/** Sends test dollars on the first network. */
async function send({ home, open, confirm, tap }: Phone, to: Hex, amount: string): Promise<void> {
  await open("#/send");
  await home.getByTestId("home-send-to").fill(to);
  await home.getByTestId("home-send-amount").fill(amount);
  await home.locator("[data-testid=home-send-go]:not([disabled])").waitFor();
  await tap("home-send-go");
  await confirm("sdk-confirm");
}

/** The link that a page offers to share. */
async function linkOn(home: Page): Promise<string> {
  const card = home.getByTestId("friend-link");
  await card.waitFor();
  return (await card.getAttribute("data-link"))!;
}

/** The code that a page shows. */
async function codeOn(home: Page): Promise<string> {
  const code = home.locator(`[data-testid=friend-code]:not(:has-text("…"))`);
  await code.waitFor();
  return await code.innerText();
}

const textOf = async (home: Page, testid: string) =>
  (await home.getByTestId(testid).innerText()).replace(/[\u2066-\u2069]/g, "");

/** Takes pictures in both color schemes. */
async function picture(home: Page, name: string): Promise<void> {
  for (const scheme of ["light", "dark"]) {
    await home.evaluate(`document.documentElement.style.colorScheme = "${scheme}"`);
    await shoot(home, `friend-${name}-${scheme}`);
  }
  await home.evaluate(`document.documentElement.style.colorScheme = ""`);
}

/** Moves the clock of both networks. */
async function pass(seconds: number): Promise<void> {
  const { stack } = await getWorld();
  for (const url of [stack.rpcUrl, stack.second!.rpcUrl]) {
    const client = createTestClient({ mode: "anvil", transport: patientHttp(url) });
    await client.increaseTime({ seconds });
    await client.mine({ blocks: 1 });
  }
}

/** The owners of an account, as the service returns them. */
async function ownersOf(address: Hex): Promise<OwnersResult> {
  const { stack } = await getWorld();
  const found = await call<{ account: unknown }>(stack, "acct_getAccount", [{ address }]);
  return await call<OwnersResult>(stack, "acct_getOwners", [found]);
}

const shop: Hex = `0x${"c7".repeat(20)}`;

/** Lily's account with an operation and Bob as a friend; returns Lily's address. */
async function befriend(lily: Phone, bob: Phone, draw = false): Promise<Hex> {
  const { stack } = await getWorld();
  const account = await create(lily);
  await stack.mint(stack.tokens[0].address, account, 5_000_000n);
  await lily.open("#/home");
  await send(lily, shop, "1");
  await lily.open("#/security");
  await lily.home.getByTestId("home-check-recovery").waitFor();
  if (draw) await picture(lily.home, "security-before");
  await lily.spent();
  await lily.tap("home-do-recovery");
  await lily.home.getByTestId("friend-name").fill("Lily");
  const ask = await linkOn(lily.home);
  if (draw) {
    await picture(lily.home, "ask");
    console.log("Lily asks:", await lily.spent(), "and a press to share");
  }

  // A user without an account creates one, and returns to the page.
  await bob.open(ask);
  await bob.home.getByTestId("friend-agree").waitFor();
  assertEquals(await bob.home.getByTestId("friend-help").count(), 0);
  if (draw) await picture(bob.home, "agree-first");
  await bob.tap("friend-start");
  await bob.home.getByTestId("friend-help").waitFor();
  assertMatch(await textOf(bob.home, "friend-asks"), /^“Lily” asks you to help/);
  assertEquals((await textOf(bob.home, "friend-account")).replace(/\s/g, ""), account);
  await bob.home.getByTestId("friend-name").fill("Bob");
  if (draw) await picture(bob.home, "agree");
  await bob.spent();
  await bob.tap("friend-help");
  const reply = await linkOn(bob.home);
  const code = await codeOn(bob.home);
  if (draw) {
    await picture(bob.home, "agreed");
    console.log("Bob agrees:", await bob.spent(), "and a press to share");
  }

  await lily.open(reply);
  assertEquals(await codeOn(lily.home), code);
  assertEquals(await lily.home.getByTestId("friend-name").inputValue(), "Bob");
  if (draw) await picture(lily.home, "add");
  await lily.spent();
  await lily.tap("friend-add-now");
  await lily.home.getByTestId("sdk-owner-recovers").waitFor();
  await lily.confirm("sdk-confirm");
  if (draw) console.log("Lily adds:", await lily.spent());
  const row = lily.home.locator("[data-testid=home-helpers] [data-testid=home-owner]");
  await row.waitFor();
  // The only passkey stays.
  assertEquals(await lily.home.getByTestId("home-owner-remove").count(), 1);
  assertMatch(
    (await row.innerText()).replace(/[\u2066-\u2069]/g, ""),
    /^Bob\s+Can start a recovery/,
  );
  await lily.home.evaluate("document.querySelector('[data-testid=home-helpers]').scrollIntoView()");
  if (draw) await picture(lily.home, "security");
  return account;
}

test("from the first link to the account on a new device", async () => {
  const { stack } = await getWorld();
  await using lily = await newPhone();
  await using bob = await newPhone();
  const account = await befriend(lily, bob, true);
  const [usd] = stack.tokens;

  // The first phone is lost. Another device shows nothing of it.
  await using phone = await newPhone();
  await phone.tap("home-lost");
  await picture(phone.home, "lost");
  await phone.tap("home-regain");
  await phone.home.getByTestId("friend-find").fill(shop);
  await phone.tap("friend-find-go");
  await phone.home.locator("[data-testid=friend-find-problem]:has-text('doesn’t know')").waitFor();
  await phone.spent();
  await phone.home.getByTestId("friend-find").fill(account);
  await phone.tap("friend-find-go");
  await phone.home.getByTestId("friend-make").waitFor();
  assertEquals((await textOf(phone.home, "friend-account")).replace(/\s/g, ""), account);
  await phone.home.getByTestId("friend-name").fill("Lily");
  await picture(phone.home, "make");
  await phone.tap("friend-make");
  const link = await linkOn(phone.home);
  const code = await codeOn(phone.home);
  await picture(phone.home, "regain");
  console.log("Lily regains:", await phone.spent(), "after 2 presses to get here");
  // A reload goes on with the same passkey.
  await phone.home.reload();
  assertEquals([await linkOn(phone.home), await codeOn(phone.home)], [link, code]);

  await bob.open(link);
  await bob.home.getByTestId("friend-same").waitFor();
  assertEquals(await codeOn(bob.home), code);
  assertEquals((await textOf(bob.home, "friend-account")).replace(/\s/g, ""), account);
  assertMatch(await textOf(bob.home, "friend-warning"), /^Only if you spoke to “Lily”/);
  assertEquals(await bob.home.locator("[data-testid=friend-let-in][disabled]").count(), 1);
  await picture(bob.home, "confirm");
  await bob.spent();
  await bob.tap("friend-same");
  await bob.tap("friend-let-in");
  await bob.home.locator("[data-testid=friend-started]:has-text('gets in on')").waitFor();
  await picture(bob.home, "started");
  console.log("Bob confirms:", await bob.spent());

  await phone.home.getByTestId("friend-opens").waitFor();
  await picture(phone.home, "opens");
  // The phone that was lost, if someone still has it, names the friend.
  await lily.open("#/home");
  await lily.home.getByTestId("home-recovering").waitFor();
  const alarm = await textOf(lily.home, "home-recovering");
  assertMatch(alarm, /^Bob started a recovery of /);
  assert(!alarm.includes("0x"), alarm);
  await picture(lily.home, "alarm");

  await phone.spent();
  await pass(8 * 86_400);
  assertEquals(await addressOn(phone.home), account);
  await picture(phone.home, "back");
  console.log("Lily is back in:", await phone.spent());
  await send(phone, shop, "2");
  await until("it arrived", async () => await balanceOf(stack, usd.address, shop) >= 3_000_000n);
  assertEquals(await balanceOf(stack, usd.address, account), 2_000_000n);

  // The link no longer starts anything.
  await bob.open(link);
  await bob.home.locator("[data-testid=friend-problem]:has-text('already opens')").waitFor();
  assertEquals([...lily.problems, ...bob.problems, ...phone.problems], []);
});

test("stopped from another device; the same link does not start it again", async () => {
  await using lily = await newPhone();
  await using bob = await newPhone();
  const account = await befriend(lily, bob);
  await using phone = await newPhone();
  // The chat with the friend still has the link that asked for help.
  await lily.open("#/friend");
  const asked = await linkOn(lily.home);
  await phone.open("#/regain");
  await phone.home.getByTestId("friend-find").fill(asked);
  await phone.tap("friend-find-go");
  await phone.tap("friend-make");
  const link = await linkOn(phone.home);
  const letIn = async () => {
    await bob.open(link);
    await bob.tap("friend-same");
    await bob.tap("friend-let-in");
  };
  await letIn();
  await phone.home.getByTestId("friend-opens").waitFor();
  await lily.open("#/home");
  await lily.tap("home-recovery-stop");
  await lily.confirm("sdk-confirm");
  await phone.home.getByTestId("friend-stopped").waitFor();
  await picture(phone.home, "stopped");
  await letIn();
  await bob.home.getByTestId("friend-refused").waitFor();

  // With a new passkey, the friend can start another one.
  await phone.tap("friend-start-over");
  await phone.tap("friend-make");
  const next = await linkOn(phone.home);
  assert(next !== link);
  const { chains } = await ownersOf(account);
  assertEquals(chains.flatMap(({ pending }) => pending), []);
});

test("links that are malformed, of another account, or written by a stranger", async () => {
  const { stack } = await getWorld();
  await using lily = await newPhone();
  await using bob = await newPhone();
  await using mallory = await newPhone();
  const account = await befriend(lily, bob);
  const stranger = await create(mallory);
  const linkTo = (link: object) => `${stack.keysUrl}/#/friend/${toBase64UrlJson(link)}`;
  const key =
    "0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

  for (
    const [link, words] of [
      [{ kind: "ask", account: "0x12", name: "Lily" }, /damaged/],
      [{ kind: "regain", account, key: `${key.slice(0, -1)}4`, name: "Lily" }, /damaged/],
      [{ kind: "reply", account: stranger, helper: stranger, name: "Bob" }, /damaged/],
      [{ kind: "ask", account: stranger, name: "Bob" }, /your own account/],
      [{ kind: "regain", account: stranger, key, name: "Bob" }, /your own account/],
      [{ kind: "regain", account: getAddress(shop), key, name: "Bob" }, /doesn’t know/],
    ] as const
  ) {
    await mallory.open(linkTo(link));
    await mallory.home.getByTestId("friend-problem").waitFor();
    assertMatch(await textOf(mallory.home, "friend-problem"), words);
  }
  await mallory.open(`${stack.keysUrl}/#/friend/${"a".repeat(1_900)}`);
  assertMatch(await textOf(mallory.home, "friend-problem"), /damaged/);

  // An answer for another account is added to none.
  await mallory.open(linkTo({ kind: "reply", account, helper: shop, name: "Bob" }));
  await mallory.home.getByTestId("friend-other-account").waitFor();
  assertEquals(await mallory.home.getByTestId("friend-add-now").count(), 0);

  // Names are text, and cannot claim anything.
  for (const name of ["<b>Lily</b>", "Verified ✓ Lily", "Lily” can pay. “"]) {
    await mallory.open(linkTo({ kind: "ask", account, name }));
    assertMatch(await textOf(mallory.home, "friend-asks"), /^A friend asks you/);
  }
  await mallory.open(linkTo({ kind: "ask", account, name: "\u202eyliL In your contacts" }));
  assertMatch(await textOf(mallory.home, "friend-asks"), /^“yliL In your contacts” asks/);

  // A link with Lily's account and another friend's name: the page shows Lily's name.
  for (const name of ["Mallory", ""]) {
    await bob.open(linkTo({ kind: "regain", account, key, name }));
    await bob.home.getByTestId("friend-same").waitFor();
    assertMatch(await textOf(bob.home, "friend-warning"), /^Only if you spoke to “Lily”/);
    assertEquals(await bob.home.getByTestId("friend-other-name").count(), name === "" ? 0 : 1);
  }
  await bob.open(linkTo({ kind: "regain", account, key, name: "Mallory" }));
  assertMatch(await textOf(bob.home, "friend-other-name"), /^You agreed to help “Lily”/);
  await picture(bob.home, "other-name");
  await bob.open(linkTo({ kind: "ask", account, name: "Mallory" }));
  await bob.home.getByTestId("friend-other-name").waitFor();
  assertEquals(await bob.home.getByTestId("friend-help").count(), 0);
  await picture(bob.home, "other-name-asks");

  // A stranger's passkey is none of the friends, and nothing is sent.
  await mallory.open(linkTo({ kind: "regain", account, key, name: "Lily" }));
  await mallory.home.getByTestId("friend-no-record").waitFor();
  await mallory.tap("friend-same");
  await mallory.tap("friend-let-in");
  await mallory.home.getByTestId("friend-stranger").waitFor();
  await picture(mallory.home, "stranger");
  const { chains } = await ownersOf(account);
  assertEquals(chains.flatMap(({ pending }) => pending), []);
  assert(chains.every(({ words }) => !words.includes(ownerWord(key))));

  // On a phone without an account, only signing in can help.
  await using dave = await newPhone();
  await dave.open(linkTo({ kind: "regain", account, key, name: "Lily" }));
  await dave.home.getByTestId("friend-sign-in").waitFor();
  assertEquals(await dave.home.getByTestId("friend-start").count(), 0);
  assertEquals(await dave.home.getByTestId("friend-let-in").count(), 0);

  // A passkey without the function says so before anything is shared.
  await using dora = await newPhone({ hasPrf: false });
  await create(dora);
  await dora.open(linkTo({ kind: "ask", account, name: "Lily" }));
  await dora.tap("friend-help");
  await dora.home.getByTestId("friend-incapable").waitFor();
  await picture(dora.home, "incapable");
  assertEquals(await dora.home.getByTestId("friend-link").count(), 0);
});
