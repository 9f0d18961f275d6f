/** A name while connecting: chosen in the dialog, resolved by viem, in both modes. */
import { assert, assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { claimName, ensClient } from "../stack/names/names.ts";
import { user as softwareUser } from "../stack/support/client.ts";
import {
  getWorld,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
} from "./harness.ts";
import type { Page } from "./playwright.ts";

interface Connected {
  accounts: {
    address: Hex;
    capabilities: {
      subname?: { name: string };
      signInWithEthereum?: { message: string; signature: Hex };
    };
  }[];
}

/** Types a label and waits until its state is known. */
async function type(dialog: Page, label: string, state: string): Promise<void> {
  await dialog.getByTestId("sdk-label").fill(label);
  await dialog.locator(`[data-testid=sdk-label-state][data-state=${state}]`).waitFor();
}

for (const mode of modes) {
  Deno.test(`names, ${mode}: a new account claims a name`, options, async () => {
    const { stack } = await getWorld();
    const client = ensClient(stack);
    await using user = await newUser();
    const app = await openApp(user, { mode, options: { ens: "Demo.eth" } });
    const label = `alice-${mode.toLowerCase()}`;
    const seed = mode === "AppSpecific" ? 31 : 32;
    await claimName(stack, softwareUser(seed), `taken-${mode.toLowerCase()}`);

    const asked = await openRequest<Connected>(app, mode, "wallet_connect", [{
      capabilities: {
        subnameTextRecords: [{ key: "com.shop", value: "since 2026" }],
      },
    }]);
    const { dialog } = asked;
    await press(dialog, "sdk-create");
    await type(dialog, "al", "short");
    await type(dialog, "a.b.c", "dot");
    await type(dialog, "admin", "reserved");
    await type(dialog, `taken-${mode.toLowerCase()}`, "taken");
    await type(dialog, `tаken-${mode.toLowerCase()}`, "characters");
    await type(dialog, `TAKEN${mode}`, "similar");
    assertEquals(await dialog.getByTestId("sdk-claim").getAttribute("aria-disabled"), "true");
    // The only passkey prompt so far created the account.
    assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create"]);
    await type(dialog, label.toUpperCase(), "free");
    await shoot(dialog, `name-${mode}`);
    if (mode === "AppSpecific") {
      // By keyboard: Enter in the field clicks the button, once it is enabled.
      await dialog.locator("[data-testid=sdk-claim]:not([aria-disabled])").waitFor();
      await dialog.keyboard.press("Enter");
    } else await press(dialog, "sdk-claim");
    const { result } = await asked.answer();
    const [account] = result!.accounts;
    assertEquals(account!.capabilities, { subname: { name: `${label}.demo.eth` } });
    assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create", "get"]);
    assert(user.passkeys.prompts.every(({ activated }) => activated));

    assertEquals(await client.getEnsAddress({ name: `${label}.demo.eth` }), account!.address);
    assertEquals(
      await client.getEnsText({ name: `${label}.demo.eth`, key: "com.shop" }),
      "since 2026",
    );

    // The dialogs call the account by its name from now on.
    const message = await openRequest(app, mode, "personal_sign", ["0x6869", account!.address]);
    await message.dialog.getByTestId("sdk-account").waitFor();
    const line = message.dialog.locator("[data-testid=sdk-account] bdi[title]");
    const name = `${label}.demo.eth`;
    // A long name is shortened in its middle.
    const short = name.length > 24 ? `${name.slice(0, 11)}…${name.slice(-11)}` : name;
    assertEquals(await line.textContent(), short);
    assertEquals(await line.getAttribute("title"), `${name} ${account!.address}`);
    await press(message.dialog, "sdk-cancel");
    await message.answer();

    // A device without data gets the name with the passkey.
    if (mode === "AppSpecific") {
      await app.page.evaluate("localStorage.clear()");
      const other = await openApp(user, { mode, options: { ens: "demo.eth" }, page: app.page });
      const again = await openRequest(other, mode, "eth_requestAccounts");
      await press(again.dialog, "sdk-existing");
      assertEquals((await again.answer()).result, [account!.address]);
      await other.page.waitForFunction(
        `Object.values(localStorage).some((text) => text.includes("${label}.demo.eth"))`,
      );
    }
    assertEquals(user.problems, []);
  });

  Deno.test(`names, ${mode}: skipped, with sign-in after it`, options, async () => {
    const { stack } = await getWorld();
    await using user = await newUser();
    const app = await openApp(user, { mode, options: { ens: "demo.eth" } });
    const asked = await openRequest<Connected>(app, mode, "wallet_connect", [{
      capabilities: {
        signInWithEthereum: { nonce: "abcdefgh1", chainId: `0x${stack.chainId.toString(16)}` },
      },
    }]);
    await press(asked.dialog, "sdk-create");
    await press(asked.dialog, "sdk-skip");
    const { result } = await asked.answer();
    const { capabilities } = result!.accounts[0]!;
    assertEquals(Object.keys(capabilities), ["signInWithEthereum"]);
    assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create", "get"]);
    assertEquals(user.problems, []);
  });

  Deno.test(`names, ${mode}: restrictions of a page`, options, async () => {
    await using user = await newUser();
    const texts = [{ capabilities: { subnameTextRecords: [{ key: "url", value: "x" }] } }];
    const without = await openApp(user, { mode });
    const { error } = await without.ask("wallet_connect", texts);
    assertEquals([error!.code, error!.data.field], [
      -32602,
      "params[0].capabilities.subnameTextRecords",
    ]);

    // A domain that is not linked to the key's project is rejected before a passkey is created.
    const strange = await openApp(user, { mode, options: { ens: "vitalik.eth" } });
    const asked = await openRequest(strange, mode, "eth_requestAccounts");
    await asked.dialog.getByTestId("sdk-error").waitFor();
    await asked.dialog.getByTestId("sdk-close").click();
    assertEquals((await asked.answer()).error!.code, 4001);
    assertEquals(user.passkeys.prompts, []);
  });
}
