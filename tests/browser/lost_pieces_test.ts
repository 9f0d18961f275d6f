/** Missing chunks, as after a new version was deployed: no request fails with a wrong cause. */
import { assertEquals } from "@std/assert";
import {
  createAccount,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  settled,
  type User,
} from "./harness.ts";

const to = `0x${"22".repeat(20)}`;

/** Answers like many servers: with the page of the app, in place of a missing file. */
async function lose(user: User, piece: RegExp): Promise<{ asked: number }> {
  const lost = { asked: 0 };
  await user.context.route(piece, async (route) => {
    lost.asked++;
    await route.fulfill({
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Shop</title>",
    });
  });
  return lost;
}

Deno.test(
  "lost pieces: a sent transaction is never reported as not sent, for any later loss",
  options,
  async () => {
    await using user = await newUser();
    const app = await openApp(user, { mode: "CrossPlatform" });
    await createAccount(app, "CrossPlatform");
    const lost = await lose(user, /\/own_transactions-[\w-]+\.js/);
    const asked = await openRequest<string>(app, "CrossPlatform", "eth_sendTransaction", [{ to }]);
    await press(asked.dialog, "sdk-confirm");
    const { code, data } = (await asked.answer()).error!;
    assertEquals([code, data.cause, lost.asked > 0], [4900, "may_be_sent", true]);
    assertEquals(await settled(app, (data as { id?: string }).id!), 200);
  },
);

Deno.test(
  "lost pieces: a sign-in with rare fields is rejected before a window opens",
  options,
  async () => {
    await using user = await newUser();
    const lost = await lose(user, /\/capabilities-[\w-]+\.js/);
    const app = await openApp(user, { mode: "CrossPlatform" });
    let windows = 0;
    app.page.on("popup", () => windows++);
    const { error } = await app.ask("wallet_connect", [{
      capabilities: {
        signInWithEthereum: { nonce: "a1b2c3d4", chainId: "0x1", resources: ["https://a.example"] },
      },
    }]);
    assertEquals([error!.code, error!.data.cause], [4900, "service_down"]);
    assertEquals([lost.asked > 0, windows], [true, 0]);
  },
);

Deno.test(
  "lost pieces: a user who closes the window before its answer has rejected",
  options,
  async () => {
    await using user = await newUser();
    const lost = await lose(user, /\/lost-[\w-]+\.js/);
    const app = await openApp(user, { mode: "CrossPlatform" });
    await lose(user, /\/popup$/);
    const opening = app.page.waitForEvent("popup");
    const position = await app.send("eth_requestAccounts");
    await (await opening).close();
    const { error } = await app.answer(position);
    assertEquals([error!.code, error!.data.cause, lost.asked], [4001, "window_closed", 1]);
  },
);

Deno.test(
  "lost pieces: a dialog with missing code is not reported as a user rejection",
  options,
  async () => {
    await using user = await newUser();
    await lose(user, /\/message-[\w-]+\.js/);
    const app = await openApp(user, { mode: "AppSpecific" });
    const account = await createAccount(app, "AppSpecific");
    const { error } = await app.ask("personal_sign", ["0x12", account]);
    assertEquals([error!.code, error!.data.cause], [4900, "service_down"]);
    // Other dialogs still open.
    const sent = await openRequest<{ id: string }>(app, "AppSpecific", "wallet_sendCalls", [{
      calls: [{ to }],
    }]);
    await press(sent.dialog, "sdk-confirm");
    assertEquals((await sent.answer()).result!.id.length, 66);
  },
);
