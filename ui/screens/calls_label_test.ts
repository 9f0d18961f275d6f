import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { writable } from "../../core/lib/readable.ts";
import type { SendCallsPreview } from "@sdk/core/dialog";
import { newHandler, opened, requestOf } from "../testing/dialogs.ts";
import { stories } from "../stories/stories.ts";

async function show(story: string) {
  const preview = writable<Record<string, unknown>>({
    ...stories[story]!.request().preview.get(),
  });
  const handler = newHandler();
  const request = requestOf(story, { preview });
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const label = () => root.querySelector("[data-testid=sdk-confirm]")!.textContent;
  return { handler, preview, label };
}

Deno.test("calls: a label that can still change is not shown before it is known", async () => {
  const { handler, preview, label } = await show("batch-slow");
  const loading = preview.get();
  assertEquals(label(), "Loading…");
  const { changes, fee } = stories["batch-swap"]!.request().preview.get() as SendCallsPreview;
  preview.set({ ...loading, changes, fee, status: "ready" });
  await until("the label", () => label() === "Confirm");
  // Another fee is prepared: the calls are known already.
  preview.set({ ...preview.get(), fee: null, status: "loading" });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assertEquals(label(), "Confirm");
  handler.cleanup();
});

Deno.test("calls: a transfer of a known token has its label from the start", async () => {
  const { handler, label } = await show("send-loading");
  assertEquals(label(), "Send 20\u00a0USDC");
  handler.cleanup();
});
