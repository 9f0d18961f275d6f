/** Tests windows that are blocked, or closed before they answer. */
import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { idOf, ready, scene, sign } from "../../testing/remote_scene.ts";

Deno.test("remote: a blocked window results in an error if the button cannot be shown", async () => {
  using at = scene(1);
  // No button can be shown without a document.
  const error = await assertRejects(() => sign(at.wallet), AcctError);
  assertEquals([error.data.cause, at.urls.length], ["popup_blocked", 1]);
  const next = sign(at.wallet);
  at.say(ready);
  at.say({ acct: "response", id: idOf(at), result: "0xab" });
  assertEquals(await next, "0xab");
});

Deno.test("remote: the next click opens a blocked window, for all waiting requests", async () => {
  const before = Object.getOwnPropertyDescriptor(navigator, "userActivation");
  const activation = { isActive: false };
  Object.defineProperty(navigator, "userActivation", { value: activation, configurable: true });
  try {
    using at = scene(1);
    const first = sign(at.wallet);
    const second = sign(at.wallet);
    assertEquals(at.urls.length, 1, "without a click it would be blocked again");
    activation.isActive = true;
    const third = sign(at.wallet);
    assertEquals([at.urls.length, at.popups.length], [2, 1]);
    // The button of the first one fails now, because there is no document.
    await import("./ask_for_click.ts");
    await at.time.runMicrotasks();
    at.say(ready);
    const requests = at.posted().filter(({ acct }) => acct === "request");
    for (const { id } of requests) at.say({ acct: "response", id, result: "0xab" });
    assertEquals(await Promise.all([first, second, third]), ["0xab", "0xab", "0xab"]);
    await at.time.tickAsync(100);
    assertEquals([at.page.listeners.size, at.popups[0]!.closed], [0, true]);
  } finally {
    if (before === undefined) Reflect.deleteProperty(navigator, "userActivation");
    else Object.defineProperty(navigator, "userActivation", before);
  }
});

Deno.test("remote: a slow lookup of why a window closed is not awaited", async () => {
  const { fetch } = globalThis;
  const { timeout } = AbortSignal;
  const asked: number[] = [];
  // Neither the headers nor their own timeout; the overall timeout applies.
  globalThis.fetch = () => new Promise(() => {});
  AbortSignal.timeout = (ms) => {
    asked.push(ms);
    return ms === 3_000 ? AbortSignal.abort() : new AbortController().signal;
  };
  try {
    using at = scene();
    const answer = sign(at.wallet);
    at.popups[0]!.closed = true;
    const failed = assertRejects(() => answer, AcctError);
    await at.time.tickAsync(300);
    assertEquals((await failed).data.cause, "window_closed");
    assertEquals(asked[0], 3_000);
  } finally {
    Object.assign(globalThis, { fetch });
    AbortSignal.timeout = timeout;
  }
});

Deno.test("remote: a browser that throws for window features gets a plain window", async () => {
  using at = scene(0, { isInstalled: true });
  const { open } = globalThis;
  globalThis.open = (...given) => {
    const window = open(...given);
    if (window === null) throw new DOMException("features", "NotSupportedError");
    return window;
  };
  const answer = sign(at.wallet);
  assertEquals(at.popups.length, 1);
  at.say(ready);
  at.say({ acct: "response", id: idOf(at), result: "0xab" });
  assertEquals(await answer, "0xab");
});

Deno.test("remote: a browser that only opens plain windows gets one, in the same click", async () => {
  using at = scene(0, { isInstalled: true });
  const answer = sign(at.wallet);
  assertEquals([at.urls.length, at.popups.length], [1, 1]);
  at.say(ready);
  at.say({ acct: "response", id: idOf(at), result: "0xab" });
  assertEquals(await answer, "0xab");
});
