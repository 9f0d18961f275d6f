/**
 * The alarm of a pending recovery, in dialogs of both modes: it covers the request, and it stops the
 * recovery.
 */
import { assert, assertEquals } from "@std/assert";
import { stringToHex } from "viem";
import { addressOwner, storedWord, ZERO_WORD } from "../../core/account/owners/key.ts";
import { createWaitingRecoveries } from "../../core/client/recoveries.ts";
import { until } from "../../scripts/stack/patience.ts";
import {
  getWorld,
  type Mode,
  modes,
  newOwner,
  openRecoveryAddress,
  openRequest,
  options,
  type Owner,
  press,
  shoot,
} from "./harness.ts";
import type { Route } from "./playwright.ts";
import { recoverer, sendFirst, startRecovery } from "./started_recovery.ts";

/** Adds a recovery address to the user's account, and starts a recovery that the service sees. */
async function recovering(user: Owner, mode: Mode) {
  const { stack } = await getWorld();
  await sendFirst(user, mode, { stack });
  if (mode === "AppSpecific") {
    const asked = await openRequest(user.app, mode, "acct_addRecoveryAddress", [
      { owner: recoverer.address },
    ]);
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);
  } else {
    const home = await user.context.newPage();
    await home.goto(`${stack.keysUrl}/#/security`);
    await openRecoveryAddress(home);
    await home.getByTestId("home-recovery").fill(recoverer.address);
    await press(home, "home-add-recovery");
    await press(home, "sdk-confirm");
    await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
    await home.close();
  }
  const started = await startRecovery({ stack, account: user.account });
  const ask = createWaitingRecoveries(stack);
  await until(
    "the service has seen it",
    async () => (await ask(user.account)).recoveries.length > 0,
  );
  return started;
}

for (const mode of modes) {
  Deno.test(
    `alarm, ${mode}: covers a dialog, is stopped by one prompt, and the request continues`,
    options,
    async () => {
      await using user = await newOwner({ mode });
      const { pending, word } = await recovering(user, mode);
      const held: Route[] = [];
      await user.context.route(/\/v1\/recoveries/, (route) => void held.push(route));
      const asked = await openRequest<string>(user.app, mode, "personal_sign", [
        stringToHex("hello"),
        user.account,
      ]);
      const { dialog } = asked;
      await dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
      assertEquals(await dialog.getByTestId("sdk-recovering").count(), 0);
      await until("the dialog asks", () => Promise.resolve(held.length > 0));
      assertEquals(held.length, 1);
      await held[0]!.continue();
      await dialog.getByTestId("sdk-recovering").waitFor();
      assertEquals(await dialog.locator("[data-method=personal_sign]").isVisible(), false);
      await shoot(dialog, `alarm-${mode}`);

      await user.context.unroute(/\/v1\/recoveries/);
      const prompts = user.passkeys.prompts.length;
      await press(dialog, "sdk-stop-recovery");
      const sheet = dialog.locator("[data-method=acct_changeOwners]");
      await sheet.waitFor();
      const confirm = dialog.locator(
        "[data-method=acct_changeOwners] [data-testid=sdk-confirm]:not([aria-disabled])",
      );
      await confirm.waitFor();
      assertEquals(await dialog.locator("[data-method=personal_sign]").isVisible(), false);
      await shoot(dialog, `alarm-stop-${mode}`);
      await confirm.click();
      await sheet.waitFor({ state: "detached" });
      assertEquals(
        user.passkeys.prompts.slice(prompts).map(({ kind, activated }) => [kind, activated]),
        [
          ["get", true],
        ],
      );
      await until("it is stopped", async () => await pending() === ZERO_WORD);
      assertEquals(
        await word(),
        storedWord({ kind: "recovery", owner: addressOwner(recoverer.address) }),
      );
      // The request that it was opened from waits as before.
      await dialog.getByTestId("sdk-recovering").waitFor({ state: "detached" });
      await press(dialog, "sdk-confirm");
      const { result, error } = await asked.answer();
      assertEquals(error, undefined);
      assert(result!.startsWith("0x"));
      assertEquals(user.problems, []);
    },
  );
}

Deno.test(
  "alarm: while connecting it names the account; leaving the sheet cancels nothing else",
  options,
  async () => {
    const mode = "AppSpecific";
    await using user = await newOwner({ mode });
    const { pending, word } = await recovering(user, mode);
    await user.app.ask("wallet_disconnect");
    const asked = await openRequest<string[]>(user.app, mode, "eth_requestAccounts");
    const { dialog } = asked;
    await dialog.getByTestId("sdk-recovering").waitFor();
    await press(dialog, "sdk-stop-recovery");
    const sheet = dialog.locator("[data-method=acct_changeOwners]");
    await sheet.waitFor();
    await dialog.locator("[data-method=acct_changeOwners] [data-testid=sdk-close]").press("Escape");
    await sheet.waitFor({ state: "detached" });
    assert(await pending() !== ZERO_WORD);

    // This time the address is removed too.
    await press(dialog, "sdk-stop-recovery");
    await dialog.getByTestId("sdk-stop-remove").click();
    await dialog.getByTestId("sdk-stop-removes").waitFor();
    await shoot(dialog, "alarm-remove");
    await dialog.locator(
      "[data-method=acct_changeOwners] [data-testid=sdk-confirm]:not([aria-disabled])",
    ).click();
    await sheet.waitFor({ state: "detached" });
    await until("it is stopped", async () => await pending() === ZERO_WORD);
    assertEquals(await word(), ZERO_WORD);
    await press(dialog, "sdk-continue");
    assertEquals((await asked.answer()).result, [user.account]);
  },
);
