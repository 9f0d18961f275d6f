import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import {
  HOST,
  idOf,
  never,
  PAGE,
  params,
  ready,
  type Scene,
  scene,
  sign,
} from "../../testing/remote_scene.ts";
import { createRemoteWallet, failureOf } from "./remote.ts";

Deno.test("remote: the window opens synchronously, before the first await", async () => {
  using at = scene();
  const answer = sign(at.wallet);
  assertEquals(at.urls, [`${HOST}/popup#origin=${encodeURIComponent(PAGE)}`]);
  at.say(ready);
  assertEquals(at.posted().map(({ acct }) => acct), ["init", "request"]);
  assertEquals(
    new Set(at.popups[0]!.received.map(({ targetOrigin }) => targetOrigin)),
    new Set([HOST]),
  );
  at.say({ acct: "response", id: idOf(at), result: "0xab" });
  assertEquals(await answer, "0xab");
});

Deno.test("remote: a failed window has one cause, depending on its messages", () => {
  const seen = { closed: false, ready: false, frame: false, offline: false, waitedMs: 0 };
  const frame = {
    window: {} as Window,
    show() {},
    close() {},
  };
  for (
    const [change, cause] of [
      [{}, null],
      [{ closed: true }, "window_lost"],
      [{ closed: true, ready: true }, "window_closed"],
      [{ closed: true, waitedMs: 60_000 }, "window_lost"],
      [{ ready: true, waitedMs: 3_600_000 }, null],
      [{ ready: true, offline: true, waitedMs: 3_600_000 }, null],
      [{ waitedMs: 30_000 }, null],
      [{ waitedMs: 30_001 }, "host_unreachable"],
      [{ frame: true, waitedMs: 8_000 }, null],
      [{ frame: true, waitedMs: 8_001 }, "host_unreachable"],
      [{ offline: true, waitedMs: 3_000 }, null],
      [{ offline: true, frame: true, waitedMs: 3_001 }, "host_unreachable"],
    ] as const
  ) {
    const { closed, ready, waitedMs, offline, frame: isFrame } = { ...seen, ...change };
    const window = { closed } as Window;
    const opened = { window, ready, at: 1_000, frame: isFrame ? frame : null };
    assertEquals(
      failureOf(opened, 1_000 + waitedMs, { onLine: !offline }),
      cause,
      JSON.stringify(change),
    );
  }
});

Deno.test("remote: after closing, no listener, timer or window remains", async () => {
  using at = scene();
  for (let time = 0; time < 3; time++) {
    const answer = sign(at.wallet);
    at.say(ready);
    at.say({ acct: "response", id: idOf(at), result: "0x" });
    await answer;
    await at.time.tickAsync(100);
    assertEquals([at.page.listeners.size, at.popups.at(-1)!.closed], [0, true]);
  }
  assertEquals(at.popups.length, 3);
});

Deno.test("remote: a window that shows the result closes a moment later", async () => {
  using at = scene();
  const first = sign(at.wallet);
  at.say(ready);
  at.say({ acct: "response", id: idOf(at), result: "0x1", seen: true });
  // The result is not delayed.
  assertEquals(await first, "0x1");
  await at.time.tickAsync(700);
  assertEquals(at.popups[0]!.closed, false);
  await at.time.tickAsync(100);
  assertEquals([at.popups[0]!.closed, at.page.listeners.size], [true, 0]);

  // A request that follows in the meantime uses the same window, and keeps it open.
  const second = sign(at.wallet);
  at.say(ready);
  at.say({ acct: "response", id: idOf(at), result: "0x2", seen: true });
  await second;
  const third = sign(at.wallet);
  await at.time.tickAsync(5_000);
  assertEquals([at.popups.length, at.popups[1]!.closed], [2, false]);
  at.say({ acct: "response", id: idOf(at), error: { code: 4001, message: "no" } });
  await assertRejects(() => third);
  await at.time.tickAsync(100);
  assertEquals([at.popups[1]!.closed, at.page.listeners.size], [true, 0]);
});

Deno.test("remote: only the exact window and the exact origin are accepted", async () => {
  using at = scene();
  const answer = sign(at.wallet);
  at.say(ready, { origin: "https://keys.example.com.evil.com" });
  at.say(ready, { origin: "https://example.com" });
  at.say(ready, { origin: "http://keys.example.com" });
  at.say(ready, { source: null });
  at.say(ready, { source: at.page });
  assertEquals(at.posted(), []);
  at.say(ready);
  const id = idOf(at);
  at.say({ acct: "response", id, result: "0xbad" }, { origin: "https://evil.example" });
  at.say({ acct: "response", id, result: "0xbad" }, { source: {} });
  at.say({ acct: "response", id, result: "0xgood" });
  at.say({ acct: "response", id, result: "0xlate" });
  assertEquals(await answer as string, "0xgood");
});

Deno.test("remote: malformed messages have no effect and do not throw", async () => {
  using at = scene();
  const answer = sign(at.wallet);
  at.say(ready);
  const hostile = Object.create({ acct: "response" });
  for (
    const message of [
      null,
      undefined,
      5,
      "text",
      [],
      {},
      hostile,
      { acct: 7 },
      { acct: "unknown" },
      { acct: "response" },
      { acct: "response", id: {} },
      { acct: "response", id: "another" },
      { acct: "response", id: "__proto__", result: 1 },
    ]
  ) {
    at.say(message);
  }
  at.say({ acct: "response", id: idOf(at), result: "0x1" });
  assertEquals(await answer, "0x1");
});

Deno.test("remote: any error from the host becomes a typed error", async () => {
  using at = scene();
  for (
    const [error, cause] of [
      [{ code: 4001, message: "no", data: { cause: "passkey_cancelled" } }, "passkey_cancelled"],
      [{ code: 4001 }, "user_rejected"],
      [{ code: "x", data: { cause: "toString" } }, "internal"],
      [null, "internal"],
      ["text", "internal"],
    ] as const
  ) {
    const answer = sign(at.wallet);
    at.say(ready);
    at.say({ acct: "response", id: idOf(at), error });
    const thrown = await assertRejects(() => answer, AcctError);
    assertEquals(thrown.data.cause, cause);
    await at.time.tickAsync(100);
  }
});

Deno.test("remote: a window that closes is a rejection, before any message and after one", async () => {
  using at = scene();
  const first = sign(at.wallet);
  at.popups[0]!.closed = true;
  const checked = assertRejects(() => first, AcctError);
  await at.time.tickAsync(3000);
  // The headers cannot be read here, so no policy is detected.
  assertEquals((await checked).data.cause, "window_closed");

  const closed = sign(at.wallet);
  at.say(ready);
  at.popups[1]!.closed = true;
  const second = assertRejects(() => closed, AcctError);
  await at.time.tickAsync(3000);
  const error = await second;
  assertEquals([error.code, error.data.cause], [4001, "window_closed"]);
  assertEquals(at.page.listeners.size, 0);
});

Deno.test("remote: a host that never answers is reported after its timeout; a slow user never is", async () => {
  using at = scene();
  const silent = assertRejects(() => sign(at.wallet), AcctError);
  await at.time.tickAsync(29_000);
  assertEquals(at.popups[0]!.closed, false);
  await at.time.tickAsync(2_000);
  assertEquals((await silent).data.cause, "host_unreachable");

  const slow = sign(at.wallet);
  at.say(ready);
  await at.time.tickAsync(3_600_000);
  at.say({ acct: "response", id: idOf(at), result: "0x2" });
  assertEquals(await slow, "0x2");
});

Deno.test("remote: after a reload of the host, open requests are sent again with the same id", async () => {
  using at = scene();
  const answer = sign(at.wallet);
  at.say(ready);
  const first = idOf(at);
  at.say(ready);
  const requests = at.posted().filter(({ acct }) => acct === "request");
  assertEquals(requests.map(({ id }) => id), [first, first]);
  at.say({ acct: "response", id: first, result: "0x3" });
  assertEquals(await answer, "0x3");
});

Deno.test("remote: after a reload of the host, a request whose bundle may be sent is not repeated", async () => {
  using at = scene();
  const answer = assertRejects(() => sign(at.wallet), AcctError);
  at.say(ready);
  at.say({ acct: "sent", id: idOf(at), bundle: "0xb1" });
  at.say(ready);
  assertEquals(at.posted().filter(({ acct }) => acct === "request").length, 1);
  const { data } = await answer;
  assertEquals([data.cause, data.id], ["may_be_sent", "0xb1"]);
});

Deno.test("remote: two concurrent requests share a window and never mix", async () => {
  using at = scene();
  const [one, two] = [sign(at.wallet), sign(at.wallet)];
  assertEquals(at.popups.length, 1);
  at.say(ready);
  const [first, second] = at.posted().filter(({ acct }) => acct === "request");
  at.say({ acct: "response", id: second!.id, result: "0x22" });
  at.say({ acct: "response", id: first!.id, result: "0x11" });
  assertEquals([await one, await two], ["0x11", "0x22"]);
});

Deno.test("remote: a withdrawn request is cancelled at the host, the other one stays", async () => {
  using at = scene();
  const abort = new AbortController();
  const gone = assertRejects(() => sign(at.wallet, abort.signal), AcctError);
  const stays = sign(at.wallet);
  at.say(ready);
  abort.abort();
  assertEquals((await gone).data.cause, "aborted");
  assertEquals(at.posted().filter(({ acct }) => acct === "cancel").length, 1);
  at.say({ acct: "response", id: idOf(at), result: "0x4" });
  assertEquals(await stays, "0x4");
});

Deno.test("remote: an outdated host is reported, without waiting for it", async () => {
  using at = scene();
  const answer = assertRejects(() => sign(at.wallet), AcctError);
  at.say({ acct: "ready", versions: [2, 3] });
  assertEquals((await answer).data.cause, "host_unreachable");
  assertEquals(at.page.listeners.size, 0);
});

Deno.test("remote: disposing settles open requests, once", async () => {
  using at = scene();
  const answer = assertRejects(() => sign(at.wallet), AcctError);
  at.wallet.dispose();
  at.wallet.dispose();
  assertEquals((await answer).data.cause, "disposed");
  assertEquals([at.page.listeners.size, at.popups[0]!.closed], [0, true]);
});

Deno.test("remote: outside of a page it fails, and leaves nothing open", async () => {
  const wallet = createRemoteWallet({
    keysUrl: HOST,
    apiKey: "key",
    app: { name: "Server", logoUrl: null },
  });
  const before = Object.getOwnPropertyDescriptor(globalThis, "location");
  Reflect.deleteProperty(globalThis, "location");
  try {
    const error = await assertRejects(() => sign(wallet), AcctError);
    assertEquals([error.data.cause, error.code], ["method_unsupported", 4200]);
    // Outside of a page, the error does not blame a file or frame.
    assertMatch(error.message, /needs a browser/);
  } finally {
    if (before !== undefined) Object.defineProperty(globalThis, "location", before);
  }
  wallet.dispose();
});

Deno.test("remote: a request that cannot be posted is rejected before a window opens, others are sent", async () => {
  using at = scene();
  const ask = (message: unknown) =>
    at.wallet.ask("personal_sign", { ...params, message: message as "0x" }, { signal: never });
  for (const message of [() => {}, 1n, new Uint8Array(1), "x".repeat(3_000_000)]) {
    const { data } = await assertRejects(() => ask(message), AcctError);
    assertEquals([data.cause, data.field], ["invalid_params", "request.params.message"]);
  }
  assertEquals([at.popups.length, at.page.listeners.size], [0, 0]);
  const first = sign(at.wallet);
  await assertRejects(() => ask(Symbol("x")), AcctError);
  const proxied = ask(new Proxy(["0x12"], {}));
  at.say(ready);
  const requests = at.posted().filter(({ acct }) => acct === "request");
  assertEquals(requests.length, 2);
  structuredClone(requests);
  for (const { id } of requests) at.say({ acct: "response", id, result: "0xab" });
  assertEquals(await Promise.all([first, proxied]), ["0xab", "0xab"]);
});

Deno.test("remote: a request that closes while its bundle may land reports that, with the id", async () => {
  const ends: Record<string, (at: Scene, abort: AbortController) => void> = {
    closed(at) {
      at.popups.at(-1)!.closed = true;
      at.time.tick(300);
    },
    withdrawn: (_at, abort) => abort.abort(),
    disposed: (at) => at.wallet.dispose(),
  };
  const causes = { closed: "window_closed", withdrawn: "aborted", disposed: "disposed" };
  for (const [name, end] of Object.entries(ends)) {
    for (const bundle of ["0x1d", null]) {
      using at = scene();
      const abort = new AbortController();
      const answer = assertRejects(() => sign(at.wallet, abort.signal), AcctError);
      at.say(ready);
      const id = idOf(at);
      at.say({ acct: "sent", id: "another", bundle: "0x2d" });
      at.say({ acct: "sent", id, bundle: "0x1d" });
      // The service rejected it.
      if (bundle === null) at.say({ acct: "sent", id, bundle });
      end(at, abort);
      const error = await answer;
      const cause = causes[name as keyof typeof causes];
      if (bundle === null) {
        assertEquals([error.data.cause, error.data.id], [cause, undefined]);
        continue;
      }
      assertEquals([error.code, error.data.cause, error.data.id], [4900, "may_be_sent", bundle]);
      assertEquals((error.cause as AcctError).data.cause, cause);
    }
  }
});
