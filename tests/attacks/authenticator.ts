/** Changes an authenticator's response in a script of the app's own page. @module */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex, stringToHex } from "viem";
import { verifyMessage } from "viem/actions";
import { bundle } from "../../scripts/stack/bundle.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { en } from "../../ui/text/en.ts";
import {
  type App,
  type Asked,
  createAccount,
  getWorld,
  newUser,
  openApp,
  openRequest,
  press,
} from "../browser/harness.ts";
import { attack } from "./attack.ts";

const mode = "AppSpecific";
const invalid = en.causes.passkey_invalid!.title;
const other = en.causes.wrong_passkey!.title;

/** Puts the script into the app's page. */
async function corrupt(app: App): Promise<void> {
  const [script] = await bundle({
    entry: "tests/attacks/pages/authenticator.ts",
  });
  await app.page.evaluate(`(() => {${new TextDecoder().decode(script!.body)}\n})()`);
}

/** Clicks a button once for each lie, and returns the dialog's message for each. */
async function lieInTurn(app: App, asked: Asked<unknown>, button: string, lies: readonly string[]) {
  const said: Record<string, string> = {};
  for (const lie of lies) {
    await app.page.evaluate(`(attack.lie(${JSON.stringify(lie)}),
      document.querySelector("[data-sdk-modal-container]")?.shadowRoot
        .querySelector("[data-testid=sdk-failure]")?.setAttribute("data-before", ""))`);
    await press(asked.dialog, button);
    const failure = asked.dialog.locator("[data-testid=sdk-failure]:not([data-before])");
    await failure.waitFor();
    said[lie] = (await failure.innerText()).split("\n")[0]!;
  }
  await app.page.evaluate("void attack.lie(null)");
  return said;
}

attack(
  "authenticator: every changed answer is refused, and each new click tries again",
  async () => {
    const { stack } = await getWorld();
    const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
    await using user = await newUser();
    const app = await openApp(user, { mode });
    const address = await createAccount(app, mode);
    await corrupt(app);
    const names = await app.page.evaluate<string[]>("attack.aboutSignatures");
    assert(names.length >= 18);
    const asked = await openRequest<Hex>(app, mode, "personal_sign", [
      stringToHex("hello"),
      address,
    ]);
    const said = await lieInTurn(app, asked, "sdk-confirm", names);
    const expected = Object.fromEntries(names.map((name) => [name, invalid]));
    Object.assign(expected, {
      // Sound in itself, but not of the account's passkey.
      signature: other,
      otherId: other,
      framed: other,
      password: en.causes.passkey_cancelled!.title,
      nothing: en.causes.passkey_cancelled!.title,
    });
    assertEquals(said, expected);
    await press(asked.dialog, "sdk-confirm");
    const signature = (await asked.answer()).result!;
    assertEquals(await verifyMessage(client, { address, message: "hello", signature }), true);
    assertEquals(user.problems, []);
  },
);

attack("authenticator: nothing is sent by the wrong passkey, nor by a changed answer", async () => {
  await using user = await newUser();
  const app = await openApp(user, { mode });
  const first = await createAccount(app, mode);
  const [theirs] = [...user.passkeys.credentials.keys()];
  await app.ask("wallet_disconnect");
  const second = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
  await press(second.dialog, "sdk-others");
  await press(second.dialog, "sdk-create");
  assert((await second.answer()).result![0] !== first);
  await corrupt(app);
  const asked = await openRequest<{ id: Hex }>(app, mode, "wallet_sendCalls", [{
    calls: [{ to: `0x${"a1".repeat(20)}`, value: "0x0" }],
  }]);
  const lies = [`another ${theirs}`, "notVerified", "otherQuestion", "site"];
  const said = await lieInTurn(app, asked, "sdk-confirm", lies);
  assertEquals(Object.values(said), [other, invalid, invalid, invalid]);
  const sent = () => user.posts.flatMap(({ methods }) => methods).filter((m) => m === "acct_send");
  assertEquals(sent(), []);
  await press(asked.dialog, "sdk-confirm");
  assertEquals(typeof (await asked.answer()).result!.id, "string");
  assertEquals(sent().length, 1);
});

attack("authenticator: no account comes of a changed new passkey", async () => {
  const said: Record<string, string> = {};
  let names: string[] | undefined;
  // A virtual authenticator stores three passkeys, so only a few lies each.
  for (let from = 0; names === undefined || from < names.length; from += 2) {
    await using user = await newUser();
    const app = await openApp(user, { mode });
    await corrupt(app);
    names ??= await app.page.evaluate<string[]>("attack.aboutPasskeys");
    const asked = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
    Object.assign(said, await lieInTurn(app, asked, "sdk-create", names.slice(from, from + 2)));
    const told = () => user.posts.flatMap(({ methods }) => methods).includes("acct_putCredential");
    assertEquals(told(), false);
    await press(asked.dialog, "sdk-create");
    assertEquals((await asked.answer()).result!.length, 1);
    assertEquals(told(), true);
  }
  assert(names.length >= 12);
  assertEquals(said, Object.fromEntries(names.map((name) => [name, invalid])));
});
