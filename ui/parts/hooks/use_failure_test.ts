/**
 * Texts for failing passkey prompts: on devices without a screen lock, and on pages that block
 * them.
 */
import "../../../tests/dom.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { AcctError, type Cause } from "../../../core/ground/errors.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { defineGlobals } from "../../../core/testing/page_credentials.ts";
import { gone, newHandler, opened, press, requestOf } from "../../testing/dialogs.ts";
import { en } from "../../text/en.ts";

/** Fails a number of times in a dialog; returns the displayed and announced text after each. */
async function failures(causes: readonly Cause[]): Promise<string[]> {
  const handler = newHandler();
  const left = [...causes];
  const request = requestOf("message-text", {
    approve: () => Promise.reject(new AcctError(left.shift()!)),
  });
  const outcome = handler.request(request.method, request);
  outcome.catch(() => {});
  const root = await opened();
  const textOf = (testid: string) =>
    root.querySelector(`[data-testid=${testid}]`)?.textContent ?? "";
  const shown: string[] = [];
  for (const _ of causes) {
    await press(root, "sdk-confirm");
    await until(
      "it failed",
      () => request.status.get().name === "review" && textOf("sdk-failure") !== "",
    );
    // The browser reports the device's capabilities a moment later.
    await new Promise((done) => setTimeout(done, 20));
    const [title, body] = ["b", "span"].map((tag) =>
      root.querySelector(`[data-testid=sdk-failure] > ${tag}`)?.textContent
    );
    assertEquals(textOf("sdk-status"), `${title}. ${body}`);
    shown.push(body!);
  }
  handler.cleanup();
  return shown;
}

const usual = en.causes.passkey_cancelled.body;
const lock = en.cancelledAgain.body;

Deno.test("failure: after two cancellations, a device without a screen lock gets advice", async () => {
  assertMatch(lock, /screen lock.*another device/);
  for (
    const [asked, second] of [
      [() => Promise.resolve(false), lock],
      [() => Promise.resolve(true), usual],
      [() => new Promise(() => {}), lock],
      [() => Promise.reject(new Error("no")), lock],
      [() => {
        throw new TypeError("Illegal invocation");
      }, lock],
      [() => "yes", lock],
      [undefined, lock],
    ] as const
  ) {
    using _ = defineGlobals({
      PublicKeyCredential: { isUserVerifyingPlatformAuthenticatorAvailable: asked },
    });
    const cancels = await failures(["passkey_cancelled", "passkey_cancelled", "passkey_cancelled"]);
    assertEquals(cancels, [usual, second, second], String(asked));
  }
});

Deno.test("failure: other failures are not cancellations, and have their own texts", async () => {
  using _ = defineGlobals({ PublicKeyCredential: undefined });
  const pending = en.causes.passkey_pending.body;
  const refused = en.causes.passkey_failed.body;
  assertMatch(pending, /Finish or close it/);
  assertMatch(refused, /another password manager.*another device/);
  assertEquals(
    await failures(["passkey_cancelled", "passkey_pending", "passkey_failed", "passkey_cancelled"]),
    [usual, pending, refused, lock],
  );
});

/** Blocks passkeys in the document until it is disposed. */
function forbid(feature: string): Disposable {
  const allowsFeature = (asked: string) => asked !== feature;
  Object.defineProperty(document, "featurePolicy", {
    value: { allowsFeature },
    configurable: true,
  });
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(document, "featurePolicy") };
}

Deno.test("failure: a page that blocks passkeys is named, and no browser is blamed", async () => {
  for (const [top, words] of [[null, en.blockedByPage], [{}, en.blockedInFrame]] as const) {
    using _policy = forbid("publickey-credentials-get");
    using _frame = defineGlobals({ top: top ?? globalThis.self });
    assertEquals(await failures(["passkey_unsupported"]), [words.body]);

    const handler = newHandler();
    const request = requestOf("connect-unsupported");
    const outcome = handler.request(request.method, request);
    const root = await opened();
    const card = root.querySelector("[data-testid=sdk-card]")!.textContent!;
    assert(card.includes(words.title) && card.includes(words.body), card);
    assert(!/Safari|browser/.test(card), card);
    // The URL helps only outside of the frame.
    assertEquals(root.querySelector("[data-testid=sdk-copy-value]") !== null, top !== null);
    handler.cleanup();
    await assertRejects(() => outcome, AcctError);
  }
});

Deno.test("failure: a dialog whose passkey prompt never settles can be closed", async () => {
  for (const [story, button] of [["connect-new", "sdk-create"], ["message-text", "sdk-confirm"]]) {
    const handler = newHandler();
    const approve = (_choice: unknown, signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new AcctError("aborted")));
      });
    const request = requestOf(story!, { approve });
    const outcome = handler.request(request.method, request);
    const root = await opened();
    await press(root, button!);
    const close = root.querySelector<HTMLElement>("[data-testid=sdk-close]")!;
    assertEquals(close.getAttribute("aria-disabled"), null);
    close.click();
    const error = await assertRejects(() => outcome, AcctError);
    assertEquals([error.code, error.data.cause], [4001, "user_rejected"]);
    await gone();
    handler.cleanup();
  }
});
