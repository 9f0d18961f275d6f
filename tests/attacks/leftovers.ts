/** Nothing stays on a page after requests, independent of their outcome. @module */
import { assert, assertEquals } from "@std/assert";
import { numberToHex, stringToHex } from "viem";
import { bundle } from "../../scripts/stack/bundle.ts";
import { until } from "../../scripts/stack/patience.ts";
import {
  type App,
  type Asked,
  createAccount,
  getWorld,
  type Mode,
  newUser,
  openApp,
  openRequest,
  press,
} from "../browser/harness.ts";
import { attack } from "./attack.ts";

/** Listeners, timers and the like that exist on a page. */
interface Alive {
  readonly listeners: string[];
  readonly timers: string[];
  readonly observers: number;
  readonly elements: number;
}

for (const mode of ["CrossPlatform", "AppSpecific"] as const satisfies Mode[]) {
  attack(
    `leftovers, ${mode}: however a request ends, nothing of it stays on the page`,
    async () => {
      const { stack } = await getWorld();
      const [script] = await bundle({
        entry: "tests/attacks/pages/leftovers.ts",
      });
      const text = new TextDecoder().decode(script!.body);
      await using user = await newUser();
      await user.context.addInitScript(`(() => {${text}\n})()`);
      const app = await openApp(user, { mode });
      // The first answer loads the code that answers, and this code stays.
      await app.ask("eth_chainId");
      const before = await alive(app);
      assert(before.listeners.length > 0, "something is counted");

      let expected = before;
      const ended = async (how: string) => {
        // A window stays for a moment, for the next step of a flow.
        let now = await alive(app);
        await until("nothing is left", async () => same(now = await alive(app), expected), 50)
          .catch(() => {});
        assertEquals({ how, ...now }, { how, ...expected });
        assertEquals([how, user.context.pages().length], [how, 1]);
      };
      const dismiss = async (asked: Asked<unknown>) => {
        await asked.dialog.getByTestId("sdk-close").waitFor();
        const during = await alive(app);
        assert(!same(during, expected), "what is open is counted");
        await asked.dialog.getByTestId("sdk-close").click();
        assertEquals((await asked.answer()).error!.code, 4001);
      };

      await dismiss(await openRequest(app, mode, "eth_requestAccounts"));
      await ended("connecting refused");
      const address = await createAccount(app, mode);
      // A session has one timer and one listener for its end, for its whole duration.
      expected = {
        ...before,
        listeners: [...before.listeners, "Window visibilitychange"].sort(),
        timers: [...before.timers, "setTimeout 60000"].sort(),
      };
      await ended("connected");
      const sign = () => openRequest(app, mode, "personal_sign", [stringToHex("hello"), address]);
      await dismiss(await sign());
      await ended("signing refused");
      const signed = await sign();
      user.passkeys.behaviour = "cancel";
      await press(signed.dialog, "sdk-confirm");
      await signed.dialog.getByTestId("sdk-failure").waitFor();
      user.passkeys.behaviour = "verify";
      await press(signed.dialog, "sdk-confirm");
      await signed.answer();
      await ended("signed at the second try");
      if (mode === "CrossPlatform") {
        const closed = await sign();
        await closed.dialog.getByTestId("sdk-confirm").waitFor();
        await closed.dialog.close();
        await closed.answer();
        await ended("window closed");
      }
      const sent = await openRequest(app, mode, "wallet_sendCalls", [{
        chainId: numberToHex(stack.chainId),
        calls: [{ to: `0x${"a1".repeat(20)}`, value: "0x0" }],
      }]);
      await press(sent.dialog, "sdk-confirm");
      assertEquals((await sent.answer()).error, undefined);
      await ended("sent");
      await app.ask("wallet_sendCalls", [{ calls: "none" }]);
      await ended("refused before anybody was asked");
      await app.ask("wallet_disconnect");
      expected = before;
      await ended("disconnected");
      assertEquals(user.problems, []);
    },
  );
}

async function alive(app: App): Promise<Alive> {
  return await app.page.evaluate<Alive>("alive()");
}

function same(one: Alive, other: Alive): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
