import { testWindow } from "../../tests/dom.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { until } from "../../scripts/stack/patience.ts";
import { gone, leftovers, newHandler, opened, press, requestOf } from "../testing/dialogs.ts";

Deno.test("cleanup closes open dialogs and leaves no node, listener or lock", async () => {
  const counts = countListeners();
  const style = document.documentElement.getAttribute("style");
  const handler = newHandler();
  const replaced = handler.request("personal_sign", requestOf("message-text"));
  const open = handler.request("wallet_sendCalls", requestOf("send-sponsored"));
  replaced.catch(() => {});
  open.catch(() => {});
  await opened();
  handler.cleanup();
  assertEquals((await assertRejects(() => replaced, AcctError)).data.cause, "user_rejected");
  assertEquals((await assertRejects(() => open, AcctError)).data.cause, "disposed");
  await gone();
  assertEquals(document.documentElement.getAttribute("style"), style);
  assertEquals(counts.stop(), 0);
});

Deno.test("changes by the page to the dialog are reverted", async () => {
  const handler = newHandler();
  const outcome = handler.request("wallet_sendCalls", requestOf("send-sponsored"));
  outcome.catch(() => {});
  await opened();
  const dialog = document.querySelector("dialog")!;
  const container = dialog.querySelector<HTMLElement>("[data-sdk-modal-container]")!;
  const style = dialog.style.cssText;
  const attacks: (() => void)[] = [
    () => dialog.setAttribute("hidden", ""),
    () => dialog.setAttribute("inert", ""),
    () => dialog.style.setProperty("opacity", "0", "important"),
    () => dialog.setAttribute("class", "hidden"),
    () => container.setAttribute("inert", ""),
    () => container.setAttribute("style", "display: none"),
    () => dialog.removeAttribute("open"),
    () => dialog.close(),
    () => dialog.remove(),
    () => container.remove(),
    () => document.body.replaceChildren(),
    () => dialog.append(document.createElement("div")),
  ];
  for (const attack of attacks) {
    attack();
    await until(
      `it is as before ${attack}`,
      () =>
        dialog.isConnected && dialog.open && container.parentNode === dialog &&
        dialog.childNodes.length === 1 && dialog.style.cssText === style &&
        !["hidden", "inert", "class"].some((name) => dialog.hasAttribute(name)) &&
        !["hidden", "inert", "style"].some((name) => container.hasAttribute(name)),
    );
  }
  handler.cleanup();
  assertEquals(leftovers(), 0);
});

Deno.test("Escape rejects, but not while the passkey is in use", async () => {
  const handler = newHandler();
  const answer = Promise.withResolvers<unknown>();
  const request = requestOf("message-text", { approve: () => answer.promise });
  const outcome = handler.request(request.method, request);
  outcome.catch(() => {});
  const root = await opened();
  await press(root, "sdk-confirm");
  const escape = () =>
    document.querySelector("dialog")!.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
    );
  escape();
  answer.reject(new AcctError("passkey_cancelled"));
  await until("it can be confirmed again", () => request.status.get().name === "review");
  escape();
  assertEquals(request.status.get().name, "rejected");
  assertEquals((await assertRejects(() => outcome, AcctError)).code, 4001);
  handler.cleanup();
});

Deno.test("the focus is not lost with a button that disappears", async () => {
  const handler = newHandler();
  const outcome = handler.request("wallet_connect", requestOf("connect-known"));
  outcome.catch(() => {});
  const root = await opened();
  const focused = () => (root.activeElement as HTMLElement | null)?.dataset.testid;
  await until("it begins with its button", () => focused() === "sdk-continue");
  for (
    const [pressed, next] of [["sdk-others", "sdk-create"], ["sdk-back", "sdk-continue"]]
  ) {
    const button = root.querySelector<HTMLElement>(`[data-testid=${pressed}]`)!;
    button.focus();
    button.click();
    await until(`the focus is on ${next}`, () => focused() === next);
  }
  handler.cleanup();
});

Deno.test("the focus returns to its previous element", async () => {
  const button = document.createElement("button");
  document.body.append(button);
  button.focus();
  const handler = newHandler();
  const outcome = handler.request("personal_sign", requestOf("message-text"));
  outcome.catch(() => {});
  const root = await opened();
  await until("it has the focus", () => root.activeElement !== null);
  root.querySelector<HTMLElement>("[data-testid=sdk-cancel]")!.click();
  await assertRejects(() => outcome, AcctError);
  await until("the focus is back", () => document.activeElement === button);
  button.remove();
  handler.cleanup();
});

Deno.test({
  name: "the test's own window ends",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () => testWindow.happyDOM.close(),
});

/** Counts the listeners that remain on the document, the window and the root element. */
function countListeners(): { stop: () => number } {
  const targets: EventTarget[] = [
    document as unknown as EventTarget,
    globalThis.window as unknown as EventTarget,
    document.documentElement as unknown as EventTarget,
    document.body as unknown as EventTarget,
  ];
  // Keyed by target, type and listener: an aborted signal and the engine may both remove the same
  // one.
  const live = new Set<string>();
  const ids = new WeakMap<object, number>();
  let last = 0;
  const undo = targets.map((target, index) => {
    const { addEventListener, removeEventListener } = target;
    const keyOf = (type: string, listener: object) => {
      if (!ids.has(listener)) ids.set(listener, last++);
      return `${index} ${type} ${ids.get(listener)}`;
    };
    target.addEventListener = (...args: Parameters<EventTarget["addEventListener"]>) => {
      const [type, listener, options] = args;
      const key = keyOf(type, listener!);
      live.add(key);
      if (typeof options === "object") {
        options.signal?.addEventListener("abort", () => live.delete(key), { once: true });
      }
      addEventListener.apply(target, args);
    };
    target.removeEventListener = (...args: Parameters<EventTarget["removeEventListener"]>) => {
      const [type, listener] = args;
      live.delete(keyOf(type, listener!));
      removeEventListener.apply(target, args);
    };
    return () => Object.assign(target, { addEventListener, removeEventListener });
  });
  return {
    stop() {
      for (const restore of undo) restore();
      return live.size;
    },
  };
}

Deno.test("browsers do not translate the dialog: names, amounts and addresses stay", async () => {
  const handler = newHandler();
  const outcome = handler.request("wallet_sendCalls", requestOf("send-sponsored"));
  outcome.catch(() => {});
  await opened();
  const container = document.querySelector<HTMLElement>("[data-sdk-modal-container]")!;
  const views = [container, container.shadowRoot!.querySelector(".root")!];
  assertEquals(views.map((each) => each.getAttribute("translate")), ["no", "no"]);
  handler.cleanup();
  await gone();
});
