/**
 * Tests the end of a session in an open page: by its expiry, and by a page that clears its storage.
 */
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { accountOf } from "../../account/address.ts";
import { memoryStorage, type Storage } from "../../lib/storage.ts";
import { createEmitter, type Emitter } from "../../protocol/events.ts";
import { watchEnd } from "./end.ts";
import { openPageSession, type PageSession } from "./page_session.ts";
import { sessionStore } from "./session.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const MINUTE = 60_000;
const DAY = 86_400;

/** A page with fake time that counts the remaining timers and listeners. */
interface Page extends Disposable {
  readonly time: FakeTime;
  readonly storage: Storage;
  readonly emitter: Emitter;
  readonly session: PageSession;
  /** Events in order. */
  readonly seen: string[];
  /** Adds listeners. */
  listen(): void;
  /** Number of timers and listeners that the watch has registered. */
  held(): number;
}

function openPage(ttl: number, storage: Storage = memoryStorage()): Page {
  const time = new FakeTime(1_000_000_000_000);
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  const held = new Set<unknown>();
  const { addEventListener, removeEventListener, setTimeout, clearTimeout } = globalThis;
  Object.assign(globalThis, {
    addEventListener(...args: Parameters<typeof addEventListener>) {
      if (args[0] === "visibilitychange") held.add("listener");
      addEventListener(...args);
    },
    removeEventListener(...args: Parameters<typeof removeEventListener>) {
      if (args[0] === "visibilitychange") held.delete("listener");
      removeEventListener(...args);
    },
    setTimeout(run: () => void, ms: number) {
      // Browsers run a longer timer immediately.
      if (ms > 2 ** 31 - 1) throw new Error(`${ms}`);
      const timer = setTimeout(() => {
        held.delete(timer);
        run();
      }, ms);
      held.add(timer);
      return timer;
    },
    clearTimeout(timer: number) {
      held.delete(timer);
      clearTimeout(timer);
    },
  });
  const emitter = createEmitter();
  const seen: string[] = [];
  const session = openPageSession({
    store: sessionStore({ storage, key: "s", ttl, now: () => Date.now() }),
    key: "s",
    defaultChainId: 1,
    emitter,
    onChange: () => check(),
  });
  const check = watchEnd({ emitter, session: session.get }, ttl);
  return {
    time,
    storage,
    emitter,
    session,
    seen,
    held: () => held.size,
    listen() {
      emitter.on("accountsChanged", (accounts) => seen.push(`accounts ${accounts.length}`));
      emitter.on("disconnect", ({ code }) => seen.push(`disconnect ${code}`));
      check();
    },
    [Symbol.dispose]() {
      session.close();
      emitter.clear();
      check();
      Object.assign(globalThis, {
        addEventListener,
        removeEventListener,
        setTimeout,
        clearTimeout,
      });
      Reflect.deleteProperty(globalThis, "document");
      time.restore();
    },
  };
}

const connect = ({ session }: Page) => session.save({ account, chainId: 1, at: Date.now() });
const ended = ["accounts 0", "disconnect 4100"];

Deno.test("session end: its expiry emits the event in every open page, at that moment", () => {
  const storage = memoryStorage();
  using page = openPage(DAY, storage);
  page.listen();
  connect(page);
  assertEquals(page.seen.splice(0), ["accounts 1"]);
  page.time.tick(DAY * 1000);
  assertEquals([page.seen, page.held()], [[], 2]);
  page.time.tick(1);
  assertEquals([page.seen.splice(0), page.held()], [ended, 0]);
  page.time.tick(DAY * 1000);
  assertEquals(page.seen, []);
});

Deno.test("session end: using a passkey in this or another tab postpones it", () => {
  using page = openPage(600);
  page.listen();
  connect(page);
  page.time.tick(9 * MINUTE);
  page.session.renew(Date.now());
  page.time.tick(9 * MINUTE);
  // Another tab writes without notifying this one.
  page.storage.set("s", JSON.stringify({ account, chainId: 1, at: Date.now() }));
  page.time.tick(9 * MINUTE);
  assertEquals(page.seen, ["accounts 1"]);
  page.time.tick(MINUTE + 1);
  assertEquals(page.seen, ["accounts 1", ...ended]);
});

Deno.test("session end: a session of months sets no timer beyond the browser's limit", () => {
  using page = openPage(365 * DAY);
  page.listen();
  connect(page);
  page.time.tick(3 * MINUTE);
  assertEquals([page.seen, page.held()], [["accounts 1"], 2]);
});

Deno.test("session end: a page that clears its storage is notified at the next read, check or minute", () => {
  const ways: ((page: Page) => void)[] = [
    ({ session }) => void session.get(),
    () => dispatchEvent(new Event("visibilitychange")),
    ({ time }) => time.tick(MINUTE),
  ];
  for (const look of ways) {
    using page = openPage(DAY);
    page.listen();
    connect(page);
    page.storage.set("s", null);
    look(page);
    assertEquals([page.seen.slice(1), page.session.get()], [ended, null]);
  }
});

Deno.test("session end: a clock that jumped a day is detected when the page is visible again", () => {
  using page = openPage(DAY);
  page.listen();
  connect(page);
  page.seen.length = 0;
  const { now } = Date;
  try {
    // No timer ran while the device slept.
    Date.now = () => now() + DAY * 1000 + 1;
    dispatchEvent(new Event("visibilitychange"));
    assertEquals(page.seen, ended);
  } finally {
    Date.now = now;
  }
});

Deno.test("session end: without listeners, session or lifetime there is no timer", () => {
  {
    using page = openPage(DAY);
    connect(page);
    assertEquals(page.held(), 0);
  }
  {
    using page = openPage(DAY);
    page.listen();
    assertEquals(page.held(), 0);
  }
  {
    using page = openPage(0);
    page.listen();
    connect(page);
    page.time.tick(DAY * 1000);
    assertEquals([page.held(), page.seen], [0, ["accounts 1"]]);
  }
});

Deno.test("session end: outside of a document there is no watch", () => {
  const emitter = createEmitter();
  emitter.on("disconnect", () => {});
  // A remaining timer fails the test.
  watchEnd({ emitter, session: () => ({ account, chainId: 1, at: Date.now() }) }, DAY)();
});
