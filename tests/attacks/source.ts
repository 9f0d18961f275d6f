/** Messages that are perfect but for who sends them. @module */
import { assertEquals } from "@std/assert";
import {
  addressOf,
  appAt,
  createAccount,
  getWorld,
  newUser,
  openApp,
  openRequest,
  press,
  type User,
} from "../browser/harness.ts";
import type { Page } from "../browser/playwright.ts";
import { attack } from "./attack.ts";
import { answersOf, opened, openFrame, openHostile, ready, serveHostile } from "./hostile.ts";

const mode = "CrossPlatform";

/**
 * Origins that one could take for the wallet host's: other ports, prefixes, suffixes, names below.
 */
const names = [
  "localhost",
  "keys.localhost",
  "evilkeys.localhost",
  "x.keys.localhost",
  "keys.localhost.evil.localhost",
];

attack(
  "source: frames, openers and the page itself cannot answer for the wallet host",
  async () => {
    const { stack } = await getWorld();
    await using scope = new AsyncDisposableStack();
    const hostiles = await Promise.all(
      names.map(async (name) => scope.use(await serveHostile("source", { name }))),
    );
    await using user = await newUser();
    await keepIds(user);
    // The first one has a hold of the app's own window; the others are frames in it.
    const above = await openHostile(user, hostiles[0]!);
    const page = await opened(
      above,
      `attack.openApp(${JSON.stringify(await addressOf({ mode }))})`,
    );
    const app = await appAt(page, user);
    const frames = [];
    for (const hostile of hostiles.slice(1)) frames.push(await openFrame(page, hostile));
    for (const frame of frames) await frame.evaluate("attack.aimAtParent()");

    const asked = await openRequest<string[]>(app, mode, "eth_requestAccounts");
    await asked.dialog.getByTestId("sdk-create").waitFor();
    const id = await lastId(page);
    for (const hostile of [above, ...frames]) await hostile.evaluate(`attack.answer("${id}")`);
    await page.evaluate(`(() => {
    const message = { acct: "response", id: "${id}", result: { account: { address: "0xbad" } } };
    // The page's own text, events without a source, and events with a wrong one.
    postMessage(message, location.origin);
    const origin = ${JSON.stringify(new URL(stack.keysUrl).origin)};
    for (const source of [null, undefined, window, frames[0], new MessageChannel().port1]) {
      dispatchEvent(new MessageEvent("message", { data: message, origin, source }));
    }
  })()`);
    await page.evaluate("new Promise((done) => setTimeout(done, 300))");
    assertEquals(asked.dialog.isClosed(), false, "still waiting for the true answer");
    await press(asked.dialog, "sdk-create");
    const { result } = await asked.answer();
    const [credential] = user.passkeys.credentials.values();
    assertEquals(credential!.rpId, "keys.localhost");
    assertEquals((await app.ask("eth_accounts")).result, result);
    assertEquals(/bad0/.test(result![0]!), false);
    for (const hostile of [above, ...frames]) assertEquals(await hostile.evaluate("heard"), []);
    assertEquals(user.problems, []);
  },
);

attack("source: a wallet window that goes to another site is heard no more, nor told", async () => {
  await using hostile = await serveHostile("source", { name: "keys.localhost" });
  await using user = await newUser();
  await keepIds(user);
  const app = await openApp(user, { mode });
  const asked = await openRequest(app, mode, "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-create").waitFor();
  const id = await lastId(app.page);
  await asked.dialog.evaluate(`void (location.href = ${JSON.stringify(hostile.url)})`);
  await asked.dialog.waitForFunction("globalThis.attack !== undefined");
  assertEquals(await asked.dialog.evaluate("opener !== null"), true, "it still has its opener");
  await asked.dialog.evaluate(`(attack.aimAtOpener(), attack.answer("${id}"))`);
  await asked.dialog.evaluate("new Promise((done) => setTimeout(done, 300))");
  assertEquals(await asked.dialog.evaluate("heard"), [], "neither key nor question");
  await asked.dialog.close();
  const { error } = await asked.answer();
  assertEquals([error!.code, error!.data.cause], [4001, "window_closed"]);
  assertEquals((await app.ask("eth_accounts")).result, []);
});

attack("source: at the wallet host only the very window that opened it is heard", async () => {
  await using hostile = await serveHostile("source");
  await using user = await newUser();
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  const twin = await opened(page, "attack.openTwin()");
  await twin.waitForFunction("globalThis.attack !== undefined");
  const frame = await openFrame(page, hostile);
  for (const [place, other] of [[twin, "opener"], [frame, "parent"]] as const) {
    await place.evaluate(`attack.aimAtTheTargetOf("${other}")`);
    await place.evaluate(`attack.introduce({ name: "Bank", logoUrl: null })`);
    await place.evaluate(`attack.askToConnect("theirs ${other}")`);
  }
  await page.evaluate("new Promise((done) => setTimeout(done, 300))");
  assertEquals(await popup.getByTestId("sdk-card").count(), 0);
  await page.evaluate(`attack.introduce({ name: "Shop", logoUrl: null })`);
  await twin.evaluate(`attack.askToConnect("theirs again")`);
  await page.evaluate(`attack.askToConnect("mine")`);
  await popup.getByTestId("sdk-create").waitFor();
  const words = await popup.getByTestId("sdk-card").innerText();
  assertEquals([words.includes("Shop"), words.includes("Bank")], [true, false]);
  // Nor can they withdraw a request that another page sent.
  await twin.evaluate(`attack.say({ acct: "cancel", id: "mine" })`);
  await press(popup, "sdk-create");
  await page.waitForFunction(`heard.some(({ data }) => data.id === "mine")`);
  assertEquals((await answersOf(page)).map(({ id }) => id), ["mine"]);
  assertEquals(await twin.evaluate("heard"), []);
  assertEquals(await frame.evaluate("heard"), []);
  assertEquals(user.problems, []);
});

attack("source: a page that goes elsewhere takes no answer with it", async () => {
  await using hostile = await serveHostile("source");
  await using user = await newUser();
  await keepIds(user);
  const app = await openApp(user, { mode });
  const address = await createAccount(app, mode);
  const asked = await openRequest(app, mode, "personal_sign", ["0x68656c6c6f", address]);
  await asked.dialog.getByTestId("sdk-message").waitFor();
  const id = await lastId(app.page);
  await app.page.evaluate(`void (location.href = ${JSON.stringify(hostile.url)})`);
  await app.page.waitForFunction("globalThis.attack !== undefined");
  // The request disappeared with its page: its opener would be another site.
  if (!asked.dialog.isClosed()) await asked.dialog.waitForEvent("close");
  assertEquals(await app.page.evaluate("heard"), []);

  // Back at the app, a new request gets its own window and answer.
  await app.page.goBack();
  const again = await appAt(app.page, user);
  assertEquals((await again.ask("eth_accounts")).result, [address]);
  const next = await openRequest<string>(again, mode, "personal_sign", ["0x68656c6c6f", address]);
  await press(next.dialog, "sdk-confirm");
  assertEquals(typeof (await next.answer()).result, "string");
  assertEquals(await lastId(app.page) === id, false);
});

/** Has every page keep the ids that it makes: an attacker may know them. */
async function keepIds(user: User): Promise<void> {
  await user.context.addInitScript(`(() => {
    const ids = globalThis.ids = [];
    const make = Crypto.prototype.randomUUID;
    Crypto.prototype.randomUUID = function () {
      ids.push(make.call(this));
      return ids.at(-1);
    };
  })()`);
}

async function lastId(page: Page): Promise<string> {
  const id = await page.evaluate<string>("ids.at(-1)");
  assertEquals(typeof id, "string");
  return id;
}
