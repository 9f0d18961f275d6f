/** The window between a page and the wallet host, attacked and broken in a real browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { stringToHex } from "viem";
import {
  askPerson,
  closeWorld,
  createAccount,
  getWorld,
  newPerson,
  openApp,
  press,
  serve,
  shoot,
} from "./harness.ts";
import { buildPage } from "../../scripts/stack/pages.ts";
import { popupUrl } from "../../core/window/popup.ts";
import type { Page } from "./playwright.ts";

const mode = "CrossPlatform";
const options = { sanitizeOps: false, sanitizeResources: false };
const test = (name: string, run: () => Promise<void>) => Deno.test(`window: ${name}`, options, run);

/** A page of our own making, without the SDK. */
function serveText(html: string, headers: Record<string, string> = {}) {
  return serve({ html, assets: new Map() }, headers);
}

test("closing it is a no, on each screen", async () => {
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  const connect = await askPerson(app, mode, "eth_requestAccounts");
  await connect.dialog.getByTestId("sdk-create").waitFor();
  await connect.dialog.close();
  const closed = await connect.answer();
  assertEquals([closed.error!.code, closed.error!.data.cause], [4001, "window_closed"]);

  const address = await createAccount(app, mode);
  for (
    const [method, params] of [
      ["personal_sign", [stringToHex("hello"), address]],
      ["wallet_sendCalls", [{ calls: [{ to: `0x${"a1".repeat(20)}`, value: "0x0" }] }]],
    ] as const
  ) {
    const asked = await askPerson(app, mode, method, params);
    await asked.dialog.getByTestId("sdk-cancel").waitFor();
    await asked.dialog.close();
    const { error } = await asked.answer();
    assertEquals([method, error!.data.cause], [method, "window_closed"]);
  }
  assertEquals((await app.ask("eth_accounts")).result, [address]);
});

test("a reload in the middle asks the same question again, and one answer comes", async () => {
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  const asked = await askPerson<string[]>(app, mode, "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-create").waitFor();
  await asked.dialog.reload();
  await press(asked.dialog, "sdk-create");
  assertEquals((await asked.answer()).result!.length, 1);
});

test("two questions at once are asked one after the other, and do not cross", async () => {
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  const address = await createAccount(app, mode);
  const first = await askPerson(app, mode, "personal_sign", [stringToHex("first"), address]);
  const position = await app.send("personal_sign", [stringToHex("second"), address]);
  assertMatch(await first.dialog.getByTestId("sdk-message").innerText(), /first/);
  await press(first.dialog, "sdk-cancel");
  await first.dialog.waitForFunction(`[...document.querySelectorAll("[data-sdk-modal-container]")]
    .some((element) => element.shadowRoot.textContent.includes("second"))`);
  await press(first.dialog, "sdk-confirm");
  const [no, yes] = [await first.answer(), await app.answer<string>(position)];
  assertEquals(no.error!.code, 4001);
  assertMatch(yes.result!, /^0x/);
});

test("nothing is left on the page after the end", async () => {
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  const count = () => app.page.evaluate<number>(`document.querySelectorAll("body > *").length`);
  const before = await count();
  await createAccount(app, mode);
  await app.ask("wallet_disconnect");
  assertEquals(await count(), before);
  assertEquals(person.context.pages().length, 1);
});

test("the account is the same in another app, and another one inside of the app", async () => {
  const { otherAppUrl } = await getWorld();
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  const address = await createAccount(app, mode);
  const other = await openApp(person, { mode, url: otherAppUrl });
  const asked = await askPerson<string[]>(other, mode, "eth_requestAccounts");
  assertMatch(
    await asked.dialog.getByTestId("sdk-origin").innerText(),
    new RegExp(new URL(otherAppUrl).host),
  );
  await press(asked.dialog, "sdk-continue");
  assertEquals((await asked.answer()).result, [address]);
  const own = await openApp(person, { mode: "AppSpecific", url: otherAppUrl });
  assert(await createAccount(own, "AppSpecific") !== address);
});

test("a page whose headers cut the opener gets an explanation within three seconds", async () => {
  const files = await buildPage({
    folder: "tests/browser/app",
    entry: "tests/browser/app/main.ts",
  });
  await using server = serve(files, { "cross-origin-opener-policy": "same-origin" });
  await using person = await newPerson();
  const app = await openApp(person, { mode, url: `http://localhost:${server.addr.port}` });
  const begin = performance.now();
  const { error } = await app.ask("eth_requestAccounts");
  assertEquals(error!.data.cause, "window_lost");
  assert(performance.now() - begin < 3000);
  assertMatch(error!.message, /Cross-Origin-Opener-Policy/);
});

test("a blocked window waits for a new click, or gives its own cause", async () => {
  const { started } = await getWorld();
  if (!started.full) {
    if (Deno.env.get("REQUIRE_ALL") === "1") throw new Error("a full browser is required");
    console.warn("LEFT OUT: this browser has no popup blocker");
    return;
  }
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  /** Asks without a click: five seconds after the last one, a page may open no window. */
  const askLater = async () => {
    await app.page.evaluate(`void setTimeout(() => {
      globalThis.late = acct.provider.request({ method: "eth_requestAccounts" })
        .then((result) => ({ result }), (error) => ({ cause: error.data.cause, code: error.code }));
    }, 6000)`);
    // Looking at the page would count as a gesture of the person, and let the window open.
    await new Promise((done) => setTimeout(done, 6500));
    await app.page.locator("[data-sdk-popup-blocked]").waitFor({ state: "attached" });
  };
  await askLater();
  await shoot(app.page, "popup-blocked");
  const popup = app.page.waitForEvent("popup");
  await app.page.locator("[data-sdk-popup-blocked] button").first().click();
  await press(await popup, "sdk-create");
  const { result } = await app.page.evaluate<{ result: string[] }>("late");
  assertEquals(result.length, 1);
  assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 0);

  await app.ask("wallet_disconnect");
  await askLater();
  await app.page.keyboard.press("Tab");
  await app.page.keyboard.press("Enter");
  const late = await app.page.evaluate<{ cause: string; code: number }>("late");
  assertEquals([late.code, late.cause], [4900, "popup_blocked"]);
  assertEquals(await app.page.locator("[data-sdk-popup-blocked]").count(), 0);
});

test("an opener that claims another origin never gets a word, and no dialog opens", async () => {
  const { stack, appUrl } = await getWorld();
  await using rogue = serveText("<button>open</button>");
  await using person = await newPerson();
  const page = await person.context.newPage();
  await page.goto(`http://localhost:${rogue.addr.port}`);
  const popup = await openFrom(page, popupUrl(stack.keysUrl, appUrl));
  await page.evaluate(`(() => {
    globalThis.heard = [];
    addEventListener("message", (event) => heard.push(event.data));
    const say = () => {
      popup.postMessage({ acct: "init", version: 1, key: ${JSON.stringify(stack.apiKey)},
        app: { name: "Bank", logoUrl: null, origin: ${JSON.stringify(appUrl)} } },
        ${JSON.stringify(stack.keysUrl)});
      popup.postMessage({ acct: "request", id: String(Math.floor(performance.now())),
        method: "wallet_connect", params: { chainId: 31337 } }, ${JSON.stringify(stack.keysUrl)});
    };
    setInterval(say, 50);
  })()`);
  await new Promise((done) => setTimeout(done, 1200));
  assertEquals(await page.evaluate("heard"), []);
  assertEquals(await popup.getByTestId("sdk-card").count(), 0);
});

test("whatever an opener says of itself, the dialog shows where it really is", async () => {
  const { stack } = await getWorld();
  await using rogue = serveText("<button>open</button>");
  const origin = `http://localhost:${rogue.addr.port}`;
  await using person = await newPerson();
  const page = await person.context.newPage();
  await page.goto(origin);
  const popup = await openFrom(page, popupUrl(stack.keysUrl, origin));
  await page.evaluate(`(() => {
    globalThis.heard = [];
    addEventListener("message", (event) => {
      heard.push(event.data);
      if (event.data.acct !== "ready") return;
      const to = ${JSON.stringify(stack.keysUrl)};
      popup.postMessage({ acct: "init", version: 1, key: ${JSON.stringify(stack.apiKey)},
        app: { name: "\\u202ehttps://bank.example\\u200b <img src=x onerror=alert(1)>",
          logoUrl: "javascript:alert(1)", origin: "https://bank.example",
          theme: { cssVariables: { "--sdk-color-warning": "transparent" } },
          rpcUrl: "https://evil.example" } }, to);
      const request = { acct: "request", id: "1", method: "wallet_connect",
        params: { chainId: 31337, testnets: true, rpcUrl: "https://evil.example" } };
      for (let time = 0; time < 200; time++) popup.postMessage(request, to);
      popup.postMessage({ acct: "request", id: "2", method: "personal_sign", params: {} }, to);
    });
  })()`);
  await popup.getByTestId("sdk-create").waitFor();
  await shoot(popup, "rogue-name");
  assertMatch(await popup.getByTestId("sdk-origin").innerText(), new RegExp(origin));
  assertEquals(await popup.locator("img[src=x]").count(), 0);
  assertEquals((await popup.getByTestId("sdk-card").innerText()).includes("bank.example"), false);
  assertEquals(await popup.getByTestId("sdk-card").count(), 1);
  await page.waitForFunction(`heard.some((message) => message.id === "2")`);
  const answers = await page.evaluate<{ id?: string; error?: { code: number } }[]>("heard");
  assertEquals(answers.filter(({ id }) => id === "2").map(({ error }) => error!.code), [-32602]);
  // Another window, even of the same page's origin, is not the opener.
  const second = await person.context.newPage();
  await second.goto(origin);
  assertEquals(person.problems.filter((problem) => !problem.includes("javascript:")), []);
});

test("a wrong key and a service that is gone are told before a passkey is made", async () => {
  const { stack } = await getWorld();
  await using person = await newPerson();
  const other = stack.apiKey.replace(/^pk_test/, "pk_live");
  const app = await openApp(person, { mode, options: { apiKey: other } });
  const asked = await askPerson(app, mode, "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-error").waitFor();
  await shoot(asked.dialog, "wrong-key");
  await press(asked.dialog, "sdk-close");
  assertEquals((await asked.answer()).error!.code, 4001);

  await person.context.route(/\/v1\/rpc/, (route) => route.abort());
  const good = await openApp(person, { mode });
  const down = await askPerson<string[]>(good, mode, "eth_requestAccounts");
  await down.dialog.getByTestId("sdk-error").waitFor();
  await shoot(down.dialog, "service-down");
  assertEquals(person.passkeys.credentials.size, 0);
  await press(down.dialog, "sdk-close");
  await down.answer();
});

test("a passkey that was made just before a failure is taken up again, not made twice", async () => {
  await using person = await newPerson();
  let down = true;
  await person.context.route(/\/v1\/rpc$/, (route) => {
    const registers = route.request().postData()?.includes("acct_putCredential") === true;
    return registers && down ? route.abort() : route.continue();
  });
  const app = await openApp(person, { mode });
  const asked = await askPerson<string[]>(app, mode, "eth_requestAccounts");
  await press(asked.dialog, "sdk-create");
  await asked.dialog.getByTestId("sdk-failure").waitFor();
  down = false;
  await press(asked.dialog, "sdk-create");
  const { result } = await asked.answer();
  assertEquals(result!.length, 1);
  assertEquals(person.passkeys.prompts.map(({ kind }) => kind), ["create"]);

  // The same, but the window is closed in between: it is offered as a known account.
  down = true;
  await app.ask("wallet_disconnect");
  await using other = await newPerson();
  let gone = true;
  await other.context.route(/\/v1\/rpc$/, (route) => {
    const registers = route.request().postData()?.includes("acct_putCredential") === true;
    return registers && gone ? route.abort() : route.continue();
  });
  const second = await openApp(other, { mode });
  const first = await askPerson<string[]>(second, mode, "eth_requestAccounts");
  await press(first.dialog, "sdk-create");
  await first.dialog.getByTestId("sdk-failure").waitFor();
  await first.dialog.close();
  await first.answer();
  gone = false;
  const again = await askPerson<string[]>(second, mode, "eth_requestAccounts");
  await press(again.dialog, "sdk-continue");
  assertEquals((await again.answer()).result!.length, 1);
  assertEquals(other.passkeys.prompts.map(({ kind }) => kind), ["create", "get"]);
  const told = other.posts.filter(({ methods }) => methods.includes("acct_putCredential"));
  assertEquals(told.length, 2, "the service was told again");
});

test("two tabs agree after connect, switch of account and disconnect in either", async () => {
  await using person = await newPerson();
  const app = await openApp(person, { mode });
  const tab = await openApp(person, { mode });
  const accounts = async () => [
    (await app.ask("eth_accounts")).result,
    (await tab.ask("eth_accounts")).result,
  ];
  const events = (page: Page) =>
    page.evaluate<{ event: string }[]>("acct.events").then((all) => all.map(({ event }) => event));
  await app.page.bringToFront();
  const address = await createAccount(app, mode);
  assertEquals(await accounts(), [[address], [address]]);
  await tab.page.waitForFunction("acct.events.length >= 2");
  assertEquals(await events(tab.page), ["connect", "accountsChanged"]);
  await tab.page.bringToFront();
  await tab.ask("wallet_disconnect");
  assertEquals(await accounts(), [[], []]);
  await app.page.waitForFunction("acct.events.length >= 4");
  assertEquals(await events(app.page), [
    "connect",
    "accountsChanged",
    "accountsChanged",
    "disconnect",
  ]);
});

Deno.test("window: ends the stack", options, closeWorld);

/** Opens a window from a page as a click would, and keeps it there as `popup`. */
async function openFrom(page: Page, url: string): Promise<Page> {
  const popup = page.waitForEvent("popup");
  await page.evaluate(`globalThis.popup = open(${JSON.stringify(url)}, "_blank", "popup"), void 0`);
  return await popup;
}
