import { testWindow } from "../tests/dom.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { AcctError } from "../core/ground/errors.ts";
import { until } from "../scripts/stack/patience.ts";
import type { SendCallsPreview } from "../core/dialog/types.ts";
import type { Writable } from "../core/lib/readable.ts";
import { SUCCESS_MS } from "./dialog/success.ts";
import { ReactUIHandler } from "./mod.ts";
import { stories } from "./stories/stories.ts";
import {
  config,
  gone,
  leftovers,
  newHandler,
  opened,
  press,
  requestOf,
  sleep,
} from "./testing/dialogs.ts";

Deno.test("a second init throws with advice", () => {
  const handler = newHandler();
  const error = assertThrows(() => handler.init(config), AcctError);
  assertEquals(error.data.cause, "invalid_params");
  handler.cleanup();
});

Deno.test("canHandle returns true only for its methods", async () => {
  const handler = new ReactUIHandler();
  for (
    const method of [
      "wallet_connect",
      "personal_sign",
      "eth_signTypedData_v4",
      "wallet_sendCalls",
      "wallet_grantPermissions",
      "wallet_revokePermissions",
    ]
  ) assert(handler.canHandle(method));
  for (const method of ["eth_sign", "", "toString", "__proto__", "constructor"]) {
    assertEquals(handler.canHandle(method), false);
    const error = await assertRejects(() => handler.request(method, {}), AcctError);
    assertEquals(error.code, 4200);
  }
});

Deno.test("every story opens, shows the origin, and closes without remains", async () => {
  for (const name of Object.keys(stories)) {
    const handler = newHandler();
    const request = requestOf(name);
    const outcome = handler.request(request.method, request);
    const root = await opened();
    const origin = root.querySelector("[data-testid=sdk-origin]")?.textContent;
    if (request.app.origin === "") {
      // Requested by a link, not a site: the dialog shows that, and leaves the origin empty.
      assertEquals(origin, undefined, name);
      assert(root.querySelector("[data-testid=sdk-link]") !== null, name);
    } else if (request.app.own) {
      // The wallet home is not shown as a requesting site.
      assertEquals(root.querySelector(".app-name"), null, name);
    } else assert(origin !== undefined && request.app.origin.endsWith(origin), name);
    const dialog = document.querySelector("dialog")!;
    assert((dialog.getAttribute("aria-label") ?? "").trim() !== "", `${name} has no name`);
    root.querySelector<HTMLElement>("[data-testid=sdk-close]")!.click();
    const error = await assertRejects(() => outcome, AcctError, undefined, name);
    assertEquals(error.code, 4001);
    assertEquals(request.status.get().name, "rejected", name);
    await gone();
    handler.cleanup();
  }
});

Deno.test("approve runs in the click itself, and its value is the outcome", async () => {
  const handler = newHandler();
  let clicking = false;
  let duringClick: boolean | undefined;
  const request = requestOf("send-sponsored", {
    approve: () => {
      duringClick = clicking;
      return Promise.resolve("0xid");
    },
  });
  const outcome = handler.request(request.method, request);
  const root = await opened();
  const confirm = root.querySelector<HTMLElement>("[data-testid=sdk-confirm]")!;
  await until("it counts", () => !confirm.hasAttribute("data-waiting"));
  clicking = true;
  confirm.click();
  clicking = false;
  assertEquals(await outcome, "0xid");
  assertEquals(duringClick, true);
  handler.cleanup();
});

Deno.test("the signer of an app is not called a passkey", async () => {
  for (const external of [true, false]) {
    const handler = newHandler();
    const story = requestOf("message-text", { approve: () => new Promise(() => {}) });
    const account = { ...story.account!, ...(external && { external: true as const }) };
    const outcome = handler.request("personal_sign", { ...story, account } as typeof story);
    outcome.catch(() => {});
    const root = await opened();
    await press(root, "sdk-confirm");
    const said = root.querySelector("[data-testid=sdk-confirm]")!.textContent +
      root.querySelector("[data-testid=sdk-status]")!.textContent;
    assertEquals(/passkey|fingerprint/.test(said), !external, said);
    handler.cleanup();
    await gone();
  }
});

Deno.test("an immediate click does not confirm; a higher revision restarts the wait", async () => {
  const handler = newHandler();
  let approved = 0;
  const request = requestOf("send-own-fee", {
    approve: () => {
      approved++;
      return Promise.resolve();
    },
  });
  assert(request.method === "wallet_sendCalls");
  const preview = request.preview as Writable<SendCallsPreview>;
  const outcome = handler.request(request.method, request);
  const root = await opened();
  const confirm = () => root.querySelector<HTMLElement>("[data-testid=sdk-confirm]")!;
  confirm().click();
  assertEquals(approved, 0);
  assert(confirm().hasAttribute("data-waiting"));
  const counts = () => !confirm().hasAttribute("aria-disabled");
  await until("it counts", counts);
  // A refresh without a worse value does not restart the wait.
  const { fee } = preview.get();
  preview.set({ ...preview.get(), status: "refreshing", fee: null });
  await sleep(5);
  preview.set({ ...preview.get(), status: "ready", fee });
  await sleep(5);
  assertEquals(counts(), true);
  preview.set({ ...preview.get(), revision: 1 });
  await until("it waits again", () => !counts());
  confirm().click();
  assertEquals(approved, 0);
  await until("it counts again", counts);
  confirm().click();
  await outcome;
  assertEquals(approved, 1);
  handler.cleanup();
});

Deno.test("an invalid language is rejected, and named", () => {
  for (const locale of ["", "de_DE", "x".repeat(101), 7 as unknown as string]) {
    const error = assertThrows(() => new ReactUIHandler().init({ ...config, locale }), AcctError);
    assertEquals([locale, error.data.field], [locale, "preference.locale"]);
  }
  for (const locale of ["de-AT", "fr", "EN-us"]) new ReactUIHandler().init({ ...config, locale });
});

Deno.test("a sponsor that failed: nothing is sent until the user agrees to pay", async () => {
  const handler = newHandler();
  const choices: unknown[] = [];
  const request = requestOf("send-sponsor-failed", {
    approve: (choice: unknown) => {
      choices.push(choice);
      return Promise.resolve();
    },
  });
  const outcome = handler.request(request.method, request);
  const root = await opened();
  await press(root, "sdk-confirm");
  assertEquals(choices, []);
  root.querySelector<HTMLElement>("[data-testid=sdk-pay-myself]")!.click();
  await press(root, "sdk-confirm");
  await outcome;
  assertEquals(choices, [{ payFromAccount: true }]);
  handler.cleanup();
});

Deno.test("not enough funds: the button copies the address, and confirms nothing", async () => {
  const handler = newHandler();
  let approved = 0;
  const request = requestOf("send-not-enough", { approve: () => Promise.resolve(approved++) });
  const outcome = handler.request(request.method, request);
  outcome.catch(() => {});
  const root = await opened();
  await press(root, "sdk-copy");
  assertEquals(root.querySelector("[data-testid=sdk-confirm]"), null);
  assertEquals(approved, 0);
  handler.cleanup();
  await assertRejects(() => outcome, AcctError);
});

Deno.test("five failures in a row are each shown and can be retried", async () => {
  const handler = newHandler();
  let tries = 0;
  const request = requestOf("message-text", {
    approve: () =>
      ++tries <= 5 ? Promise.reject(new AcctError("passkey_cancelled")) : Promise.resolve("sig"),
  });
  const outcome = handler.request(request.method, request);
  const root = await opened();
  for (let i = 1; i <= 5; i++) {
    await press(root, "sdk-confirm");
    await until(
      "the failure is shown",
      () => tries === i && root.querySelector("[data-testid=sdk-failure]") !== null,
    );
  }
  await press(root, "sdk-confirm");
  assertEquals(await outcome, "sig");
  handler.cleanup();
});

Deno.test("a request that arrives while another is shown replaces it", async () => {
  const handler = newHandler();
  const first = handler.request("personal_sign", requestOf("message-text"));
  first.catch(() => {});
  let root = await opened();
  const method = () => root.querySelector("[data-testid=sdk-card]")!.getAttribute("data-method");
  assertEquals(method(), "personal_sign");
  const second = handler.request("wallet_sendCalls", requestOf("send-sponsored"));
  second.catch(() => {});
  assertEquals((await assertRejects(() => first, AcctError)).code, 4001);
  await sleep(50);
  assertEquals(leftovers(), 1);
  root = await opened();
  assertEquals(method(), "wallet_sendCalls");
  root.querySelector<HTMLElement>("[data-testid=sdk-cancel]")!.click();
  await assertRejects(() => second, AcctError);
  handler.cleanup();
});

Deno.test("the steps of a flow share one window, and the guard restarts", async () => {
  const handler = newHandler();
  const flow = { id: "one", step: 1, steps: 2 };
  const first = handler.request(
    "personal_sign",
    requestOf("message-text", { flow, approve: () => Promise.resolve(1) }),
  );
  const root = await opened();
  const dialog = document.querySelector("dialog");
  await press(root, "sdk-confirm");
  assertEquals(await first, 1);
  let approved = 0;
  const second = handler.request(
    "wallet_sendCalls",
    requestOf("send-sponsored", {
      flow: { ...flow, step: 2 },
      approve: () => Promise.resolve(++approved),
    }),
  );
  await sleep(60);
  assert(document.querySelector("dialog") === dialog);
  root.querySelector<HTMLElement>("[data-testid=sdk-confirm]")!.click();
  assertEquals(approved, 0);
  await press(root, "sdk-confirm");
  assertEquals(await second, 1);
  await gone();
  handler.cleanup();
});

Deno.test("success: shown while the dialog closes, without delaying the result", async () => {
  const handler = newHandler();
  const sent = handler.request(
    "wallet_sendCalls",
    requestOf("send-sponsored", { approve: () => Promise.resolve(1) }),
  );
  const root = await opened();
  const said = () => root.querySelector("[data-testid=sdk-success]")?.textContent;
  assertEquals(said(), undefined);
  await press(root, "sdk-confirm");
  assertEquals(await sent, 1);
  await until("it is said", () => said() === "Sent 20\u00a0USDCTo 0x2B7e…7160");
  assertEquals(
    root.querySelector("[data-testid=sdk-status]")!.textContent,
    "Sent 20\u00a0USDC. To 0x2B7e…7160",
  );
  await gone();

  // The next request does not wait for it either.
  const signed = handler.request(
    "personal_sign",
    requestOf("message-text", { approve: () => Promise.resolve(2) }),
  );
  await press(await opened(), "sdk-confirm");
  assertEquals(await signed, 2);
  const method = () =>
    document.querySelector("[data-sdk-modal-container]")?.shadowRoot
      ?.querySelector("[data-testid=sdk-card]")?.getAttribute("data-method");
  const next = handler.request("wallet_sendCalls", requestOf("send-sponsored"));
  next.catch(() => {});
  await until("the next one is shown", () => method() === "wallet_sendCalls");
  await sleep(SUCCESS_MS);
  assertEquals([leftovers(), method()], [1, "wallet_sendCalls"]);
  handler.cleanup();
  await assertRejects(() => next, AcctError);
  assertEquals(leftovers(), 0);
});

Deno.test("success: not shown for a request that failed, was rejected or has a next step", async () => {
  const handler = newHandler();
  const rejected = handler.request("personal_sign", requestOf("message-text"));
  (await opened()).querySelector<HTMLElement>("[data-testid=sdk-cancel]")!.click();
  await assertRejects(() => rejected, AcctError);
  await gone();
  const flow = { id: "three", step: 1, steps: 2 };
  const first = handler.request(
    "personal_sign",
    requestOf("message-text", { flow, approve: () => Promise.resolve(1) }),
  );
  const root = await opened();
  await press(root, "sdk-confirm");
  await first;
  await sleep(1);
  assert(root.querySelector("[data-testid=sdk-success]") === null);
  handler.cleanup();
});

Deno.test("success: shown if the flow ends with this step, or with an earlier one", async () => {
  const said = (root: ShadowRoot) =>
    root.querySelector("[data-testid=sdk-success]")?.textContent ?? null;
  for (const steps of [1, 2]) {
    const handler = newHandler();
    const over = new AbortController();
    const flow = { id: `end ${steps}`, step: 1, steps: 2, ended: over.signal };
    let root: ShadowRoot | undefined;
    for (let step = 1; step <= steps; step++) {
      const answer = handler.request(
        "personal_sign",
        requestOf("message-text", { flow: { ...flow, step }, approve: () => Promise.resolve(1) }),
      );
      root = await opened();
      await press(root, "sdk-confirm");
      await answer;
    }
    over.abort();
    await until("it is said", () => said(root!) !== null);
    await sleep(SUCCESS_MS / 2);
    // The window of the wallet host would otherwise be empty until it is closed.
    assertEquals(leftovers(), 1, `after ${steps}`);
    await gone();
    handler.cleanup();
  }
});

Deno.test("a withdrawn request disappears", async () => {
  const handler = newHandler();
  const end = new AbortController();
  const outcome = handler.request(
    "personal_sign",
    requestOf("message-text", { signal: end.signal }),
  );
  outcome.catch(() => {});
  await opened();
  end.abort();
  assertEquals((await assertRejects(() => outcome, AcctError)).data.cause, "aborted");
  await gone();

  // Withdrawn before it could be shown.
  const late = handler.request("personal_sign", requestOf("message-text", { signal: end.signal }));
  await assertRejects(() => late, AcctError);
  handler.cleanup();
});

Deno.test("between two steps Escape closes the window, and the next step opens another", async () => {
  const handler = newHandler();
  const flow = { id: "two", step: 1, steps: 2 };
  const first = handler.request(
    "personal_sign",
    requestOf("message-text", { flow, approve: () => Promise.resolve(1) }),
  );
  await press(await opened(), "sdk-confirm");
  await first;
  assertEquals(leftovers(), 1);
  document.querySelector("dialog")!.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
  );
  assertEquals(leftovers(), 0);
  const second = handler.request(
    "personal_sign",
    requestOf("message-text", { flow: { ...flow, step: 2 } }),
  );
  second.catch(() => {});
  await opened();
  handler.cleanup();
  await assertRejects(() => second, AcctError);
  assertEquals(leftovers(), 0);
});

Deno.test({
  name: "the test's own window ends",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => testWindow.happyDOM.close(),
});
