/** Malformed, huge, replayed, reordered and endless messages, both ways. @module */
import { assert, assertEquals } from "@std/assert";
import { newUser, openApp, openRequest, press } from "../browser/harness.ts";
import { answersOf, opened, openFrame, openHostile, ready, serveHostile } from "./hostile.ts";
import { attack } from "./attack.ts";

attack("messages: whatever the browser can carry changes nothing at the wallet host", async () => {
  await using hostile = await serveHostile("messages");
  await using user = await newUser();
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  // Before the page has introduced itself, and after.
  await page.evaluate("attack.askToConnect('too early')");
  for (let round = 0; round < 2; round++) {
    assert(await page.evaluate<number>("attack.throwAll()") > 200);
    await page.evaluate("attack.handOver()");
    if (round === 0) await page.evaluate("attack.introduce()");
  }
  await page.evaluate("attack.askToConnect('good')");
  await popup.getByTestId("sdk-create").waitFor();
  assertEquals(await popup.getByTestId("sdk-card").count(), 1);
  assertEquals(
    await popup.evaluate("[{}.polluted, {}.acct, [].polluted]"),
    Array(3).fill(undefined),
  );
  await press(popup, "sdk-create");
  await page.waitForFunction(`heard.some(({ data }) => data.id === "good")`);

  const answers = await answersOf(page);
  const ids = answers.map(({ id }) => id);
  assertEquals(ids.length, new Set(ids).size, "no id is answered twice");
  assertEquals(answers.filter(({ result }) => result !== undefined).map(({ id }) => id), ["good"]);
  const codes = new Set(answers.flatMap(({ error }) => error === undefined ? [] : [error.code]));
  assertEquals([...codes].sort(), [-32602, 4200]);
  assertEquals(user.problems, []);
});

attack("messages: a flood of questions and replays ends in bounded answers", async () => {
  await using hostile = await serveHostile("messages");
  await using user = await newUser();
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  await page.evaluate("attack.introduce()");
  await page.evaluate("attack.flood(10_000)");
  await press(popup, "sdk-create");
  await page.waitForFunction(`heard.some(({ data }) => data.result !== undefined)`);
  await popup.getByTestId("sdk-continue").waitFor();
  // The result of the first question fades.
  await popup.getByTestId("sdk-success").waitFor({ state: "detached" });
  assertEquals(await popup.getByTestId("sdk-card").count(), 1, "one question at a time");
  const answers = await answersOf(page);
  const ids = answers.map(({ id }) => id);
  assertEquals(ids.length, new Set(ids).size, "no id is answered twice");
  assert(ids.length <= 1_000, `${ids.length} answers`);
  const [first, ...others] = answers.filter(({ error }) => error === undefined);
  assertEquals([first?.id, others], ["flood 0", []]);
  const causes = answers.flatMap(({ error }) => error === undefined ? [] : [error.data.cause]);
  assertEquals([...new Set(causes)], ["limit_exceeded"]);
  // Each pending request can be rejected, and then nothing stays.
  await popup.close();
  assertEquals(user.passkeys.prompts.length, 1);
  assertEquals(user.problems, []);
});

attack("messages: a page that is flooded by a frame gets its own answer all the same", async () => {
  await using hostile = await serveHostile("messages", { name: "ads.localhost" });
  await using user = await newUser();
  const app = await openApp(user, { mode: "CrossPlatform" });
  const frame = await openFrame(app.page, hostile);
  await frame.evaluate("attack.aimAtParent()");
  const asked = await openRequest<string[]>(app, "CrossPlatform", "eth_requestAccounts");
  await asked.dialog.getByTestId("sdk-create").waitFor();
  for (let round = 0; round < 3; round++) await frame.evaluate("attack.throwAll()");
  await frame.evaluate("attack.flood(10_000)");
  await press(asked.dialog, "sdk-create");
  assertEquals((await asked.answer()).result!.length, 1);
  assertEquals(await frame.evaluate("heard"), []);
  assertEquals(await app.page.evaluate("[{}.polluted, {}.acct]"), [undefined, undefined]);
  assertEquals(user.problems, []);
});
