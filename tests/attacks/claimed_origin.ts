/** Pages that claim to be another page. @module */
import { assertEquals, assertMatch } from "@std/assert";
import { getWorld, newUser, shoot } from "../browser/harness.ts";
import { attack } from "./attack.ts";
import { answersOf, opened, openHostile, ready, serveHostile } from "./hostile.ts";

attack(
  "claimed origin: a false one in the address hears no word, and opens no dialog",
  async () => {
    const { appUrl, otherAppUrl } = await getWorld();
    await using hostile = await serveHostile("claimed_origin", { name: "evil.localhost" });
    await using user = await newUser();
    const page = await openHostile(user, hostile);
    const { host, port } = new URL(hostile.origin);
    const claims = [
      appUrl,
      otherAppUrl,
      "https://bank.example",
      `https://${host}`,
      `http://localhost:${port}`,
      `http://evil.localhost`,
      `${hostile.origin}/`,
      `${hostile.origin}/path`,
      `http://user@${host}`,
      ` ${hostile.origin}`,
      hostile.origin.toUpperCase(),
      "null",
      "*",
      "/",
      "",
      "file://",
      "javascript:alert(1)",
      `blob:${hostile.origin}/1`,
    ].map((claim) => `origin=${encodeURIComponent(claim)}`);
    const fragments = [
      ...claims,
      "",
      `Origin=${encodeURIComponent(hostile.origin)}`,
      `origin=${encodeURIComponent(appUrl)}&origin=${encodeURIComponent(hostile.origin)}`,
      `origin[]=${encodeURIComponent(hostile.origin)}`,
    ];
    const popups = [];
    for (const fragment of fragments) {
      popups.push(await opened(page, `attack.openAlso(${JSON.stringify(fragment)})`));
    }
    // An honest one shows that the others had the time.
    const honest = await opened(
      page,
      `attack.openAlso("origin=${encodeURIComponent(hostile.origin)}")`,
    );
    for (const popup of [...popups, honest]) {
      await popup.locator("meta[name=viewport]").waitFor({ state: "attached" });
      await popup.evaluate(`document.readyState === "complete" ||
        new Promise((loaded) => addEventListener("load", loaded))`);
    }
    await ready(page);
    for (let time = 0; time < 10; time++) await page.evaluate("attack.sayToAll()");
    await honest.getByTestId("sdk-create").waitFor();
    for (const popup of popups) {
      assertEquals([popup.url(), await popup.getByTestId("sdk-card").count()], [popup.url(), 0]);
    }
    assertEquals((await page.evaluate<unknown[]>("heard")).length, 1, "one word of the honest one");
    assertEquals(user.passkeys.prompts, []);
  },
);

attack("claimed origin: whatever a page says of itself, the dialog shows where it is", async () => {
  await using hostile = await serveHostile("claimed_origin", { name: "evil.localhost" });
  await using user = await newUser();
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  await page.evaluate("attack.claim()");
  await popup.getByTestId("sdk-create").waitFor();
  await shoot(popup, "rogue-name");
  assertMatch(await popup.getByTestId("sdk-origin").innerText(), new RegExp(`^${hostile.origin}$`));
  assertEquals(await popup.locator("img").count(), 0);
  assertEquals((await popup.getByTestId("sdk-card").innerText()).includes("bank.example"), false);
  assertEquals((await popup.title()).includes("bank"), false);
  await popup.getByTestId("sdk-close").click();
  await page.waitForFunction(`heard.some(({ data }) => data.id === "claimed")`);
  assertEquals((await answersOf(page)).map(({ error }) => error?.code), [4001]);
  assertEquals(user.problems, []);
});
