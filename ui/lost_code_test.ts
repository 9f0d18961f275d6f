/** Tests dialogs whose code does not load. */
import { testWindow } from "../tests/dom.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { AcctError } from "../core/ground/errors.ts";
import { screens } from "./screens/screens.ts";
import { leftovers, newHandler, opened, requestOf, sleep } from "./testing/dialogs.ts";

Deno.test("a dialog whose code does not load reports that, and is retried", async () => {
  const { personal_sign } = screens;
  const handler = newHandler();
  try {
    Object.assign(screens, { personal_sign: () => Promise.reject(new TypeError("404")) });
    const request = () => handler.request("personal_sign", requestOf("message-text"));
    const error = await assertRejects(request, AcctError);
    assertEquals([error.code, error.data.cause], [4900, "service_down"]);
    assert(/Reload the page/.test(error.message), error.message);
    assertEquals(leftovers(), 0);
    Object.assign(screens, { personal_sign });
    request().catch(() => {});
    await opened();
  } finally {
    Object.assign(screens, { personal_sign });
    handler.cleanup();
  }
  assertEquals(leftovers(), 0);
});

Deno.test("a dialog whose code never loads also ends the request", async () => {
  const { personal_sign } = screens;
  const handler = newHandler();
  Object.assign(screens, { personal_sign: () => new Promise(() => {}) });
  try {
    using time = new FakeTime();
    const causes: string[] = [];
    handler.request("personal_sign", requestOf("message-text"))
      .catch((error: AcctError) => causes.push(error.data.cause));
    await time.tickAsync(59_999);
    assertEquals(causes, []);
    await time.tickAsync(1);
    await time.runMicrotasks();
    assertEquals(causes, ["service_down"]);
  } finally {
    Object.assign(screens, { personal_sign });
    handler.cleanup();
  }
  assertEquals(leftovers(), 0);
});

Deno.test("code that fails to load before the first request is not an error of the page", async () => {
  const failed: unknown[] = [];
  const onFailure = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    failed.push(event.reason);
  };
  const { wallet_connect } = screens;
  const idle = Object.getOwnPropertyDescriptor(globalThis, "requestIdleCallback");
  const lang = Object.getOwnPropertyDescriptor(document, "documentElement");
  addEventListener("unhandledrejection", onFailure);
  try {
    // Offline, or after a new version was deployed: no code loads.
    const offline = () => Promise.reject(new TypeError("Failed to fetch"));
    Object.assign(screens, { wallet_connect: offline });
    Object.defineProperty(document, "documentElement", {
      configurable: true,
      get: () => undefined,
    });
    Object.assign(globalThis, { requestIdleCallback: (run: () => void) => (run(), 0) });
    const handler = newHandler();
    await sleep(20);
    handler.cleanup();
  } finally {
    Object.assign(screens, { wallet_connect });
    if (lang === undefined) Reflect.deleteProperty(document, "documentElement");
    else Object.defineProperty(document, "documentElement", lang);
    if (idle === undefined) Reflect.deleteProperty(globalThis, "requestIdleCallback");
    else Object.defineProperty(globalThis, "requestIdleCallback", idle);
    removeEventListener("unhandledrejection", onFailure);
  }
  assertEquals(failed, []);
});

Deno.test({
  name: "the test's own window ends",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => testWindow.happyDOM.close(),
});
