/** Links of apps on the wallet's own device, in which a ticket takes the place of the code. */
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { toBase64Url } from "../../core/lib/base64url.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import type { AskOptions, ParamsOf } from "../../core/dialog/requests.ts";
import type { DialogMethod } from "../../core/dialog/types.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { LinkBroken } from "../../core/link/broken.ts";
import { openAlone } from "../../core/link/channel.ts";
import { parseSecret, randomBytes } from "../../core/link/keys.ts";
import { withTicket } from "../../core/protocol/return_address.ts";
import { connect, createBrowser, openNative, ownLink, RETURN } from "./native_scene.ts";
import { ACCOUNT, createApp, createPhone, leadToUnopened, open, PAGE, until } from "./scene.ts";

const test = (name: string, run: () => Promise<void>) => Deno.test(`native link: ${name}`, run);

/** Returns the word that names an error. */
const causeOf = (error: unknown) => error instanceof AcctError ? error.data.cause : String(error);

test("an app connects without a code, and later requests open the browser again", async () => {
  const { scene, phone, browser, storage, app } = await openNative();
  await using _ = scene;
  const { returned, url } = await connect(app, browser, phone);
  assert(returned.startsWith(`${RETURN}?acct_ticket=`), returned);
  assert(url.endsWith(`.${RETURN}`), url);
  assertEquals(app.views.filter((view) => view?.state === "compare"), [], "no code");
  assertEquals(phone.links.list().map(({ returnTo }) => returnTo), [RETURN]);
  assertNotEquals(storage.get("link"), null);
  for (const [index, message] of ["0x01", "0x02"].entries()) {
    const signing = app.sign(message);
    const next = await browser.at(index + 2);
    assertEquals(parseSecret(new URL(next).hash)!.returnTo, null, "the record has the address");
    await using serving = phone.resume();
    assertEquals(await signing, message);
    assertEquals(await serving.end, "answered");
  }
  // The app was started again.
  const again = createBrowser();
  const restarted = createApp(scene, { origin: null, storage, onLink: again.onLink });
  const signing = restarted.sign("0x03");
  await again.at(1);
  await using serving = phone.resume();
  assertEquals([await signing, await serving.end], ["0x03", "answered"]);
});

test("the relay sees neither the answer nor the ticket", async () => {
  const { scene, phone, browser, app } = await openNative();
  await using _ = scene;
  const { returned, opened } = await connect(app, browser, phone);
  const all = scene.seen.join("\n");
  const hidden = [ACCOUNT, "example.app", returned.slice(-22), toBase64Url(opened.keys.resume)];
  for (const text of hidden) assertEquals([text, all.includes(text)], [text, false]);
});

test("an attacker cannot swap, add or remove the return address of a link", async () => {
  const { scene, phone, browser, app } = await openNative();
  await using _ = scene;
  const connecting = app.connect().catch(causeOf);
  const url = await browser.at(1);
  const thief = createPhone(scene, "thief");
  const swapped = [
    url.replace(RETURN, "com.evil.app://acct"),
    url.replace(RETURN, `${RETURN}/`),
    url.replace(RETURN, "https://evil.example/acct"),
    url.slice(0, -RETURN.length - 1),
  ];
  for (const each of swapped) {
    await assertRejects(() => phone.open(each), LinkBroken, "return address", each);
    // The link of this test can be opened once: the next attempt gets a fresh one.
    await scene.service.store.updateTable("links").set({ opener: null, opened: 0 }).execute();
  }
  assertEquals([phone.asked, thief.asked], [[], []]);
  browser.close({ type: "cancel" });
  assertEquals(await connecting, "user_rejected");
  const other = createApp(scene, { origin: null });
  const asked = other.sign("0x01").catch(causeOf);
  const { url: plain, cancel } = await other.view("open");
  await assertRejects(() => phone.open(`${plain}.${RETURN}`), LinkBroken, "return address");
  cancel();
  assertEquals(await asked, "user_rejected");
});

test("addresses that a browser handles itself are rejected on the wallet's side too", async () => {
  const { scene, phone } = await openNative();
  await using _ = scene;
  const all = [
    "javascript://%0aalert(1)",
    "data://text/html,x",
    "intent://x",
    "http://shop.example/",
  ];
  for (const returnTo of all) {
    const { url } = await ownLink(scene, { returnTo });
    await assertRejects(() => phone.open(url), LinkBroken, "not an address of an app", returnTo);
  }
});

test("a page with an origin cannot have a return address", async () => {
  const { scene, phone } = await openNative();
  await using _ = scene;
  const { url } = await ownLink(scene, { origin: PAGE });
  await assertRejects(() => phone.open(url), LinkBroken, "A page has no return address");
});

test("an attacker whose link the victim approves gets no account and no connection", async () => {
  const { scene, phone } = await openNative();
  await using _ = scene;
  const link = await ownLink(scene);
  const opened = await open(phone, link.url);
  const serving = phone.accept(opened);
  const attacker = await link.follow();
  const request = { acct: "request", id: "1", method: "wallet_connect", params: { chainId: 1 } };
  await attacker.send(request);
  assertEquals(await serving.end, "answered");
  const messages = await attacker.read();
  assertEquals(messages.map(({ acct }) => acct), ["ready", "sealed"]);
  assertEquals(JSON.stringify(messages).includes(ACCOUNT), false);
  const { box } = messages[1] as { box: string };
  for (const key of [attacker.keys.sending, attacker.keys.receiving]) {
    await assertRejects(() => openAlone(key, "wallet", box), LinkBroken);
  }
  // The secret of the first session does not continue it.
  assertEquals(phone.links.list().length, 1);
  const storage = memoryStorage();
  storage.set("link", attacker.stored(attacker.keys.resume, String(messages[0]!.opener)));
  const app = createApp(scene, { origin: null, storage });
  const abort = new AbortController();
  const asked = app.sign("0x01", { signal: abort.signal }).catch(causeOf);
  await app.view("open");
  // Even a relay that leads the wallet to the attacker's mailbox does not change this.
  const count = await leadToUnopened(scene, "wallet");
  const later = phone.resume();
  await until("the wallet has opened the mailbox twice", () => count() > 1);
  await later[Symbol.asyncDispose]();
  assertEquals(app.views.at(-1)?.state, "open");
  abort.abort();
  assertEquals(await asked, "aborted");
  assertEquals(phone.asked.map(({ method }) => method), ["wallet_connect"]);
});

test("before it is connected, an app can request nothing but the connection", async () => {
  const requests: [DialogMethod, unknown, string][] = [
    ["personal_sign", { account: ACCOUNT, chainId: 1, message: "0x01" }, "unauthorized"],
    ["eth_signTypedData_v4", { account: ACCOUNT, chainId: 1, typedData: {} }, "unauthorized"],
    ["wallet_sendCalls", { account: ACCOUNT, chainId: 1, calls: [] }, "unauthorized"],
    ["wallet_grantPermissions", { account: ACCOUNT, chainId: 1 }, "unauthorized"],
    ["wallet_revokePermissions", { account: ACCOUNT, chainId: 1, id: "0x" }, "unauthorized"],
    ["acct_showAccount", { account: ACCOUNT, chainId: 1, testnets: true }, "unauthorized"],
    ["wallet_connect", { chainId: 1, siwe: { domain: "bank.example" } }, "invalid_params"],
    ["wallet_connect", { chainId: 1, ens: { domain: "shop.eth" } }, "invalid_params"],
  ];
  for (const [method, params, cause] of requests) {
    const { scene, phone, browser, app } = await openNative();
    await using _ = scene;
    const { signal } = new AbortController();
    const asked = app.wallet.ask(
      method,
      params as ParamsOf[typeof method],
      { signal } as AskOptions,
    )
      .catch(causeOf);
    const opened = await open(phone, await browser.at(1));
    const serving = phone.accept(opened);
    assertEquals(await serving.end, "answered");
    browser.close({ type: "success", url: RETURN });
    assertEquals([method, await asked], [method, cause]);
    assertEquals([phone.asked, phone.back(opened), phone.links.list()], [[], RETURN, []]);
  }
});

test("a ticket that is guessed or of another link connects nothing", async () => {
  const other = await openNative();
  const { returned } = await connect(other.app, other.browser, other.phone);
  await using _ = other.scene;
  for (const url of [returned, withTicket(RETURN, toBase64Url(randomBytes()))]) {
    const { scene, phone, browser, storage, app } = await openNative();
    await using _ = scene;
    const connecting = app.connect().catch(causeOf);
    const opened = await open(phone, await browser.at(1));
    assertEquals(await phone.accept(opened).end, "answered");
    browser.close({ type: "success", url });
    assertEquals(await connecting, "host_unreachable");
    assertEquals(storage.get("link"), null);
  }
});

test("a ticket that is used again changes nothing", async () => {
  const { scene, phone, browser, storage, app } = await openNative();
  await using _ = scene;
  const { returned } = await connect(app, browser, phone);
  const stored = JSON.parse(storage.get("link")!);
  const signing = app.sign("0x01").catch(causeOf);
  await browser.at(2);
  browser.close({ type: "success", url: returned });
  assertEquals(await signing, "user_rejected");
  const { until: _until, ...rest } = JSON.parse(storage.get("link")!);
  assertEquals({ ...rest, until: stored.until }, stored);
  // Its holder cannot connect another app with it.
  const thief = createBrowser();
  const own = createApp(scene, { origin: null, onLink: thief.onLink });
  const connecting = own.connect().catch(causeOf);
  await thief.at(1);
  thief.close({ type: "success", url: returned });
  assertEquals(await connecting, "user_rejected");
});

test("a thief who opens the link first cannot answer without the ticket", async () => {
  const { scene, browser, storage, app } = await openNative();
  await using _ = scene;
  const connecting = app.connect().catch(causeOf);
  const url = await browser.at(1);
  const thief = createPhone(scene, "thief");
  thief.answer = () => Promise.resolve({ account: { address: `0x${"66".repeat(20)}` } });
  const opened = await open(thief, url);
  // The thief answers like a wallet on another device.
  const serving = thief.accept({ ...opened, returning: null });
  assertEquals(await connecting, "host_unreachable");
  assertEquals(storage.get("link"), null);
  await serving[Symbol.asyncDispose]();
});

test("requests reject if the user closes the browser, before or after the answer", async () => {
  const { scene, phone, browser, storage, app } = await openNative();
  await using _ = scene;
  const connecting = app.connect().catch(causeOf);
  const opened = await open(phone, await browser.at(1));
  assertEquals(await phone.accept(opened).end, "answered");
  // The ticket never arrived.
  browser.close({ type: "dismiss" });
  assertEquals([await connecting, storage.get("link")], ["user_rejected", null]);
  const second = await openNative();
  await using __ = second.scene;
  await connect(second.app, second.browser, second.phone);
  const signing = second.app.sign("0x01").catch(causeOf);
  await second.browser.at(2);
  second.browser.close({ type: "cancel" });
  assertEquals(await signing, "user_rejected");
  // An answer that was sent before the user closed the browser counts.
  const answered = second.app.sign("0x02");
  await second.browser.at(3);
  await using serving = second.phone.resume();
  assertEquals(await serving.end, "answered");
  second.browser.close({ type: "cancel" });
  assertEquals(await answered, "0x02");
});

test("a refusal on the page rejects the request", async () => {
  const { scene, phone, browser, app } = await openNative();
  await using _ = scene;
  const connecting = app.connect().catch(causeOf);
  const opened = await open(phone, await browser.at(1));
  await opened.mailbox.end(opened.token);
  browser.close({ type: "success", url: RETURN });
  assertEquals(await connecting, "user_rejected");
});

test("a rejected connection returns without a ticket and stores nothing", async () => {
  const { scene, phone, browser, app } = await openNative();
  await using _ = scene;
  phone.answer = () => Promise.reject(new AcctError("user_rejected"));
  const connecting = app.connect().catch(causeOf);
  const opened = await open(phone, await browser.at(1));
  assertEquals(await phone.accept(opened).end, "answered");
  assertEquals([phone.back(opened), phone.links.list()], [RETURN, []]);
  browser.close({ type: "success", url: RETURN });
  assertEquals(await connecting, "user_rejected");
});

test("an app that gave up gets no ticket", async () => {
  const { scene, phone, browser, app } = await openNative();
  await using _ = scene;
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  phone.answer = async () => {
    await decided;
    return { account: { address: ACCOUNT } };
  };
  const connecting = app.connect().catch(causeOf);
  const opened = await open(phone, await browser.at(1));
  const serving = phone.accept(opened);
  await until("the request is shown", () => phone.asked.length === 1);
  browser.close({ type: "cancel" });
  assertEquals(await connecting, "user_rejected");
  await until("the mailbox is closed", async () => {
    return (await scene.service.store.selectFrom("links").selectAll().execute()).length === 0;
  });
  decide();
  assertEquals(await serving.end, "left");
});

test("requests of one opening are answered together, and later ones open the browser again", async () => {
  const { scene, phone, browser, app } = await openNative({ canDismiss: false });
  await using _ = scene;
  await connect(app, browser, phone);
  const both = ["0x01", "0x02"].map((each) => app.sign(each));
  await browser.at(2);
  await using first = phone.resume();
  assertEquals(await first.end, "answered");
  assertEquals(await Promise.all(both), ["0x01", "0x02"]);
  // The browser cannot be dismissed; the next request waits until it has returned.
  const later = app.sign("0x03");
  await app.view("open");
  assertEquals(browser.opened.length, 2);
  browser.close({ type: "success", url: RETURN });
  await browser.at(3);
  await using second = phone.resume();
  assertEquals([await later, await second.end], ["0x03", "answered"]);
});

test("a browser that cannot open rejects the requests", async () => {
  for (const locked of [true, false]) {
    const { scene, browser, app } = await openNative();
    await using _ = scene;
    const connecting = assertRejects(() => app.connect(), AcctError);
    await browser.at(1);
    if (locked) browser.close({ type: "locked" });
    else browser.fail(new Error("no activity"));
    const { data, message } = await connecting;
    assertEquals([data.cause, message.includes("did not open")], ["host_unreachable", true]);
  }
});
