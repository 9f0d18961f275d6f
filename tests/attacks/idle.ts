/** Events on the page of a slow user. None of them may reject a request. @module */
import { assertEquals } from "@std/assert";
import {
  type App,
  createAccount,
  type Mode,
  newUser,
  openApp,
  openRequest,
  press,
  type User,
} from "../browser/harness.ts";
import { attack } from "./attack.ts";

for (const mode of ["CrossPlatform", "AppSpecific"] as const satisfies Mode[]) {
  attack(
    `idle, ${mode}: tabs, focus, sleep, clocks and a lost network reject nothing`,
    async () => {
      await using user = await newUser();
      const app = await openApp(user, { mode });
      const address = await createAccount(app, mode);
      const asked = await openRequest<string>(app, mode, "personal_sign", [
        "0x68656c6c6f",
        address,
      ]);
      await asked.dialog.getByTestId("sdk-confirm").waitFor();
      await disturb(user, app);
      assertEquals(await app.page.locator("#answers li:last-child").textContent(), "");
      assertEquals(asked.dialog.isClosed(), false);
      await asked.dialog.bringToFront();
      await press(asked.dialog, "sdk-confirm");
      assertEquals(typeof (await asked.answer()).result, "string");
      assertEquals(user.problems, []);
    },
  );
}

/** Leaves, freezes, resizes, disconnects and misleads the page, and restores it. */
async function disturb(user: User, app: App): Promise<void> {
  const elsewhere = await user.context.newPage();
  await elsewhere.bringToFront();
  const session = await user.context.newCDPSession(app.page);
  for (const state of ["frozen", "active"]) {
    await session.send("Page.setWebLifecycleState", { state });
  }
  await user.context.setOffline(true);
  await app.page.evaluate(`(() => {
    for (const name of ["blur", "focus", "pageshow", "pagehide", "resize", "offline", "online"]) {
      dispatchEvent(new Event(name));
    }
    for (const name of ["visibilitychange", "freeze", "resume", "focusout", "fullscreenchange"]) {
      document.dispatchEvent(new Event(name, { bubbles: true }));
    }
    // The clock moves by an hour, backwards and forwards.
    const now = Date.now;
    Date.now = () => now() - 3_600_000;
  })()`);
  // Longer than any of the page's own polls of the window.
  await new Promise((done) => setTimeout(done, 700));
  await app.page.evaluate(`(() => {
    const now = Date.now;
    Date.now = () => now() + 2 * 3_600_000;
  })()`);
  await new Promise((done) => setTimeout(done, 700));
  await user.context.setOffline(false);
  await app.page.setViewportSize({ width: 400, height: 500 });
  await elsewhere.close();
}
