/** The window between a page and the wallet host, attacked and broken in a real browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Hex, numberToHex, stringToHex } from "viem";
import {
  appAt,
  type Asked,
  createAccount,
  getWorld,
  leaveOut,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  serveText,
  shoot,
  type User,
} from "./harness.ts";
import type { Page } from "./playwright.ts";

const mode = "CrossPlatform";
const test = (name: string, run: () => Promise<void>) => Deno.test(`window: ${name}`, options, run);

test("closing it is a no, on each screen", async () => {
  const { stack } = await getWorld();
  await using user = await newUser();
  const app = await openApp(user, { mode, options: { ens: "demo.eth" } });
  /** Closes the window once this is on its screen; the answer is a no, and the only one. */
  const closeAt = async (asked: Asked<unknown>, screen: string) => {
    await asked.dialog.getByTestId(screen).waitFor();
    await asked.dialog.close();
    const { error } = await asked.answer();
    assertEquals([screen, error?.code, error?.data.cause], [screen, 4001, "window_closed"]);
    assertEquals(user.context.pages().length, 1);
  };
  const ask = (method: string, params?: unknown) => openRequest(app, mode, method, params);
  const signIn = { nonce: "abcdefgh1", chainId: numberToHex(stack.chainId) };
  const connect = [{ capabilities: { signInWithEthereum: signIn } }];
  await closeAt(await ask("eth_requestAccounts"), "sdk-create");
  await closeAt(await ask("wallet_connect", connect), "sdk-siwe");

  // In the middle of a flow: after the passkey, before the name and the sign-in.
  const naming = await ask("eth_requestAccounts");
  await press(naming.dialog, "sdk-create");
  await closeAt(naming, "sdk-label");
  assertEquals((await app.ask("eth_accounts")).result, []);
  const other = await ask("eth_requestAccounts");
  await press(other.dialog, "sdk-continue");
  const [address] = (await other.answer()).result as Hex[];

  const to: Hex = `0x${"a1".repeat(20)}`;
  const typedData = {
    domain: { name: "Shop" },
    types: { Words: [{ name: "text", type: "string" }] },
    primaryType: "Words",
    message: { text: "hello" },
  };
  const sending = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [
    { calls: [{ to, value: "0x0" }] },
  ]);
  await press(sending.dialog, "sdk-confirm");
  const { id } = (await sending.answer()).result!;
  const expiry = Math.floor(Date.now() / 1000) + 3600;
  const spends = [{ token: stack.tokens[0].address, allowance: "1", unit: "day" }];
  for (
    const [method, params, screen] of [
      ["personal_sign", [stringToHex("hello"), address], "sdk-message"],
      ["eth_signTypedData_v4", [address, JSON.stringify(typedData)], "sdk-tree"],
      ["wallet_sendCalls", [{ calls: [{ to, value: "0x0" }] }], "sdk-fee"],
      ["wallet_grantPermissions", [{ expiry, spender: to, permissions: { spends } }], "sdk-most"],
      ["wallet_showCallsStatus", [id], "sdk-bundle"],
    ] as const
  ) await closeAt(await ask(method, params), screen);

  // After a failure, with the reason on the screen.
  const failing = await ask("personal_sign", [stringToHex("hello"), address]);
  user.passkeys.behaviour = "cancel";
  await press(failing.dialog, "sdk-confirm");
  await closeAt(failing, "sdk-failure");
  assertEquals((await app.ask("eth_accounts")).result, [address]);
  assertEquals(user.problems, []);
});

test("a window that crashes keeps its request open until it is closed: then it is a rejection", async () => {
  await using user = await newUser();
  const app = await openApp(user, { mode });
  const asked = await openRequest(app, mode, "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-create").waitFor();
  const session = await user.context.newCDPSession(asked.dialog);
  const crashed = asked.dialog.waitForEvent("crash");
  // The renderer that should answer has exited.
  session.send("Page.crash").catch(() => {});
  await crashed;
  // Well past the moment at which a closed window is noticed.
  await new Promise((done) => setTimeout(done, 1_000));
  assertEquals(await app.page.locator("#answers li").textContent(), "", "a reload could go on");
  await asked.dialog.close();
  const { error } = await asked.answer();
  assertEquals([error!.code, error!.data.cause], [4001, "window_closed"]);
  assertEquals((await createAccount(app, mode)).length, 42);
});

test("a wallet host that is down is named, at its deadline or when its window is closed", async () => {
  // A port without a listener.
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const keysUrl = `http://keys.localhost:${listener.addr.port}`;
  listener.close();
  await using user = await newUser();
  const { stack } = await getWorld();
  const preference = { keysUrl, serverUrl: stack.browserServerUrl };
  const app = await openApp(user, { mode, options: { preference } });
  const closed = await openRequest(app, mode, "eth_requestAccounts");
  await closed.dialog.close();
  assertEquals((await closed.answer()).error!.data.cause, "window_closed");

  const asked = await openRequest(app, mode, "eth_requestAccounts");
  await app.page.evaluate(`(() => {
    const now = Date.now;
    Date.now = () => now() + 31_000;
  })()`);
  const { error } = await asked.answer();
  assertEquals([error!.code, error!.data.cause], [4900, "host_unreachable"]);
  assertMatch(error!.message, new RegExp(keysUrl));
  assertEquals(asked.dialog.isClosed(), true);
});

test("a page that navigates away closes its window: no page would receive the answer", async () => {
  await using user = await newOwner({ mode });
  const { account: address, app } = user;
  const prompts = user.passkeys.prompts.length;
  for (const leave of [() => app.page.reload(), () => app.page.goto("about:blank")]) {
    const old = await openRequest(app, mode, "personal_sign", [stringToHex("old"), address]);
    await old.dialog.getByTestId("sdk-message").waitFor();
    const closed = old.dialog.waitForEvent("close");
    await leave();
    await closed;
    if (app.page.url() === "about:blank") break;
    // The next page sends a new request.
    const again = await appAt(app.page, user);
    const message = [stringToHex("new"), address];
    const asked = await openRequest<string>(again, mode, "personal_sign", message);
    assertMatch(await asked.dialog.getByTestId("sdk-message").innerText(), /new/);
    await press(asked.dialog, "sdk-confirm");
    assertMatch((await asked.answer()).result!, /^0x/);
  }
  assertEquals(user.passkeys.prompts.length, prompts + 1);
});

test("storage is partitioned here as for real users, and the window does not need it", async () => {
  const { stack } = await getWorld();
  await using shelf = serveText("<title>shelf</title>");
  const url = `http://shelf.localhost:${shelf.addr.port}`;
  await using user = await newUser();
  const first = await user.context.newPage();
  await first.goto(url);
  await first.evaluate(`localStorage.setItem("mark", "first party")`);
  const app = await openApp(user, { mode });
  await app.page.evaluate(`new Promise((loaded) => {
    const frame = document.createElement("iframe");
    frame.src = ${JSON.stringify(url)};
    frame.onload = loaded;
    document.body.append(frame);
  })`);
  const frame = app.page.frames().find((frame) => frame.url().startsWith(url))!;
  const seen = await frame.evaluate<string | null>(`localStorage.getItem("mark")`);
  if (seen !== null) return leaveOut("storage partitioning");
  assertEquals(await first.evaluate(`localStorage.getItem("mark")`), "first party");
  // The wallet host's window is not a third party: its accounts are available to every app.
  const address = await createAccount(app, mode);
  const [record] = await accountsAt(user, stack.keysUrl);
  assertEquals(record, address);
});

test("a reload in the middle opens the same dialog again, and one answer arrives", async () => {
  await using user = await newUser();
  const app = await openApp(user, { mode });
  const asked = await openRequest<string[]>(app, mode, "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-create").waitFor();
  await asked.dialog.reload();
  await press(asked.dialog, "sdk-create");
  assertEquals((await asked.answer()).result!.length, 1);
});

test("two concurrent dialogs are shown in sequence, and do not mix", async () => {
  await using user = await newOwner({ mode });
  const { account: address, app } = user;
  const first = await openRequest(app, mode, "personal_sign", [stringToHex("first"), address]);
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

test("the account is the same in another app, and a different one inside of the app", async () => {
  const { stack, otherAppUrl } = await getWorld();
  await using user = await newOwner({ mode });
  const { account: address } = user;
  const other = await openApp(user, { mode, url: otherAppUrl });
  const asked = await openRequest<string[]>(other, mode, "eth_requestAccounts");
  assertMatch(
    await asked.dialog.getByTestId("sdk-origin").innerText(),
    new RegExp(new URL(otherAppUrl).host),
  );
  await press(asked.dialog, "sdk-continue");
  assertEquals((await asked.answer()).result, [address]);
  const own = await openApp(user, { mode: "AppSpecific", url: otherAppUrl });
  assert(await createAccount(own, "AppSpecific") !== address);
  // The relying party is the wallet host's in one mode, and the app's own in the other.
  const host = new URL(stack.keysUrl).hostname;
  const expected = [host, host, new URL(otherAppUrl).hostname];
  assertEquals(user.passkeys.prompts.map(({ rpId }) => rpId), expected);
});

test("a wrong key and an unreachable service are reported before a passkey is created", async () => {
  const { stack } = await getWorld();
  await using user = await newUser();
  const other = stack.apiKey.replace(/^pk_test/, "pk_live");
  const app = await openApp(user, { mode, options: { apiKey: other } });
  const asked = await openRequest(app, mode, "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-error").waitFor();
  await shoot(asked.dialog, "wrong-key");
  await press(asked.dialog, "sdk-close");
  assertEquals((await asked.answer()).error!.code, 4001);

  await user.context.route(/\/v1\/rpc/, (route) => route.abort());
  const good = await openApp(user, { mode });
  const down = await openRequest<string[]>(good, mode, "eth_requestAccounts");
  await down.dialog.getByTestId("sdk-error").waitFor();
  await shoot(down.dialog, "service-down");
  assertEquals(user.passkeys.credentials.size, 0);
  await press(down.dialog, "sdk-close");
  await down.answer();
});

test("a passkey that was made just before a failure is taken up again, not made twice", async () => {
  await using user = await newUser();
  let down = true;
  await user.context.route(/\/v1\/rpc$/, (route) => {
    const registers = route.request().postData()?.includes("acct_putCredential") === true;
    return registers && down ? route.abort() : route.continue();
  });
  const app = await openApp(user, { mode });
  const asked = await openRequest<string[]>(app, mode, "eth_requestAccounts");
  await press(asked.dialog, "sdk-create");
  await asked.dialog.getByTestId("sdk-failure").waitFor();
  down = false;
  await press(asked.dialog, "sdk-create");
  const { result } = await asked.answer();
  assertEquals(result!.length, 1);
  assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create"]);

  // If the window is closed in between, the account is offered as known.
  down = true;
  await app.ask("wallet_disconnect");
  await using other = await newUser();
  let gone = true;
  await other.context.route(/\/v1\/rpc$/, (route) => {
    const registers = route.request().postData()?.includes("acct_putCredential") === true;
    return registers && gone ? route.abort() : route.continue();
  });
  const second = await openApp(other, { mode });
  const first = await openRequest<string[]>(second, mode, "eth_requestAccounts");
  await press(first.dialog, "sdk-create");
  await first.dialog.getByTestId("sdk-failure").waitFor();
  await first.dialog.close();
  await first.answer();
  gone = false;
  const again = await openRequest<string[]>(second, mode, "eth_requestAccounts");
  await press(again.dialog, "sdk-continue");
  assertEquals((await again.answer()).result!.length, 1);
  assertEquals(other.passkeys.prompts.map(({ kind }) => kind), ["create", "get"]);
  const told = other.posts.filter(({ methods }) => methods.includes("acct_putCredential"));
  assertEquals(told.length, 2, "the service was told again");
});

test("two tabs agree after connect, switch of account and disconnect in either", async () => {
  await using user = await newUser();
  const app = await openApp(user, { mode });
  const tab = await openApp(user, { mode });
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
  // Browsers share a change of the storage among processes a moment later.
  await app.page.waitForFunction("acct.events.length >= 4");
  assertEquals(await accounts(), [[], []]);
  assertEquals(await events(app.page), [
    "connect",
    "accountsChanged",
    "accountsChanged",
    "disconnect",
  ]);
});

/** The accounts that the wallet host keeps on this device. */
async function accountsAt(user: User, keysUrl: string): Promise<string[]> {
  const home = await user.context.newPage();
  await home.goto(keysUrl);
  const kept = await home.evaluate<string[]>("Object.values(localStorage)");
  return kept.flatMap((text) => text.match(/0x[0-9a-fA-F]{40}\b/g) ?? []);
}
