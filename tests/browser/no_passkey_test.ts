/**
 * "Sign in" where no passkey answers: two equal choices, and no second, empty account without a
 * question.
 */
import { assertEquals } from "@std/assert";
import { modes, newOwner, newUser, openApp, openRequest, options, press } from "./harness.ts";

type Addresses = readonly `0x${string}`[];

/** Closes the first prompts for a passkey, as browsers report a missing one. */
const closePrompts = (count: number) =>
  `(() => {
    const { prototype } = globalThis.CredentialsContainer ?? {};
    if (!prototype) return;
    const real = prototype.get;
    let left = ${count};
    prototype.get = function (options) {
      if (left-- <= 0) return real.call(this, options);
      return Promise.reject(new DOMException("closed", "NotAllowedError"));
    };
  })()`;

for (const mode of modes) {
  Deno.test(`no passkey, ${mode}: two equal choices, then the account`, options, async () => {
    await using owner = await newOwner({ mode });
    await using device = await newUser();
    await device.context.addInitScript(closePrompts(1));
    for (const entry of owner.passkeys.credentials) device.passkeys.credentials.set(...entry);
    const app = await openApp(device, { mode });
    const { dialog, answer } = await openRequest<Addresses>(app, mode, "eth_requestAccounts");
    await press(dialog, "sdk-existing");
    await dialog.locator("[data-title]:has-text('No passkey here?')").waitFor();
    const label = () => dialog.locator("dialog[aria-label]").first().getAttribute("aria-label");
    assertEquals(await label(), "No passkey here?");
    // Enter repeats the user's choice, and creates nothing.
    assertEquals(await dialog.locator("button:focus").getAttribute("data-testid"), "sdk-existing");
    const looks: [string, string, string | undefined][] = [];
    for (const id of ["sdk-create", "sdk-phone", "sdk-existing"]) {
      const button = dialog.getByTestId(id);
      if (await button.count() === 0) continue;
      const [, look] = (await button.getAttribute("class"))!.split(" ");
      looks.push([id, (await button.innerText()).trim(), look]);
    }
    assertEquals(
      looks,
      mode === "CrossPlatform"
        ? [
          ["sdk-create", "Create account", "secondary"],
          ["sdk-phone", "Use my phone", "secondary"],
          ["sdk-existing", "Try again", "plain"],
        ]
        : [
          ["sdk-create", "Create account", "secondary"],
          ["sdk-existing", "Try again", "secondary"],
        ],
    );
    await press(dialog, "sdk-existing");
    assertEquals((await answer()).result, [owner.account]);
    assertEquals(device.passkeys.prompts.map(({ kind }) => kind), ["get"]);
    assertEquals(device.problems, []);
  });

  Deno.test(
    `no passkey, ${mode}: an account is created only by its own button`,
    options,
    async () => {
      await using user = await newUser();
      await user.context.addInitScript(closePrompts(2));
      const app = await openApp(user, { mode });
      const { dialog, answer } = await openRequest<Addresses>(app, mode, "eth_requestAccounts");
      for (let time = 0; time < 2; time++) {
        await press(dialog, "sdk-existing");
        await dialog.locator("[data-title]:has-text('No passkey here?')").waitFor();
        await dialog.getByTestId("sdk-failure").waitFor();
        assertEquals(user.passkeys.credentials.size, 0);
      }
      await press(dialog, "sdk-create");
      assertEquals((await answer()).result!.length, 1);
      assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create"]);
    },
  );
}
