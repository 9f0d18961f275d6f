/** React Native: an app without windows reaches the wallet in the system browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Hex, stringToHex } from "viem";
import { Acct } from "../../core/acct.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { type BrowserResult, systemBrowser } from "../../core/page/link/system_browser.ts";
import { until } from "../../scripts/stack/patience.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { getWorld, newUser, options, press, pressEscape, shoot, type User } from "./harness.ts";
import type { Page } from "./playwright.ts";

const test = (name: string, run: () => Promise<void>) =>
  Deno.test(`native link: ${name}`, options, run);

const phoneLook = { viewport: { width: 412, height: 915 } };
const shop: Hex = `0x${"d6".repeat(20)}`;
const RETURN = "com.example.app://acct";

/** The system browser of a phone, which the app opens and the user closes. */
function browserOf(user: User, address: string) {
  const pages: Page[] = [];
  const returned: string[] = [];
  let arrive = (_url: string): void => {};
  const onLink = systemBrowser({
    async open(url, returnUrl): Promise<BrowserResult> {
      const page = await user.context.newPage();
      const { promise, resolve } = Promise.withResolvers<BrowserResult>();
      const devtools = await user.context.newCDPSession(page);
      arrive = (url) => {
        if (!url.startsWith(returnUrl)) return;
        returned.push(url);
        resolve({ type: "success", url });
      };
      // A site receives its request instead.
      devtools.on("Page.frameRequestedNavigation", ({ url }) => {
        if (returnUrl === RETURN) arrive(String(url));
      });
      await devtools.send("Page.enable");
      page.on("close", () => resolve({ type: "cancel" }));
      await page.goto(url);
      pages.push(page);
      const result = await promise;
      if (!page.isClosed()) await page.close();
      return result;
    },
    returnUrl: address,
  });
  return {
    onLink,
    returned,
    /** Returns to the app with a URL. */
    arrive: (url: string) => arrive(url),
    /** Waits until the browser is open for the nth time. */
    async at(count: number): Promise<Page> {
      await until(`the browser opens (${count})`, () => pages.length === count);
      return pages[count - 1]!;
    },
  };
}

async function createApp(user: User, storage = memoryStorage(), returnUrl = RETURN) {
  const { stack } = await getWorld();
  const browser = browserOf(user, returnUrl);
  const { provider } = Acct.create({
    apiKey: stack.apiKey,
    appName: "Meadow",
    defaultChainId: stack.chainId,
    paymasters: {
      [stack.chainId]: { url: `${stack.serverUrl}/v1/paymaster/${stack.chainId}` },
    },
    preference: {
      transport: "link",
      serverUrl: stack.serverUrl,
      keysUrl: stack.keysUrl,
      showTestnets: true,
      sessionStorage: storage,
      onLink: browser.onLink,
    },
  });
  return { provider, browser };
}

/** Accepts the app; the button ignores presses in its first half second. */
async function accept(page: Page): Promise<void> {
  await page.getByTestId("link-match").waitFor();
  await new Promise((done) => setTimeout(done, 600));
  await page.getByTestId("link-match").click();
}

/** Errors of the pages, except for the one of a browser that has no such app. */
function problemsOf({ problems }: User): string[] {
  return problems.filter((each) => !each.includes("Failed to launch 'com.example.app://acct"));
}

test("an app connects, sends a sponsored batch and signs, also after a restart", async () => {
  const { stack } = await getWorld();
  const [usd] = stack.tokens;
  await using phone = await newUser(phoneLook);
  const storage = memoryStorage();
  const { provider, browser } = await createApp(phone, storage);
  const connecting = provider.request({ method: "eth_requestAccounts" });
  let page = await browser.at(1);
  const who = await page.getByTestId("link-who").innerText();
  assertMatch(who, /An app that calls itself .*Meadow.* not verified/);
  assertEquals(await page.getByTestId("link-return").innerText(), RETURN);
  await shoot(page, "link-native");
  await accept(page);
  await press(page, "sdk-create");
  const [account] = await connecting;
  assertMatch(browser.returned[0]!, /^com\.example\.app:\/\/acct\?acct_ticket=[\w-]{22}$/);
  await stack.mint(usd.address, account!, 1_000_000_000n);

  const before = await balanceOf(stack, usd.address, shop);
  const transfer = { to: usd.address, data: transferData(shop, 1_000_000n) };
  const sending = provider.request({
    method: "wallet_sendCalls",
    params: [{ calls: [transfer, transfer] }],
  });
  page = await browser.at(2);
  await page.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  assertEquals(await page.getByTestId("sdk-origin").count(), 0, "an app has no origin");
  await press(page, "sdk-confirm");
  const { id } = await sending;
  await until("the batch landed", async () => {
    const { status } = await provider.request({ method: "wallet_getCallsStatus", params: [id] });
    return status === 200;
  });
  assertEquals(await balanceOf(stack, usd.address, shop) - before, 2_000_000n);
  await until("the browser returned", () => browser.returned.length === 2);

  // The app starts again.
  const restarted = await createApp(phone, storage);
  assertEquals(await restarted.provider.request({ method: "eth_accounts" }), [account!]);
  const message = stringToHex("hello");
  const signing = restarted.provider.request({
    method: "personal_sign",
    params: [message, account!],
  });
  await press(await restarted.browser.at(1), "sdk-confirm");
  assertMatch(await signing, /^0x/);
  await until("the browser returned", () => restarted.browser.returned.length === 1);
  assertEquals([...browser.returned.slice(1), ...restarted.browser.returned], [RETURN, RETURN]);

  // The home lists the app, and ends it.
  const home = await phone.context.newPage();
  await home.goto(`${stack.keysUrl}/#/apps`);
  await home.getByTestId("home-link-end").click();
  const refused = await restarted.provider.request({
    method: "personal_sign",
    params: [message, account!],
  }).then(() => null, (error) => error);
  assertEquals(refused?.data.cause, "connection_revoked");
  assertEquals(problemsOf(phone), []);
});

test("a user who closes the browser or refuses rejects the request", async () => {
  await using phone = await newUser(phoneLook);
  const storage = memoryStorage();
  const { provider, browser } = await createApp(phone, storage);
  const connect = () =>
    provider.request({ method: "eth_requestAccounts" }).then(() => null, (error) => error);
  let connecting = connect();
  let page = await browser.at(1);
  await page.getByTestId("link-match").waitFor();
  await page.close();
  assertEquals((await connecting)?.data.cause, "user_rejected");

  connecting = connect();
  page = await browser.at(2);
  await page.getByTestId("link-differ").waitFor();
  await new Promise((done) => setTimeout(done, 600));
  await page.getByTestId("link-differ").click();
  assertEquals((await connecting)?.data.cause, "user_rejected");

  connecting = connect();
  page = await browser.at(3);
  await accept(page);
  await page.locator("[data-testid=sdk-create]:not([aria-disabled])").waitFor();
  pressEscape(page);
  assertEquals((await connecting)?.data.cause, "user_rejected");
  // The page returns after its answer arrived.
  await until("both returns", () => browser.returned.length === 2);
  assertEquals(browser.returned, [RETURN, RETURN]);
  const stored = await phone.context.newPage();
  await stored.goto(`${(await getWorld()).stack.keysUrl}/#/apps`);
  assertEquals(await stored.evaluate(`localStorage.getItem("acct.links.1")`), null);
  assertEquals(problemsOf(phone), []);
});

test("the wallet names the site of a return address, which receives the ticket in the query", async () => {
  await using phone = await newUser(phoneLook);
  const requested = Promise.withResolvers<string>();
  await using site = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ url }) => {
      requested.resolve(url);
      return new Response("");
    },
  );
  const address = `http://localhost:${site.addr.port}/back`;
  const { provider, browser } = await createApp(phone, memoryStorage(), address);
  void requested.promise.then(browser.arrive);
  const connecting = provider.request({ method: "eth_requestAccounts" });
  const page = await browser.at(1);
  const who = await page.getByTestId("link-who").innerText();
  assert(who.includes(`localhost:${site.addr.port}`) && !who.includes("Meadow"), who);
  await accept(page);
  await press(page, "sdk-create");
  assertMatch((await connecting)[0]!, /^0x/);
  const [first] = browser.returned;
  assertMatch(first!.slice(address.length), /^\?acct_ticket=[\w-]{22}$/);
  assertEquals(problemsOf(phone), []);
});

test("an approved link of an attacker gives no account, and offers no way around the ticket", async () => {
  await using phone = await newUser(phoneLook);
  await using elsewhere = await newUser(phoneLook);
  // The attacker's app shows its link to the victim instead of a browser on the attacker's device.
  const { stack } = await getWorld();
  const links: string[] = [];
  const storage = memoryStorage();
  const { promise: closed, resolve: close } = Promise.withResolvers<BrowserResult>();
  const { provider } = Acct.create({
    apiKey: stack.apiKey,
    appName: "Meadow",
    defaultChainId: stack.chainId,
    preference: {
      transport: "link",
      serverUrl: stack.serverUrl,
      keysUrl: stack.keysUrl,
      showTestnets: true,
      sessionStorage: storage,
      onLink: systemBrowser({
        open(url) {
          links.push(url);
          return closed;
        },
        returnUrl: RETURN,
      }),
    },
  });
  const connecting = provider.request({ method: "eth_requestAccounts" })
    .then(() => null, (error) => error);
  await until("there is a link", () => links.length === 1);
  const page = await phone.context.newPage();
  await page.goto(links[0]!);
  await accept(page);
  await press(page, "sdk-create");
  await page.getByTestId("link-answered").waitFor();
  const back = await page.getByTestId("link-back").getAttribute("href");
  assertMatch(back ?? "", /^com\.example\.app:\/\/acct\?acct_ticket=[\w-]{22}$/);
  // The victim's phone has no app of this address: the attacker gets an address without the ticket.
  close({ type: "success", url: RETURN });
  assertEquals((await connecting)?.data.cause, "user_rejected");
  assertEquals(await provider.request({ method: "eth_accounts" }), []);
  // The link cannot be opened again, on this device or another.
  for (const user of [phone, elsewhere]) {
    const again = await user.context.newPage();
    await again.goto(links[0]!);
    await again.locator(
      "[data-testid=link-used], [data-testid=link-expired], [data-testid=link-open]",
    )
      .waitFor();
    assertEquals(await again.locator("[data-sdk-modal-container]").count(), 0);
  }
  assert(links.length === 1);
  assertEquals(problemsOf(phone), []);
});
