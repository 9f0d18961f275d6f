import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ServiceClient } from "../client.ts";
import { createFollow } from "../follow.ts";
import { type AccountListener, followAccount, HIDDEN_FOR_MS } from "./account_events.ts";

const one = `0x${"11".repeat(20)}` as const;
const two = `0x${"22".repeat(20)}` as const;

/** Creates a service that counts streams, and a page whose visibility the test sets. */
function scene() {
  const opened: string[] = [];
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const options = {
    serverUrl: "https://api.example",
    apiKey: "pk_test",
    fetch: ((url: string, { signal }: RequestInit) => {
      opened.push([...new URL(url).searchParams.values()].map((value) => value.slice(2, 4)).join());
      const body = new ReadableStream<Uint8Array>({
        start(line) {
          open.add(line);
          signal!.addEventListener("abort", () => open.delete(line));
        },
        cancel() {},
      });
      return Promise.resolve(new Response(body));
    }) as typeof fetch,
  };
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  return {
    options,
    opened,
    open,
    document,
    follow(address: AccountListener["address"], more: Partial<AccountListener> = {}) {
      const seen: string[] = [];
      const listener: AccountListener = {
        address,
        onOpen: () => Promise.resolve(void seen.push("open")),
        onChange: ({ type }) => void seen.push(type),
        ...more,
      };
      return { seen, end: followAccount(options, listener) };
    },
    emit(address: string) {
      const change = { type: "assetsChanged", address, chainIds: ["0x1"] };
      const text = `data: ${JSON.stringify(change)}\n\n`;
      for (const line of open) line.enqueue(new TextEncoder().encode(text));
    },
    show(visible: boolean) {
      document.visibilityState = visible ? "visible" : "hidden";
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

/** Runs a test in a page. */
async function inPage(
  run: (page: ReturnType<typeof scene>, time: FakeTime) => Promise<void>,
): Promise<void> {
  using time = new FakeTime(0);
  const page = scene();
  const { document: before } = globalThis;
  Object.assign(globalThis, { document: page.document });
  try {
    await run(page, time);
    await time.runMicrotasks();
    assertEquals(page.open.size, 0, "nothing is left open");
  } finally {
    Object.assign(globalThis, { document: before });
  }
}

Deno.test("account events: listeners of a page share one stream of all their accounts", async () => {
  await inPage(async (page, time) => {
    const all = [page.follow(one), page.follow(two), page.follow(one)];
    await time.runMicrotasks();
    assertEquals([page.opened, page.open.size], [["11,22"], 1]);
    page.emit(two);
    await time.runMicrotasks();
    assertEquals(all.map(({ seen }) => seen), [["open"], ["open", "assetsChanged"], ["open"]]);

    // A listener that joins an open stream is notified that it is open.
    const late = page.follow(two);
    await time.runMicrotasks();
    assertEquals([late.seen, page.opened.length], [["open"], 1]);
    for (const { end } of [...all, late]) end();
  });
});

Deno.test("account events: another account replaces the stream, and all reload missed changes", async () => {
  await inPage(async (page, time) => {
    const first = page.follow(one);
    await time.runMicrotasks();
    const second = page.follow(two);
    await time.runMicrotasks();
    assertEquals([page.opened, page.open.size], [["11", "11,22"], 1]);
    assertEquals([first.seen, second.seen], [["open", "open"], ["open"]]);
    second.end();
    await time.runMicrotasks();
    assertEquals(page.opened.length, 2, "an account that left does no harm");
    first.end();
  });
});

Deno.test("account events: a hidden page closes its stream, and reopens it once when it is visible", async () => {
  await inPage(async (page, time) => {
    const { seen, end } = page.follow(one);
    await time.runMicrotasks();
    page.show(false);
    await time.tickAsync(HIDDEN_FOR_MS - 1);
    page.show(true);
    assertEquals([page.opened.length, page.open.size], [1, 1], "a moment is not enough");

    page.show(false);
    await time.tickAsync(HIDDEN_FOR_MS);
    assertEquals(page.open.size, 0);
    await time.tickAsync(3_600_000);
    assertEquals(page.opened.length, 1);
    page.show(true);
    page.show(true);
    await time.runMicrotasks();
    assertEquals([page.opened.length, page.open.size, seen], [2, 1, ["open", "open"]]);
    end();
  });
});

Deno.test("account events: a page that was never visible opens no stream", async () => {
  await inPage(async (page, time) => {
    page.document.visibilityState = "hidden";
    const { end } = page.follow(one);
    await time.tickAsync(60_000);
    assertEquals(page.opened, []);
    page.show(true);
    await time.runMicrotasks();
    assertEquals(page.opened, ["11"]);
    end();
  });
});

Deno.test("account events: a listener that cannot catch up causes the stream to reopen", async () => {
  await inPage(async (page, time) => {
    const first = page.follow(one);
    await time.runMicrotasks();
    let tries = 0;
    const late = page.follow(one, {
      onOpen: () => ++tries < 3 ? Promise.reject(new Error("service is down")) : Promise.resolve(),
    });
    for (let n = 0; n < 6; n++) await time.tickAsync(1_000);
    assertEquals([tries, page.open.size], [3, 1]);
    first.end();
    late.end();
  });
});

Deno.test("account events: a page that opens its stream late emits the changes that it may have missed", async () => {
  await inPage(async (page, time) => {
    page.document.visibilityState = "hidden";
    const emitted: string[] = [];
    const service = {
      call: () => Promise.resolve([]),
      rpc: () => Promise.resolve(null),
      configuration: () => Promise.resolve({ version: 1, keysUrl: "", chains: [{ id: 1 }] }),
    } as unknown as ServiceClient;
    const follow = () =>
      createFollow(page.options)({
        service,
        address: one,
        sent: new Set(),
        emit: (event) => void emitted.push(event),
      });
    const end = follow();
    await time.tickAsync(3_600_000);
    page.show(true);
    await time.runMicrotasks();
    assertEquals(emitted, ["assetsChanged", "permissionsChanged"]);
    end();
    await time.runMicrotasks();

    // A stream that opens with the listener has just read all data.
    emitted.length = 0;
    const again = follow();
    await time.runMicrotasks();
    assertEquals([page.open.size, emitted], [1, []]);
    again();
  });
});
