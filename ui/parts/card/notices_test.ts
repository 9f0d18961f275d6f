import "../../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { AcctError } from "../../../core/ground/errors.ts";
import { until } from "../../../scripts/stack/patience.ts";
import type { Writable } from "../../../core/lib/readable.ts";
import type { Changes } from "../../stories/requests.ts";
import { FakeTime } from "@std/testing/time";
import { newHandler, opened, press, requestOf, sleep } from "../../testing/dialogs.ts";

/** Dispatches a network event; the test document's `Event` differs from the global one. */
const tell = (type: "online" | "offline") => globalThis.dispatchEvent(new CustomEvent(type));

/** Sets whether the browser reports a network. */
function setOnline(online: boolean): void {
  Object.defineProperty(navigator, "onLine", { value: online, configurable: true });
  tell(online ? "online" : "offline");
}

/** Shows a story's request and returns its preview. */
async function show(story: string, changes: Changes = {}) {
  const handler = newHandler();
  const request = requestOf(story, changes);
  const preview = request.preview as unknown as Writable<Record<string, unknown>>;
  const outcome = handler.request(request.method, request);
  outcome.catch(() => {});
  const root = await opened();
  const has = (testid: string) => root.querySelector(`[data-testid=${testid}]`) !== null;
  return { handler, preview, root, has };
}

/** Every screen that calls the service, with a story in its ready state. */
const screens = {
  wallet_connect: "connect-new",
  acct_claimName: "name-empty",
  acct_addPasskey: "owners-add",
  acct_changeOwners: "owners-confirm",
  personal_sign: "message-text",
  eth_signTypedData_v4: "typed-order",
  wallet_sendCalls: "send-sponsored",
  wallet_grantPermissions: "grant",
  wallet_revokePermissions: "revoke",
  wallet_showCallsStatus: "status-pending",
} as const;
const confirms = "[data-testid=sdk-confirm], [data-testid=sdk-create], [data-testid=sdk-claim]";

for (const [method, story] of Object.entries(screens)) {
  Deno.test(`${method}: an error is shown with a retry; confirming is impossible until then`, async () => {
    const { handler, preview, root, has } = await show(story);
    let tries = 0;
    const ready = preview.get();
    preview.set({
      ...ready,
      status: "error",
      error: { cause: "service_down", message: "No answer." },
      retry: () => {
        tries++;
        preview.set(ready);
      },
    });
    await until("the error is shown", () => has("sdk-error"));
    assert(root.querySelector(confirms) === null);
    root.querySelector<HTMLElement>("[data-testid=sdk-retry]")!.click();
    await until("it goes", () => !has("sdk-error") && !has("sdk-retry"));
    assertEquals(tries, 1);
    handler.cleanup();
  });

  Deno.test(`${method}: being offline has its own text, which disappears automatically`, async () => {
    const { handler, preview, has } = await show(story);
    const ready = preview.get();
    let tries = 0;
    setOnline(false);
    try {
      await sleep(5);
      assert(!has("sdk-offline"), "what is there stays usable");
      preview.set({
        ...ready,
        status: "error",
        error: { cause: "service_down", message: "No answer." },
        retry: () => {
          tries++;
          preview.set(ready);
        },
      });
      await until("it is told", () => has("sdk-offline") && has("sdk-retry"));
      assertEquals(has("sdk-error"), false);
      tell("offline");
      assertEquals(tries, 0);
    } finally {
      setOnline(true);
    }
    await until("it goes", () => !has("sdk-offline") && !has("sdk-error"));
    assertEquals(tries, 1);
    // A ready preview is not requested again, nor is one whose dialog is closed.
    setOnline(true);
    handler.cleanup();
    setOnline(true);
    assertEquals(tries, 1);
  });
}

Deno.test("an error that is unrelated to the network keeps its own text offline, and is not retried", async () => {
  const { handler, preview, has } = await show("send-sponsored");
  let tries = 0;
  setOnline(false);
  try {
    preview.set({
      ...preview.get(),
      status: "error",
      error: { cause: "service_mismatch", message: "" },
      retry: () => void tries++,
    });
    await until("the error is shown", () => has("sdk-error"));
    assertEquals(has("sdk-offline"), false);
  } finally {
    setOnline(true);
  }
  await sleep(5);
  assertEquals(tries, 0);
  handler.cleanup();
});

Deno.test("a request that could not be sent while offline is never sent again automatically", async () => {
  let tries = 0;
  const { handler, root, has } = await show("send-sponsored", {
    approve: () => {
      tries++;
      return Promise.reject(new AcctError("service_down"));
    },
  });
  setOnline(false);
  try {
    await press(root, "sdk-confirm");
    await until("it is told", () => has("sdk-offline"));
    assertEquals(has("sdk-failure"), false);
  } finally {
    setOnline(true);
  }
  await until("the note goes with the network's return", () => !has("sdk-offline"));
  assertEquals(has("sdk-failure"), false);
  assertEquals(tries, 1);
  // Another failure, while online, is another note.
  await press(root, "sdk-confirm");
  await until("the failure is shown", () => has("sdk-failure"));
  assertEquals(tries, 2);
  handler.cleanup();
});

Deno.test("a long wait is shown after five seconds, for its duration", async () => {
  const { handler, preview, has } = await show("send-sponsored");
  using time = new FakeTime();
  const ready = preview.get();
  preview.set({ ...ready, status: "loading", fee: null, changes: null });
  await time.tickAsync(1);
  await time.tickAsync(4_900);
  assert(!has("sdk-slow"));
  await time.tickAsync(200);
  assert(has("sdk-slow"));
  preview.set(ready);
  await time.tickAsync(10);
  assert(!has("sdk-slow"));
  handler.cleanup();
});

Deno.test("during a long refresh, the old values can still be confirmed", async () => {
  let approved = 0;
  const { handler, preview, root, has } = await show("send-sponsored", {
    approve: () => {
      approved++;
      return new Promise(() => {});
    },
  });
  await sleep(550);
  preview.set({ ...preview.get(), status: "refreshing" });
  await until("it is told", () => has("sdk-slow"));
  root.querySelector<HTMLElement>("[data-testid=sdk-confirm]")!.click();
  await until("it counts", () => approved === 1);
  await until("the passkey has words of its own", () => !has("sdk-slow"));
  handler.cleanup();
});

Deno.test("a wait that finishes leaves no timer and no listener", async () => {
  const before = listeners();
  const timers = countTimers();
  const request = requestOf("send-loading");
  const handler = newHandler();
  const outcome = handler.request(request.method, request);
  outcome.catch(() => {});
  await opened();
  await sleep(20);
  handler.cleanup();
  await sleep(20);
  assertEquals(timers.stop(), []);
  assertEquals(before.stop(), 0);
});

Deno.test("without passkey support, the dialog shows a URL to copy and no confirm button", async () => {
  const copied: string[] = [];
  const { handler, root, has } = await show("connect-unsupported");
  assert(has("sdk-unsupported"));
  assert(root.querySelector(`${confirms}, [data-testid=sdk-existing]`) === null);
  const field = root.querySelector<HTMLInputElement>("[data-testid=sdk-copy-value]")!;
  assertEquals(field.value, "https://app.meadow.example");
  const button = root.querySelector<HTMLElement>("[data-testid=sdk-copy]")!;
  // Many in-app browsers do not allow copying: the text is selected for the user.
  button.click();
  await until("the field has the focus", () => root.activeElement === field);
  Object.defineProperty(navigator, "clipboard", {
    value: {
      writeText: (value: string) => {
        copied.push(value);
        return Promise.resolve();
      },
    },
    configurable: true,
  });
  const words = button.textContent;
  button.click();
  await until("it is said", () => button.textContent !== words);
  assertEquals(copied, [field.value]);
  Reflect.deleteProperty(navigator, "clipboard");
  handler.cleanup();
});

/** Counts the network listeners that were added and not removed. */
function listeners(): { stop(): number } {
  const { addEventListener: add, removeEventListener: remove } = globalThis;
  let count = 0;
  const watched = (type: string) => type === "online" || type === "offline";
  globalThis.addEventListener = function (...given: Parameters<typeof add>) {
    if (watched(given[0])) count++;
    return add.apply(globalThis, given);
  } as typeof add;
  globalThis.removeEventListener = function (...given: Parameters<typeof remove>) {
    if (watched(given[0])) count--;
    return remove.apply(globalThis, given);
  } as typeof remove;
  return {
    stop() {
      globalThis.addEventListener = add;
      globalThis.removeEventListener = remove;
      return count;
    },
  };
}

/** Lists the pending timers of a second or longer that neither fired nor were cleared. */
function countTimers(): { stop(): number[] } {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const open = new Map<unknown, number>();
  globalThis.setTimeout = ((run: () => void, ms = 0) => {
    const id = set(() => {
      open.delete(id);
      run();
    }, ms);
    if (ms >= 1_000) open.set(id, ms);
    return id;
  }) as typeof set;
  globalThis.clearTimeout = (id) => {
    open.delete(id);
    clear(id);
  };
  return {
    stop() {
      globalThis.setTimeout = set;
      globalThis.clearTimeout = clear;
      return [...open.values()];
    },
  };
}
