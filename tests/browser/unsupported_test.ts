/** A browser, or an app's own web view, that has no passkeys: both modes, before anything is made. */
import { assertEquals, assertMatch } from "@std/assert";
import { type Mode, newUser, openApp, openRequest, options, press } from "./harness.ts";

for (const mode of ["AppSpecific", "CrossPlatform"] as const satisfies Mode[]) {
  Deno.test(
    `unsupported: without WebAuthn it is said before any click, ${mode}`,
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
      // The page to open elsewhere: this one, or the one that opened it.
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
  "unsupported: a cancel in an app's own web view leads to the browser as well",
  options,
  async () => {
    const engine =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
    for (
      const [userAgent, said] of [
        [`${engine} Mobile/15E148`, /open the page in your browser/],
        [`${engine} Version/26.0 Mobile/15E148 Safari/604.1`, /You can try again\.$/],
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
