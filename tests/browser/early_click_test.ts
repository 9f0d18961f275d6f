/** A click that comes before the provider's engine: the window opens in it all the same. */
import { assert, assertEquals } from "@std/assert";
import { closeWorld, newPerson, openApp, options, press } from "./harness.ts";

Deno.test(
  "early click: the window opens in the click, and nothing it says is missed",
  options,
  async () => {
    await using person = await newPerson();
    let arrived = false;
    let held = 0;
    await person.context.route(/\/engine-[\w-]+\.js/, async (route) => {
      held++;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      arrived = true;
      await route.continue();
    });
    const app = await openApp(person, { mode: "CrossPlatform" });
    assertEquals(held, 1, "asked for at once, before any click");
    const opening = app.page.waitForEvent("popup", { timeout: 2_000 });
    const position = await app.send("eth_requestAccounts");
    const popup = await opening;
    assertEquals(arrived, false, "opened before the engine was there");
    await press(popup, "sdk-create");
    assert(arrived);
    const { result } = await app.answer<string[]>(position);
    assertEquals(result!.length, 1);
    assertEquals(person.problems, []);
  },
);

Deno.test("early click: what is refused leaves no window behind", options, async () => {
  await using person = await newPerson();
  await person.context.route(/\/engine-[\w-]+\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const app = await openApp(person, { mode: "CrossPlatform" });
  const opening = app.page.waitForEvent("popup");
  const position = await app.send("wallet_sendCalls", [{}]);
  const popup = await opening;
  assertEquals((await app.answer(position)).error!.code, -32602);
  if (!popup.isClosed()) await popup.waitForEvent("close");
  // An engine that did not arrive is asked for again by the next request.
  assertEquals((await app.ask("eth_accounts")).result, []);
});

Deno.test(
  "early click: code that did not load is an error, and is tried again",
  options,
  async () => {
    await using person = await newPerson();
    let tries = 0;
    await person.context.route(/\/engine-[\w-]+\.js/, async (route) => {
      tries++;
      if (tries <= 2) await route.abort("failed");
      else await route.continue();
    });
    const app = await openApp(person, { mode: "CrossPlatform" });
    const { error } = await app.ask("eth_chainId");
    assertEquals(error!.data.cause, "service_down");
  },
);
Deno.test("early click: ends the stack", options, closeWorld);
