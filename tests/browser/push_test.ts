/** Notices on a device: enabled in the home by the passkey, shown by the worker, disabled again. */
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { openPushDevice } from "../stack/recovery/push_receiver.ts";
import { getWorld, leaveOut, newOwner, options, press, shoot } from "./harness.ts";
import { recoverer, startRecovery } from "./started_recovery.ts";

/** Notices shown by the page's worker. */
const shown = `navigator.serviceWorker.getRegistration("/").then((it) => it.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`;

Deno.test(
  "push: a device is notified of a recovery, after its user requested it with the passkey",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newOwner({ mode: "CrossPlatform" });
    await using device = await openPushDevice();
    const { subscription: { endpoint, p256dh, auth } } = device;
    const { origin } = new URL(stack.keysUrl);
    await user.context.grantPermissions(["notifications"], { origin });
    // The packaged Chromium has no push service, so this machine's is used instead.
    await user.context.addInitScript(`
    const bytes = (text) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
    const given = {
      endpoint: ${JSON.stringify(endpoint)},
      getKey: (name) => bytes(name === "auth" ? ${JSON.stringify(auth)} : ${
      JSON.stringify(p256dh)
    }),
    };
    let current = null;
    PushManager.prototype.subscribe = ({ applicationServerKey, userVisibleOnly }) => {
      if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("wrong options");
      return Promise.resolve(current = given);
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(current);
  `);
    const home = await user.context.newPage();
    await home.goto(`${stack.keysUrl}/#/settings`);
    if (await home.evaluate("Notification.permission") !== "granted") {
      return leaveOut("notifications");
    }
    await home.locator("[data-testid=home-push][data-state=off]").waitFor();
    const prompts = user.passkeys.prompts.length;
    await home.getByTestId("home-push-turn").click();
    await home.locator("[data-testid=home-push][data-state=on]").waitFor();
    assertEquals(user.passkeys.prompts.slice(prompts).map(({ kind }) => kind), ["get"]);
    await shoot(home, "home-push");

    // With it, a first recovery address waits for three days.
    await home.goto(`${stack.keysUrl}/#/recovery`);
    await home.getByTestId("home-recovery").fill(recoverer.address);
    await press(home, "home-add-recovery");
    await home.getByTestId("sdk-owner-waits").click();
    await home.locator("[data-testid=sdk-recovery-delay]:not([disabled])").waitFor();
    assertEquals(await home.getByTestId("sdk-recovery-delay").inputValue(), "3");
    await shoot(home, "owners-delay");
    await press(home, "sdk-confirm");
    await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
    await startRecovery({ stack, account: user.account });
    await until("the device is told", () => device.received.length === 1);
    const { data } = device.received[0]!;

    // The message is handed to the worker, as the browser's push service would.
    const session = await user.context.newCDPSession(home);
    const registrations: string[] = [];
    session.on("ServiceWorker.workerRegistrationUpdated", (event) => {
      const { registrations: all } = event as {
        readonly registrations: readonly { readonly registrationId: string }[];
      };
      registrations.push(...all.map(({ registrationId }) => registrationId));
    });
    await session.send("ServiceWorker.enable");
    await until("the worker is known", () => registrations.length > 0);
    // The browser drops a message if it cannot start the worker in time, so it is sent until shown.
    let sends = 0;
    await until("the notice is shown", async () => {
      if ((await home.evaluate<unknown[]>(shown)).length > 0) return true;
      if (sends++ % 20 === 0) {
        await session.send("ServiceWorker.deliverPushMessage", {
          origin,
          registrationId: registrations[0]!,
          data: JSON.stringify(data),
        });
      }
      return false;
    }, 500);
    const [notice] = await home.evaluate<{ title: string; body: string; tag: string }[]>(shown);
    assert(notice!.title.includes("recovering"), notice!.title);
    assertEquals(notice!.tag.toLowerCase(), user.account.toLowerCase());
    // The worker answers no requests of the page: it never serves a file of the wallet.
    assertEquals(await home.evaluate("navigator.serviceWorker.controller"), null);

    await home.goto(`${stack.keysUrl}/#/settings`);
    await home.getByTestId("home-push-turn").click();
    await home.locator("[data-testid=home-push][data-state=off]").waitFor();
    const { store } = stack.service;
    assertEquals(await store.selectFrom("push_subscriptions").selectAll().execute(), []);
    assertEquals(user.problems, []);
  },
);
