/** Clicks that come before what checks their requests: the window opens in them all the same. */
import { assert, assertEquals } from "@std/assert";
import { appAt, closeWorld, createAccount, newPerson, openApp, options, press } from "./harness.ts";
import type { BrowserContext } from "./playwright.ts";

const methods = /\/methods-[\w-]+\.js/;

/** Keeps the methods back until they are let go, and counts how often they were asked for. */
async function holdMethods(context: BrowserContext): Promise<{ asked: number; letGo(): void }> {
  const gate = Promise.withResolvers<void>();
  const held = { asked: 0, letGo: gate.resolve };
  await context.route(methods, async (route) => {
    held.asked++;
    await gate.promise;
    await route.continue();
  });
  return held;
}

Deno.test(
  "early click: connecting needs none of the methods, and a page without a session loads none",
  options,
  async () => {
    await using person = await newPerson();
    const held = await holdMethods(person.context);
    const app = await openApp(person, { mode: "CrossPlatform" });
    assertEquals((await app.ask("eth_accounts")).result, []);
    assertEquals(held.asked, 0, "nobody is connected");
    const opening = app.page.waitForEvent("popup");
    const position = await app.send("eth_requestAccounts");
    const popup = await opening;
    await press(popup, "sdk-create");
    const { result } = await app.answer<string[]>(position);
    assertEquals(result!.length, 1);
    assertEquals(held.asked, 1, "fetched while somebody connects");
    held.letGo();
    assertEquals(person.problems, []);
  },
);

Deno.test(
  "early click: the window opens in the click, and the request waits for the methods",
  options,
  async () => {
    await using person = await newPerson();
    const before = await openApp(person, { mode: "CrossPlatform" });
    const account = await createAccount(before, "CrossPlatform");

    const held = await holdMethods(person.context);
    await before.page.reload();
    const app = await appAt(before.page, person);
    assertEquals(held.asked, 1, "somebody is connected: asked for at once, before any click");
    const opening = app.page.waitForEvent("popup");
    const position = await app.send("personal_sign", ["0x68656c6c6f", account]);
    const popup = await opening;
    // Long enough for the host to say its first word.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    held.letGo();
    await press(popup, "sdk-confirm");
    assert((await app.answer<string>(position)).result!.startsWith("0x"));
    assertEquals(person.problems, []);
  },
);

Deno.test("early click: what is refused leaves no window behind", options, async () => {
  await using person = await newPerson();
  const held = await holdMethods(person.context);
  const app = await openApp(person, { mode: "CrossPlatform" });
  const opening = app.page.waitForEvent("popup");
  const position = await app.send("wallet_sendCalls", [{}]);
  const popup = await opening;
  held.letGo();
  assertEquals((await app.answer(position)).error!.code, -32602);
  if (!popup.isClosed()) await popup.waitForEvent("close");
  assertEquals((await app.ask("eth_accounts")).result, []);
});

Deno.test(
  "early click: a window that is closed meanwhile is told, not opened again",
  options,
  async () => {
    await using person = await newPerson();
    const held = await holdMethods(person.context);
    const app = await openApp(person, { mode: "CrossPlatform" });
    const opening = app.page.waitForEvent("popup");
    const position = await app.send("wallet_connect", [{ version: "1" }]);
    await (await opening).close();
    held.letGo();
    const { error } = await app.answer(position);
    assert(["window_closed", "window_lost"].includes(error!.data.cause), error!.data.cause);
  },
);

Deno.test(
  "early click: code that did not load is an error, and is tried again",
  options,
  async () => {
    await using person = await newPerson();
    let tries = 0;
    await person.context.route(methods, async (route) => {
      tries++;
      if (tries === 1) await route.abort("failed");
      else await route.continue();
    });
    const app = await openApp(person, { mode: "CrossPlatform" });
    const capabilities = async () => (await app.ask("wallet_getCapabilities")).error;
    const lost = await capabilities();
    assertEquals([lost!.data.cause, /Reload the page/.test(lost!.message)], ["service_down", true]);
    const second = await capabilities();
    // Some browsers remember that a module failed until the page is reloaded (Chromium 153 does).
    assertEquals([second?.data.cause, tries], tries === 2 ? [undefined, 2] : ["service_down", 1]);
    await app.page.reload();
    const again = await appAt(app.page, person);
    assertEquals((await again.ask("wallet_getCapabilities")).error, undefined);
  },
);

Deno.test("early click: ends the stack", options, closeWorld);
