/** A browser, or an app's web view, without passkeys: both modes, before anything is created. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Mode, newUser, openApp, openRequest, options, press } from "./harness.ts";

for (const mode of ["AppSpecific", "CrossPlatform"] as const satisfies Mode[]) {
  Deno.test(
    `unsupported: missing WebAuthn is reported before any click, ${mode}`,
    options,
    async () => {
      await using user = await newUser();
      await user.context.addInitScript({
        content: `delete globalThis.PublicKeyCredential;
        Object.defineProperty(navigator, "credentials", { value: undefined });`,
      });
      const app = await openApp(user, { mode });
      const asked = await openRequest(app, mode, "eth_requestAccounts");
      await asked.dialog.getByTestId("sdk-unsupported").waitFor();
      const buttons = ["sdk-create", "sdk-existing", "sdk-continue", "sdk-confirm"];
      const there = await Promise.all(buttons.map((id) => asked.dialog.getByTestId(id).count()));
      assertEquals(there, [0, 0, 0, 0]);
      // The page to open elsewhere: this one, or its opener.
      const address = await asked.dialog.getByTestId("sdk-copy-value").inputValue();
      const { origin, href } = new URL(app.page.url());
      assertEquals(address, mode === "AppSpecific" ? href : origin);
      await asked.dialog.getByTestId("sdk-cancel").click();
      const { error } = await asked.answer();
      assertEquals(error?.data.cause, "passkey_unsupported");
      assertEquals(user.posts, []);
      assertEquals(user.problems, []);
    },
  );
}

Deno.test(
  "unsupported: a cancel in an app's own web view also leads to the browser",
  options,
  async () => {
    const engine =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
    for (
      const [userAgent, said] of [
        [`${engine} Mobile/15E148`, /open the page in your browser/],
        [`${engine} Version/26.0 Mobile/15E148 Safari/604.1`, /Nothing was signed or sent\.$/],
      ] as const
    ) {
      await using user = await newUser({ userAgent });
      user.passkeys.behaviour = "cancel";
      const app = await openApp(user, { mode: "AppSpecific" });
      const asked = await openRequest<string[]>(app, "AppSpecific", "eth_requestAccounts");
      await press(asked.dialog, "sdk-create");
      const failure = asked.dialog.getByTestId("sdk-failure");
      await failure.waitFor();
      assertMatch(await failure.innerText(), said);
      assertEquals(await asked.dialog.getByTestId("sdk-unsupported").count(), 0);
      // It was no more than a try: another one makes the account.
      user.passkeys.behaviour = "verify";
      await press(asked.dialog, "sdk-create");
      assertEquals((await asked.answer()).result!.length, 1);
    }
  },
);

const unsupported = {
  // The page's own handler has no dialog for them; changes of owners need the wallet in the page.
  AppSpecific: ["personal_sign", "acct_addRecoveryAddress", "eth_signTypedData_v4"],
  CrossPlatform: [
    "acct_addPasskey",
    "acct_addRecoveryAddress",
    "acct_removeOwner",
    "acct_upgradeAccount",
  ],
} as const;

for (const mode of ["AppSpecific", "CrossPlatform"] as const satisfies Mode[]) {
  Deno.test(
    `unsupported: a request without a dialog opens nothing, ${mode}`,
    options,
    async () => {
      await using user = await newUser();
      user.passkeys.backedUp = false;
      const unhandled = mode === "AppSpecific"
        ? ["personal_sign", "acct_changeOwners", "eth_signTypedData_v4", "acct_addPasskey"]
        : [];
      const app = await openApp(user, { mode, unhandled });
      const asked = await openRequest<string[]>(app, mode, "eth_requestAccounts");
      await press(asked.dialog, "sdk-create");
      // The offer of another passkey; a handler without its dialog skips it.
      if (mode === "CrossPlatform") await press(asked.dialog, "sdk-skip");
      const { result: [account] = [] } = await asked.answer();
      assert(account !== undefined);
      assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create"]);

      let windows = 0;
      app.page.on("popup", () => windows++);
      await app.page.evaluate(`new MutationObserver(() => {
        if (document.querySelector("dialog[open]")) globalThis.opened = true;
      }).observe(document, { subtree: true, childList: true, attributes: true })`);
      const params: Readonly<Record<string, unknown>> = {
        personal_sign: ["0x68690a", account],
        acct_addRecoveryAddress: [{ owner: `0x${"11".repeat(20)}` }],
        acct_removeOwner: [{ owner: `0x${"11".repeat(32)}` }],
        eth_signTypedData_v4: [account, {
          types: { Mail: [{ name: "text", type: "string" }] },
          primaryType: "Mail",
          domain: {},
          message: { text: "hello" },
        }],
      };
      for (const method of unsupported[mode]) {
        const { error } = await app.ask(method, params[method] ?? []);
        assertEquals(error?.code, 4200, `${method}: ${JSON.stringify(error)}`);
      }
      assertEquals(await app.page.evaluate("globalThis.opened"), undefined);
      assertEquals([windows, user.context.pages().filter((page) => page !== app.page)], [0, []]);

      // The same observers detect a request that has a dialog.
      const shown = await openRequest(app, mode, "acct_showAccount");
      await press(shown.dialog, "sdk-done");
      await shown.answer();
      assertEquals(
        mode === "CrossPlatform" ? windows === 1 : await app.page.evaluate("globalThis.opened"),
        true,
      );
    },
  );
}
