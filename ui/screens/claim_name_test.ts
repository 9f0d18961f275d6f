import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { newHandler, opened, press, requestOf } from "../testing/dialogs.ts";
import { stories } from "../stories/stories.ts";
import type { ClaimNamePreview } from "@sdk/core/dialog";
import type { Writable } from "../../core/lib/readable.ts";

async function show(story: string) {
  const handler = newHandler();
  const request = stories[story]!.request();
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const state = () => root.querySelector("[data-testid=sdk-label-state]")!;
  return { handler, root, state };
}

Deno.test("claim: a name that was taken meanwhile is reported once, below the field", async () => {
  const { handler, root, state } = await show("name-gone");
  assertEquals(state().textContent, "Available");
  await press(root, "sdk-claim");
  await until("the refusal", () => state().getAttribute("data-state") === "taken");
  await until("its words", () => state().textContent!.startsWith("Someone just took this name."));
  assertEquals(root.querySelector("[data-testid=sdk-failure]"), null);
  handler.cleanup();
});

Deno.test("claim: a space is named as the reason", async () => {
  const { handler, state } = await show("name-characters");
  assertEquals(state().textContent, "Names can’t contain spaces.");
  handler.cleanup();
});

Deno.test("claim: the last step names the site that continues, an earlier one does not", async () => {
  for (const [steps, expected] of [[1, "Returning to Meadow…"], [3, undefined]] as const) {
    const handler = newHandler();
    const request = requestOf("name-free", {
      approve: () => Promise.resolve(null),
      flow: { id: crypto.randomUUID(), step: 1, steps },
    });
    handler.request(request.method, request).catch(() => {});
    const root = await opened();
    await press(root, "sdk-claim");
    const done = () => root.querySelector("[data-testid=sdk-success]");
    await until("the result", () => done() !== null);
    assertEquals(done()!.querySelector("p")?.textContent, expected);
    handler.cleanup();
  }
});

Deno.test("claim: a suggestion fills the field and is checked, but never claimed automatically", async () => {
  const checked: string[] = [];
  const request = requestOf("name-suggestions");
  const preview = request.preview as Writable<ClaimNamePreview>;
  preview.set({ ...preview.get(), check: (typed) => checked.push(typed) });
  const handler = newHandler();
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const chips = [...root.querySelectorAll<HTMLElement>("[data-testid=sdk-suggestion]")];
  assertEquals(chips.map(({ textContent }) => textContent), ["rose27", "the-rose", "my-rose"]);
  chips[1]!.click();
  const field = root.querySelector<HTMLInputElement>("[data-testid=sdk-label]")!;
  await until("the field", () => field.value === "the-rose");
  assertEquals([checked, request.status.get().name], [["the-rose"], "review"]);
  handler.cleanup();
});
