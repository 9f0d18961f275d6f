/**
 * Password managers that replace `navigator.credentials`, in a real browser with passkeys below: in
 * the app's page and in the wallet's window.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Hex } from "viem";
import {
  answers,
  failures,
  hangs,
  managerScript,
  type Misbehaviour,
} from "../../core/testing/fake_manager.ts";
import { until } from "../../scripts/stack/patience.ts";
import {
  createAccount,
  getWorld,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  type User,
} from "./harness.ts";

/** Sites without such a password manager have this cookie. */
const HEALTHY = "healthy";

/**
 * Adds a password manager to every page of a user. The result disables it on the sites of open
 * pages.
 */
async function withManager(user: User, misbehave: Misbehaviour) {
  await user.context.addInitScript({
    content: `if (!document.cookie.includes("${HEALTHY}")) { ${managerScript(misbehave)} }`,
  });
  return async () => {
    for (const page of user.context.pages()) {
      await page.evaluate(
        `document.cookie = "${HEALTHY}=1"; if (globalThis.manager) manager.misbehave = null`,
      );
    }
  };
}

for (const mode of modes) {
  Deno.test(
    `managers: responses in unusual forms connect and sign, ${mode}`,
    options,
    async () => {
      for (
        const form of ["another realm", "methods that throw", "views of larger buffers"] as const
      ) {
        await using user = await newUser();
        await withManager(user, answers[form]);
        const app = await openApp(user, { mode });
        const account = await createAccount(app, mode);
        const asked = await openRequest<Hex>(app, mode, "personal_sign", ["0x68690a", account]);
        await press(asked.dialog, "sdk-confirm");
        const { result, error } = await asked.answer();
        assertEquals([form, error, typeof result], [form, undefined, "string"]);
      }
    },
  );

  Deno.test(
    `managers: a prompt that never ends is closed, and the wallet continues, ${mode}`,
    options,
    async () => {
      await using user = await newUser();
      const heal = await withManager(user, hangs["never settles"]);
      const app = await openApp(user, { mode });
      const asked = await openRequest(app, mode, "eth_requestAccounts");
      await press(asked.dialog, "sdk-create");
      await asked.dialog.locator("[data-testid=sdk-create][aria-disabled]").waitFor();
      await heal();
      await asked.dialog.getByTestId("sdk-close").click();
      const { error } = await asked.answer();
      assertEquals([error?.code, error?.data.cause], [4001, "user_rejected"]);
      await heal();
      await createAccount(app, mode);
      assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create"]);
    },
  );

  Deno.test(
    `managers: each refusal names the remedy, and a retry connects, ${mode}`,
    options,
    async () => {
      for (
        const [name, words] of [
          ["UnknownError", /choose another password manager.*or use another device/],
          ["a pending request", /Finish or close it, then try again/],
          ["a plain cancel", /Nothing was signed or sent\.$/],
        ] as const
      ) {
        await using user = await newUser();
        const heal = await withManager(user, failures[name].make);
        const app = await openApp(user, { mode });
        const asked = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
        await press(asked.dialog, "sdk-create");
        const failure = asked.dialog.getByTestId("sdk-failure");
        await failure.waitFor();
        assertMatch(await failure.innerText(), words);
        await heal();
        await press(asked.dialog, "sdk-create");
        assertEquals((await asked.answer()).result?.length, 1, name);
      }
    },
  );
}

Deno.test(
  "managers: a page with a policy that forbids passkeys is reported, for user and developer",
  options,
  async () => {
    await using user = await newUser();
    const { appUrl } = await getWorld();
    await user.context.route(`${appUrl}/?*`, async (route) => {
      const response = await route.fetch();
      const policy = "publickey-credentials-get=(), publickey-credentials-create=()";
      await route.fulfill({
        headers: { ...response.headers(), "permissions-policy": policy },
        body: await response.text(),
      });
    });
    const app = await openApp(user, { mode: "AppSpecific" });
    const asked = await openRequest(app, "AppSpecific", "eth_requestAccounts");
    const title = asked.dialog.getByTestId("sdk-unsupported");
    await title.waitFor();
    assertMatch(await title.innerText(), /This site doesn’t allow passkeys here/);
    const card = await asked.dialog.getByTestId("sdk-card").innerText();
    assert(!/Safari|Chrome/.test(card), card);
    // The developer reads it while the dialog is open.
    const advice = /Permissions-Policy.*allow attribute.*publickey-credentials-get/;
    await until("it is logged", () => user.problems.some((line) => advice.test(line)));
    await asked.dialog.getByTestId("sdk-cancel").click();
    const { error } = await asked.answer();
    assertEquals(error?.data.cause, "passkey_unsupported");
    assertMatch(error!.message, advice);
  },
);
