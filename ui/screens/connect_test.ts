import "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { newHandler, opened, press, requestOf } from "../testing/dialogs.ts";

async function show(story: string, changes: Parameters<typeof requestOf>[1] = {}) {
  const handler = newHandler();
  const request = requestOf(story, changes);
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const find = (testid: string) => root.querySelector(`[data-testid=${testid}]`);
  return { handler, root, find };
}

Deno.test("connect: a sign-in folds all but the domain and the end, and counts the addresses", async () => {
  const { handler, find } = await show("connect-siwe-session");
  const details = find("sdk-siwe-details")!.closest("details")!;
  assertEquals(
    [details.open, find("sdk-siwe-details")!.textContent],
    [false, "The site lists these addresses2"],
  );
  for (const part of ["garden-7", "https://app.meadow.example/terms", "It starts on"]) {
    assert(details.textContent!.includes(part), part);
  }
  const inView = [...find("sdk-siwe")!.children].slice(0, 2).map(({ textContent }) => textContent!);
  assertEquals(inView[0], "You’ll also sign in to app.meadow.example");
  assert(inView[1]!.startsWith("Signed in until Sep 28, 2026"), inView[1]);
  handler.cleanup();
});

Deno.test("connect: a capability of a sign-in is never folded", async () => {
  const { handler, find } = await show("connect-siwe-capability");
  const item = find("sdk-siwe")!.querySelector("bdi[dir=ltr]")!;
  assert(item.textContent!.startsWith("urn:recap:"));
  assertEquals(item.closest("details"), null);
  handler.cleanup();
});

Deno.test("connect: a try that no passkey answers is not called cancelled", async () => {
  const { handler, root, find } = await show("connect-missing", {
    approve: () => Promise.reject(new AcctError("passkey_cancelled")),
  });
  await press(root, "sdk-existing");
  await until("the failure", () => find("sdk-failure") !== null);
  assertEquals(find("sdk-failure")!.querySelector("b")!.textContent, "No passkey answered");
  handler.cleanup();
});
