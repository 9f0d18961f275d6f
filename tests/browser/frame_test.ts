/** The wallet host in a frame of the page: `preference.transport` `iframe` and `auto`. */
import type { Page } from "./playwright.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { stringToHex } from "viem";
import { buildPage } from "../../scripts/stack/pages.ts";
import { openFramed } from "./framed.ts";
import {
  getWorld,
  newOwner,
  newUser,
  options,
  press,
  pressEscape,
  serve,
  shoot,
} from "./harness.ts";

const test = (name: string, run: () => Promise<void>) => Deno.test(`frame: ${name}`, options, run);

/** Serves the test page with its own policy. */
async function serveApp(headers: Record<string, string>) {
  const folder = "tests/browser/app";
  const server = serve(
    await buildPage({ folder, entry: `${folder}/main.ts`, split: true }),
    headers,
  );
  return {
    url: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

test("connect, sign and send without a window", async () => {
  await using user = await newUser();
  const { stack } = await getWorld();
  const app = await openFramed(user);
  const [account] = await app.yes<`0x${string}`[]>("eth_requestAccounts", undefined, "sdk-create");
  const message = [stringToHex("hello"), account];
  assertMatch(await app.yes("personal_sign", message, "sdk-confirm"), /^0x/);

  const position = await app.send("wallet_sendCalls", [{
    calls: [{ to: `0x${"a1".repeat(20)}`, value: "0x0" }],
  }]);
  await app.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  await shoot(app.page, "frame-send");
  const before = user.posts.length;
  await press(app.dialog, "sdk-confirm");
  const { result } = await app.answer<{ id: string }>(position);
  await app.gone();
  const sent = user.posts.slice(before).flatMap(({ methods }) => methods);
  assertEquals(sent.filter((method) => method === "acct_send").length, 1);
  await app.page.waitForFunction(`acct.provider.request({ method: "wallet_getCallsStatus",
    params: [${JSON.stringify(result!.id)}] }).then(({ status }) => status === 200)`);

  const rpId = new URL(stack.keysUrl).hostname;
  assertEquals(
    user.passkeys.prompts.map((prompt) => [prompt.kind, prompt.rpId, prompt.activated]),
    [["create", rpId, true], ["get", rpId, true], ["get", rpId, true]],
  );
  assertEquals(user.context.pages().length, 1);
  assertEquals(user.problems, []);
});

test("no, Escape and a page that removes the frame return 4001, and nothing stays", async () => {
  await using user = await newUser();
  const app = await openFramed(user);
  const ends: readonly (() => unknown)[] = [
    () => press(app.dialog, "sdk-close"),
    () => pressEscape(app.page),
    () => app.page.evaluate(`document.querySelector("[data-sdk-frame]").remove()`),
  ];
  for (const end of ends) {
    const position = await app.send("eth_requestAccounts");
    await app.dialog.getByTestId("sdk-create").waitFor();
    await end();
    const { error } = await app.answer(position);
    assertEquals(error!.code, 4001);
    await app.gone();
    if (end === ends.at(-1)) continue;
    // The focus is back where it was.
    assertEquals(await app.page.evaluate("document.activeElement.id"), "send");
  }
});

test("another page finds the same account in its own frame", async () => {
  await using user = await newUser();
  const { otherAppUrl } = await getWorld();
  const first = await openFramed(user);
  const accounts = await first.yes<string[]>("eth_requestAccounts", undefined, "sdk-create");
  const other = await openFramed(user, "iframe", otherAppUrl);
  // Both pages are on ports of one site, so that their frames share their storage.
  assertEquals(await other.yes("eth_requestAccounts", undefined, "sdk-continue"), accounts);
});

test("if no frame is allowed, auto opens a window and iframe returns the reason", async () => {
  await using closed = await serveApp({
    "content-security-policy": "frame-src 'none'",
  });
  await using user = await newUser();
  const auto = await openFramed(user, "auto", closed.url);
  for (let time = 0; time < 2; time++) {
    const popup = auto.page.waitForEvent("popup");
    const position = await auto.send("eth_requestAccounts");
    const window = await opened(auto.page, popup);
    await press(window, time === 0 ? "sdk-create" : "sdk-continue");
    assertEquals((await auto.answer<string[]>(position)).result!.length, 1);
    // The next request needs a new window.
    if (!window.isClosed()) await window.waitForEvent("close");
    assertEquals(await auto.page.locator("[data-sdk-frame]").count(), 0);
    await auto.ask("wallet_disconnect");
  }
  const iframe = await openFramed(user, "iframe", closed.url);
  const { error } = await iframe.ask("eth_requestAccounts");
  assertEquals([error!.code, error!.data.cause], [4900, "host_unreachable"]);
  assertEquals(await iframe.page.locator("[data-sdk-frame]").count(), 0);
});

test("a report-only policy of the page does not block a frame", async () => {
  await using reporting = await serveApp({
    "content-security-policy-report-only": "frame-src 'none'",
  });
  await using user = await newUser();
  const app = await openFramed(user, "iframe", reporting.url);
  const accounts = await app.yes<string[]>("eth_requestAccounts", undefined, "sdk-create");
  assertEquals([accounts.length, user.context.pages().length], [1, 1]);
});

test("if frames get no passkeys, there is a window", async () => {
  for (const feature of ["publickey-credentials-get=(self)", "publickey-credentials-create=()"]) {
    await using strict = await serveApp({ "permissions-policy": feature });
    for (const transport of ["auto", "iframe"] as const) {
      await using user = await newUser();
      const app = await openFramed(user, transport, strict.url);
      const popup = app.page.waitForEvent("popup");
      const position = await app.send("eth_requestAccounts");
      await press(await opened(app.page, popup), "sdk-create");
      assertEquals((await app.answer<string[]>(position)).result!.length, 1, feature);
      assertEquals(await app.page.locator("[data-sdk-frame]").count(), 0);
    }
  }
});

test("a host that does not let this page embed it gets a window", async () => {
  const { appUrl } = await getWorld();
  await using user = await newUser();
  // The host's list names http://localhost, and not this name of the same machine.
  const app = await openFramed(user, "auto", appUrl.replace("localhost", "127.0.0.1"));
  const popup = app.page.waitForEvent("popup");
  const position = await app.send("eth_requestAccounts");
  await press(await opened(app.page, popup), "sdk-create");
  assertEquals((await app.answer<string[]>(position)).result!.length, 1);
});

test("a connection made in a window uses a window", async () => {
  await using user = await newOwner({ mode: "CrossPlatform" });
  const { account } = user;
  // The same page, now with the host in a frame: it has no stored connection.
  const framed = await openFramed(user, "auto");
  assertEquals((await framed.ask("eth_accounts")).result, [account]);
  const popup = framed.page.waitForEvent("popup");
  const position = await framed.send("personal_sign", [stringToHex("hello"), account]);
  await press(await opened(framed.page, popup), "sdk-confirm");
  assertMatch((await framed.answer<string>(position)).result!, /^0x/);
  assertEquals((await framed.ask("eth_accounts")).result, [account]);
});

test("a frame covered by the page's own elements continues in a window", async () => {
  await using user = await newUser();
  const app = await openFramed(user);
  const position = await app.send("eth_requestAccounts");
  await app.dialog.locator("[data-testid=sdk-create]:not([aria-disabled])").waitFor();
  await app.page.evaluate(`(() => {
    const bar = document.createElement("div");
    bar.popover = "manual";
    bar.textContent = "We value your privacy";
    bar.style.cssText = "inset:0 0 auto 0;width:100%;height:60px;background:#ffd";
    document.body.append(bar);
    bar.showPopover();
  })()`);
  await app.dialog.getByTestId("sdk-covered").waitFor();
  await shoot(app.page, "frame-covered");
  const popup = app.page.waitForEvent("popup");
  await press(app.dialog, "sdk-elsewhere");
  await press(await popup, "sdk-create");
  assertEquals((await app.answer<string[]>(position)).result!.length, 1);
});

/**
 * The window; where the frame took longer than a browser remembers a click, another one opens it.
 */
async function opened(page: Page, popup: Promise<Page>): Promise<Page> {
  const again = page.locator("[data-sdk-popup-blocked] button").first();
  await Promise.race([popup, again.click().catch(() => {})]);
  return await popup;
}
