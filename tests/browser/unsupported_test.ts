/** A browser, or an app's own web view, that has no passkeys: both modes, before anything is made. */
import { assertEquals } from "@std/assert";
import { askPerson, closeWorld, type Mode, newPerson, openApp, options } from "./harness.ts";

for (const mode of ["AppSpecific", "CrossPlatform"] as const satisfies Mode[]) {
  Deno.test(
    `unsupported: without WebAuthn it is said before any click, ${mode}`,
    options,
    async () => {
      await using person = await newPerson();
      await person.context.addInitScript({
        content: `delete globalThis.PublicKeyCredential;
        Object.defineProperty(navigator, "credentials", { value: undefined });`,
      });
      const app = await openApp(person, { mode });
      const asked = await askPerson(app, mode, "eth_requestAccounts");
      await asked.dialog.getByTestId("sdk-unsupported").waitFor();
      const buttons = ["sdk-create", "sdk-existing", "sdk-continue", "sdk-confirm"];
      const there = await Promise.all(buttons.map((id) => asked.dialog.getByTestId(id).count()));
      assertEquals(there, [0, 0, 0, 0]);
      // The page to open elsewhere: this one, or where the person came from.
      const address = await asked.dialog.getByTestId("sdk-copy-value").inputValue();
      const { origin, href } = new URL(app.page.url());
      assertEquals(address, mode === "AppSpecific" ? href : origin);
      await asked.dialog.getByTestId("sdk-cancel").click();
      const { error } = await asked.answer();
      assertEquals(error?.data.cause, "passkey_unsupported");
      assertEquals(person.posts, []);
      assertEquals(person.problems, []);
    },
  );
}

Deno.test("unsupported: end", options, closeWorld);
