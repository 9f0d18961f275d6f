/**
 * "Create account" where the browser can list the passkeys at hand: with one, it opens that account
 * instead of a second, empty one; nothing is created after a user closed the browser's prompt.
 */
import { assertEquals } from "@std/assert";
import {
  modes,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  type User,
} from "./harness.ts";
import { inFirefox } from "./driven/passkeys.ts";

// Chromium alone has it (`immediateGet`); elsewhere there are two buttons, as in the last test.
const where = { ...options, ignore: inFirefox };
type Addresses = readonly `0x${string}`[];

/** The prompts that the user saw. */
const prompts = ({ passkeys }: User) =>
  passkeys.prompts.map(({ kind, activated }) => [kind, activated]);

for (const mode of modes) {
  Deno.test(
    `one button, ${mode}: creates an account, opens it on another device`,
    where,
    async () => {
      await using user = await newOwner({ mode });
      assertEquals(prompts(user), [["create", true]]);

      await using device = await newUser();
      for (const entry of user.passkeys.credentials) device.passkeys.credentials.set(...entry);
      const app = await openApp(device, { mode });
      const asked = await openRequest<Addresses>(app, mode, "eth_requestAccounts");
      await asked.dialog.locator("[data-testid=sdk-create]:has-text('Create account')").waitFor();
      await asked.dialog.locator("[data-testid=sdk-existing]:has-text('Sign in')").waitFor();
      await press(asked.dialog, "sdk-create");
      assertEquals((await asked.answer()).result, [user.account]);
      assertEquals(prompts(device), [["get", true]]);
      assertEquals([...user.problems, ...device.problems], []);
    },
  );

  Deno.test(`one button, ${mode}: the user chooses after a closed prompt`, where, async () => {
    await using user = await newUser();
    // The browser's prompt gets the focus, and the user closes it.
    await user.context.addInitScript(`(() => {
      const { prototype } = CredentialsContainer;
      const real = prototype.get;
      prototype.get = function (options) {
        if (options.uiMode !== "immediate") return real.call(this, options);
        dispatchEvent(new Event("blur"));
        return Promise.reject(new DOMException("closed", "NotAllowedError"));
      };
    })()`);
    const app = await openApp(user, { mode });
    const asked = await openRequest<Addresses>(app, mode, "eth_requestAccounts");
    await press(asked.dialog, "sdk-create");
    await asked.dialog.getByTestId("sdk-failure").waitFor();
    await asked.dialog.locator("[data-testid=sdk-create]:has-text('Create account')").waitFor();
    assertEquals([prompts(user), user.passkeys.credentials.size], [[], 0]);
    await press(asked.dialog, "sdk-create");
    assertEquals((await asked.answer()).result!.length, 1);
    assertEquals(prompts(user), [["create", true]]);
  });

  Deno.test(`one button, ${mode}: without browser support there are two`, options, async () => {
    for (const answer of ["{}", "{ immediateGet: false }", "null"]) {
      await using user = await newUser();
      await user.context.addInitScript(`(() => {
        const { PublicKeyCredential: known } = globalThis;
        if (known) known.getClientCapabilities = () => Promise.resolve(${answer});
      })()`);
      const app = await openApp(user, { mode });
      const asked = await openRequest<Addresses>(app, mode, "eth_requestAccounts");
      await asked.dialog.locator("[data-testid=sdk-create]:has-text('Create account')").waitFor();
      await asked.dialog.locator("[data-testid=sdk-existing]:has-text('Sign in')").waitFor();
      await press(asked.dialog, "sdk-create");
      assertEquals((await asked.answer()).result!.length, 1, answer);
    }
  });
}
