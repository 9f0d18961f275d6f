import "../../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { until } from "../../../scripts/stack/patience.ts";
import { stories } from "../../stories/stories.ts";
import { gone, newHandler, opened, press } from "../../testing/dialogs.ts";

/** Shows a request of an account that is being recovered. */
async function show() {
  const handler = newHandler();
  const request = stories["recovery-alarm"]!.request();
  const outcome = handler.request(request.method, request);
  outcome.catch(() => {});
  const root = await opened();
  const isShown = (testid: string) =>
    root.querySelector(`[data-testid=${testid}]`)?.closest("[hidden]") === null;
  await until("the alarm", () => isShown("sdk-recovering"));
  return { handler, root, outcome, isShown };
}

Deno.test("alarm: covers the request until the user trusts the recovery", async () => {
  const { handler, root, isShown } = await show();
  assert(!isShown("sdk-done"), "the request is covered");
  assertEquals(
    root.host.parentElement?.getAttribute("aria-label"),
    "Someone is recovering this account",
  );
  await press(root, "sdk-trust-recovery");
  await until("the request", () => isShown("sdk-done"));
  assert(!isShown("sdk-recovering"));
  handler.cleanup();
  await gone();
});

Deno.test("alarm: a press that was meant for the covered request does not dismiss it", async () => {
  const { handler, root, isShown } = await show();
  root.querySelector<HTMLElement>("[data-testid=sdk-trust-recovery]")!.click();
  root.querySelector<HTMLElement>("[data-testid=sdk-stop-recovery]")!.click();
  assert(isShown("sdk-recovering"));
  assert(!isShown("sdk-done"));
  handler.cleanup();
  await gone();
});

Deno.test("alarm: the one action opens the request that stops the recovery", async () => {
  const { handler, root, isShown } = await show();
  await press(root, "sdk-stop-recovery");
  await until("the other request", () => isShown("sdk-stop-stays"));
  assert(!isShown("sdk-done"));
  await press(root, "sdk-cancel");
  await until("the alarm again", () => isShown("sdk-recovering"));
  handler.cleanup();
  await gone();
});
