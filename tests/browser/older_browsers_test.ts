/**
 * Safari supported passkeys before many other features that pages use. The page works without
 * features newer than Safari 16.4, Chrome 111 and Firefox 113. `deno task check` finds uses by name
 * too.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { stringToHex } from "viem";
import {
  createAccount,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  settled,
} from "./harness.ts";

/** Removes, in every page, features that an older browser lacks. */
const makeOlder = `for (const [owner, ...names] of [
  [URL, "parse", "canParse"],
  [AbortSignal, "any"],
  [Promise, "withResolvers", "try"],
  [Object, "groupBy"],
  [Map, "groupBy"],
  [Array, "fromAsync"],
  [Uint8Array, "fromHex", "fromBase64"],
  [Uint8Array.prototype, "toHex", "toBase64", "setFromHex", "setFromBase64"],
  [RegExp, "escape"],
  [Math, "sumPrecise"],
  [Set.prototype, "union", "intersection", "difference", "symmetricDifference", "isSubsetOf",
    "isSupersetOf", "isDisjointFrom"],
  [globalThis.Iterator?.prototype ?? {}, "map", "filter", "take", "drop", "flatMap", "reduce",
    "toArray", "forEach", "some", "every", "find"],
  [globalThis, "Iterator", "requestIdleCallback", "cancelIdleCallback", "CloseWatcher",
    "trustedTypes", "scheduler"],
  [Element.prototype, "checkVisibility"],
]) for (const name of names) delete owner[name];`;

for (const mode of modes) {
  Deno.test(`older browsers, ${mode}: connect, sign and send`, options, async () => {
    await using user = await newUser();
    await user.context.addInitScript({ content: makeOlder });
    const app = await openApp(user, { mode });
    assertEquals(await app.page.evaluate("'parse' in URL || 'any' in AbortSignal"), false);
    const account = await createAccount(app, mode);

    const message = stringToHex("An older browser");
    const signing = await openRequest<string>(app, mode, "personal_sign", [message, account]);
    await press(signing.dialog, "sdk-confirm");
    assertMatch((await signing.answer()).result!, /^0x[0-9a-f]+$/);

    const calls = [{ to: `0x${"be".repeat(20)}`, value: "0x0" }];
    const request = [{ version: "2.0.0", calls }];
    const sending = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", request);
    await press(sending.dialog, "sdk-confirm");
    assertEquals(await settled(app, (await sending.answer()).result!.id), 200);
    assertEquals(user.problems, []);
  });
}
