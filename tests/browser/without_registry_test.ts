/**
 * The service has lost a passkey: the dialog asks for it once more, and the chains have the
 * account.
 */
import { assert, assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { until } from "../../scripts/stack/patience.ts";
import {
  getWorld,
  modes,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  pressEscape,
  shoot,
} from "./harness.ts";

/** The dialog's title at the second step. */
const again = "text=Use your passkey once more";

/** Empties the registry, once it has the passkey that the wallet registers after its answer. */
async function forgetPasskeys(): Promise<void> {
  const { store } = (await getWorld()).stack.service.context;
  await until("the passkey is registered", async () => {
    const [row] = await store.selectFrom("credentials").selectAll().execute();
    return row !== undefined;
  });
  await store.deleteFrom("credentials").execute();
}

for (const mode of modes) {
  Deno.test(`registry gone: two prompts, each with its click, ${mode}`, options, async () => {
    await using user = await newOwner({ mode });
    const { account: address } = user;
    await forgetPasskeys();

    await using device = await newUser();
    for (const [id, credential] of user.passkeys.credentials) {
      device.passkeys.credentials.set(id, credential);
    }
    const there = await openApp(device, { mode });
    const found = await openRequest<Hex[]>(there, mode, "eth_requestAccounts");
    await press(found.dialog, "sdk-existing");
    await found.dialog.locator(again).waitFor();
    assertEquals(device.passkeys.prompts.length, 1);
    await shoot(found.dialog, `connect-again-${mode}`);
    await press(found.dialog, "sdk-existing");
    assertEquals((await found.answer()).result, [address]);
    assert(device.passkeys.prompts.every(({ activated }) => activated));
    assertEquals(device.passkeys.prompts.map(({ kind }) => kind), ["get", "get"]);

    // A cancel in between is only a rejection.
    await using third = await newUser();
    for (const [id, credential] of user.passkeys.credentials) {
      third.passkeys.credentials.set(id, credential);
    }
    await forgetPasskeys();
    const other = await openApp(third, { mode });
    const left = await openRequest<Hex[]>(other, mode, "eth_requestAccounts");
    await press(left.dialog, "sdk-existing");
    await left.dialog.locator(again).waitFor();
    pressEscape(left.dialog);
    assertEquals((await left.answer()).error?.code, 4001);
    assertEquals((await other.ask("eth_accounts")).result, []);
    assertEquals([...device.problems, ...third.problems], []);
  });
}
