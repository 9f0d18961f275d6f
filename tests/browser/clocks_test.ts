/** Devices with wrong clocks: everything that the user confirms succeeds at the first click. */
import { assert, assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { getWorld, newUser, openApp, openRequest, options, press, type User } from "./harness.ts";

const mode = "CrossPlatform";
const friend: Hex = `0x${"c7".repeat(20)}`;

/** Shifts the clock of all pages of a profile, as `Date` shows it. */
async function shiftClock(user: User, ms: number): Promise<void> {
  await user.context.addInitScript(`(() => {
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...parts) {
        if (parts.length === 0) super(RealDate.now() + ${ms});
        else super(...parts);
      }
      static now() {
        return RealDate.now() + ${ms};
      }
    };
  })()`);
}

for (
  const [name, ms] of Object.entries({
    "a day slow": -86_400_000,
    "130 s fast": 130_000,
    "10 min fast": 600_000,
    "a day fast": 86_400_000,
  })
) {
  Deno.test(
    `clocks: a device that is ${name} claims, sends, grants, revokes`,
    options,
    async () => {
      const { stack } = await getWorld();
      const [usd] = stack.tokens;
      await using user = await newUser();
      await shiftClock(user, ms);
      const app = await openApp(user, { mode, options: { ens: "demo.eth" } });
      const offset = await app.page.evaluate<number>("Date.now()") - Date.now();
      assert(Math.abs(offset - ms) < 60_000, "the clock is shifted");

      const connecting = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
      await press(connecting.dialog, "sdk-create");
      const label = `clock-${name.replaceAll(" ", "-")}`;
      await connecting.dialog.getByTestId("sdk-label").fill(label);
      await press(connecting.dialog, "sdk-claim");
      const [account] = (await connecting.answer()).result!;

      const prepares = () =>
        user.posts.filter(({ methods }) => methods.includes("acct_prepare")).length;
      const sending = await openRequest<{ id: Hex }>(app, mode, "wallet_sendCalls", [{
        from: account,
        chainId: numberToHex(stack.chainId),
        calls: [{ to: friend, value: "0x0" }],
      }]);
      await sending.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
      const before = prepares();
      // Several of the renewals that a clock which is ahead once caused.
      await new Promise((done) => setTimeout(done, 4_000));
      assertEquals(prepares(), before, "an open dialog leaves the service alone");
      await press(sending.dialog, "sdk-confirm");
      assertEquals((await sending.answer()).error, undefined);

      const granting = await openRequest<{ permissionId: Hex }>(
        app,
        mode,
        "wallet_grantPermissions",
        [{
          expiry: Math.floor(Date.now() / 1000) + 43_200,
          spender: friend,
          permissions: { spends: [{ token: usd.address, allowance: "1000000", unit: "day" }] },
        }],
      );
      await press(granting.dialog, "sdk-confirm");
      const granted = await granting.answer();
      assertEquals(granted.error, undefined);

      const home = await user.context.newPage();
      await home.goto(`${stack.keysUrl}/#/apps`);
      await home.getByTestId("home-permission").first().waitFor();
      await home.close();

      const revoking = await openRequest(app, mode, "wallet_revokePermissions", [{
        id: granted.result!.permissionId,
      }]);
      await press(revoking.dialog, "sdk-confirm");
      assertEquals((await revoking.answer()).error, undefined);
      assertEquals(user.problems, []);
    },
  );
}
