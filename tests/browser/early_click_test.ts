/**
 * Clicks before the code that checks their requests has loaded: no window opens for a rejected one.
 */
import { assert, assertEquals } from "@std/assert";
import { appAt, createAccount, newUser, openApp, options, press } from "./harness.ts";
import type { BrowserContext } from "./playwright.ts";

const methods = /\/connected_page-[\w-]+\.js/;
const permissions = /\/permissions-[\w-]+\.js/;
const abis = /\/app_abi-[\w-]+\.js/;

/** Holds a chunk back until it is released, and counts its requests. */
async function holdMethods(
  context: BrowserContext,
  piece = methods,
): Promise<{ asked: number; letGo(): void }> {
  const gate = Promise.withResolvers<void>();
  const held = { asked: 0, letGo: gate.resolve };
  await context.route(piece, async (route) => {
    held.asked++;
    await gate.promise;
    await route.continue();
  });
  return held;
}

Deno.test(
  "early click: connecting needs no more than the first load",
  options,
  async () => {
    await using user = await newUser();
    const held = await holdMethods(user.context);
    const app = await openApp(user, { mode: "CrossPlatform" });
    assertEquals((await app.ask("eth_accounts")).result, []);
    const opening = app.page.waitForEvent("popup");
    const position = await app.send("eth_requestAccounts");
    const popup = await opening;
    await press(popup, "sdk-create");
    const { result } = await app.answer<string[]>(position);
    assertEquals(result!.length, 1);
    assertEquals(held.asked, 1, "fetched once, while the page was idle or the user connected");
    held.letGo();
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "early click: a request waits for the code that checks it, and its window opens then",
  options,
  async () => {
    await using user = await newUser();
    const before = await openApp(user, { mode: "CrossPlatform" });
    const account = await createAccount(before, "CrossPlatform");

    const held = await holdMethods(user.context);
    await before.page.reload();
    const app = await appAt(before.page, user);
    assertEquals(held.asked, 1, "the user is connected: requested at once, before any click");
    const opening = app.page.waitForEvent("popup");
    const position = await app.send("personal_sign", ["0x68656c6c6f", account]);
    held.letGo();
    const popup = await opening;
    await press(popup, "sdk-confirm");
    assert((await app.answer<string>(position)).result!.startsWith("0x"));
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "early click: a rejected request opens no window, even very early",
  options,
  async () => {
    await using user = await newUser();
    const held = await holdMethods(user.context);
    const app = await openApp(user, { mode: "CrossPlatform" });
    let windows = 0;
    app.page.on("popup", () => windows++);
    const position = await app.send("wallet_sendCalls", [{}]);
    held.letGo();
    assertEquals((await app.answer(position)).error!.code, -32602);
    const connecting = await app.send("wallet_connect", [{ capabilities: { unheardOf: {} } }]);
    assertEquals((await app.answer(connecting)).error!.code, 5700);
    assertEquals((await app.ask("eth_accounts")).result, []);
    assertEquals(windows, 0);
  },
);

Deno.test(
  "early click: calls wait for their checks, and an app's own ABI for the code that reads it",
  options,
  async () => {
    await using user = await newUser();
    const before = await openApp(user, { mode: "CrossPlatform" });
    const account = await createAccount(before, "CrossPlatform");

    const [held, readers] = await Promise.all([
      holdMethods(user.context),
      holdMethods(user.context, abis),
    ]);
    await before.page.reload();
    const app = await appAt(before.page, user);
    let windows = 0;
    app.page.on("popup", () => windows++);
    const to = `0x${"22".repeat(20)}`;
    const send = (calls: readonly unknown[], capabilities = {}) =>
      app.send("wallet_sendCalls", [{ calls, capabilities }]);
    const wrong = await send([{ to: account, data: "0x12345678" }]);
    const wrongAbi = await send([{ to }], { abi: ["function plant(seeds)"] });
    assertEquals([held.asked, readers.asked, windows], [1, 0, 0]);
    held.letGo();
    assertEquals((await app.answer(wrong)).error!.data.field, "params[0].calls[0].to");
    const opening = app.page.waitForEvent("popup");
    const right = await send([{ to, capabilities: { abi: ["function plant(uint256 seeds)"] } }]);
    assertEquals([readers.asked, windows], [1, 0]);
    readers.letGo();
    assertEquals(
      (await app.answer(wrongAbi)).error!.data.field,
      "params[0].capabilities.abi[0]",
    );
    await press(await opening, "sdk-confirm");
    assertEquals(((await app.answer<{ id: string }>(right)).result!).id.length, 66);
    assertEquals(windows, 1);
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "early click: a grant waits for its checks, loaded with the first request for permissions",
  options,
  async () => {
    await using user = await newUser();
    const app = await openApp(user, { mode: "CrossPlatform" });
    await createAccount(app, "CrossPlatform");
    const held = await holdMethods(user.context, permissions);
    let windows = 0;
    app.page.on("popup", () => windows++);
    const grant = (spender: string) =>
      app.send("wallet_grantPermissions", [{
        spender,
        expiry: 4_000_000_000,
        permissions: {
          spends: [{
            token: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
            allowance: "1",
            unit: "day",
          }],
        },
      }]);
    const wrong = await grant(`0x${"00".repeat(20)}`);
    const right = await grant(`0x${"22".repeat(20)}`);
    assertEquals([held.asked, windows], [1, 0]);
    const opening = app.page.waitForEvent("popup");
    held.letGo();
    assertEquals((await app.answer(wrong)).error!.data.field, "params[0].spender");
    const popup = await opening;
    await press(popup, "sdk-cancel");
    assertEquals((await app.answer(right)).error!.code, 4001);
    if (!popup.isClosed()) await popup.waitForEvent("close");
    assertEquals(windows, 1);
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "early click: code that did not load is an error, and is tried again",
  options,
  async () => {
    await using user = await newUser();
    let down = true;
    let loaded = 0;
    await user.context.route(methods, async (route) => {
      if (down) return await route.abort("failed");
      loaded++;
      await route.continue();
    });
    const app = await openApp(user, { mode: "CrossPlatform" });
    const capabilities = async () => (await app.ask("wallet_getCapabilities")).error;
    const lost = await capabilities();
    assertEquals([lost!.data.cause, /Reload the page/.test(lost!.message)], ["service_down", true]);
    down = false;
    const second = await capabilities();
    // Some browsers remember a failed module until the page is reloaded (Chromium 153 does).
    assertEquals(second?.data.cause, loaded === 1 ? undefined : "service_down");
    await app.page.reload();
    const again = await appAt(app.page, user);
    assertEquals((await again.ask("wallet_getCapabilities")).error, undefined);
  },
);

Deno.test(
  "early click: an app with names has the code that reads their records before the click",
  options,
  async () => {
    await using user = await newUser();
    const held = await holdMethods(user.context, /\/capabilities-[\w-]+\.js/);
    held.letGo();
    const app = await openApp(user, { mode: "CrossPlatform", options: { ens: "demo.eth" } });
    // No dialog, and answered by code that loads no sooner.
    await app.ask("wallet_getCapabilities");
    assertEquals(held.asked, 1);
    assertEquals(user.problems, []);
  },
);
