import "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { writable } from "../../core/lib/readable.ts";
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
  const body = () => root.querySelector("[data-testid=sdk-bundle] p")!.textContent;
  const has = (testid: string) => root.querySelector(`[data-testid=${testid}]`) !== null;
  return { handler, preview, root, body, has };
}

Deno.test("status: transfers of listed tokens are named, others only by their address", async () => {
  const { handler, root, body } = await show("status-moved");
  assertEquals(body(), "Sent 5\u00a0USDC to 0x2B7e…7160. 1 more transfer is in the details.");
  const rows = [...root.querySelectorAll("[data-testid=sdk-moved]")];
  assertEquals(rows.map(({ textContent }) => textContent), [
    "5\u00a0USDC0x2B7e…7160",
    "12\u00a0× 0x2B7e…71600x8F3a…8b7C",
  ]);
  handler.cleanup();
});

Deno.test("status: only unlisted tokens moved, which the headline does not name", async () => {
  const { handler, preview, body } = await show("status-moved");
  const { bundle } = preview.get() as { bundle: { transfers: { token: unknown }[] } };
  const transfers = bundle.transfers.slice(1);
  preview.set({ ...preview.get(), bundle: { ...bundle, transfers } });
  await until("the headline", () => body() === "Everything went through.");
  handler.cleanup();
});

Deno.test("status: without an answer, the user is asked not to repeat it blindly", async () => {
  const { handler, body, has } = await show("status-error");
  assert(body()!.startsWith("It may have gone through."));
  assertEquals([has("sdk-error"), has("sdk-retry"), has("sdk-done")], [true, true, true]);
  handler.cleanup();
});

Deno.test("status: an unknown request is the headline, once", async () => {
  const { handler, root, has } = await show("status-unknown");
  assertEquals(root.querySelector("[data-title]")!.textContent, "Unknown request");
  assertEquals([has("sdk-error"), has("sdk-retry")], [false, false]);
  handler.cleanup();
});

Deno.test("status: a failure gives its cause as a sentence, and the contract's text in the details", async () => {
  const { handler, preview, root, body } = await show("status-failed");
  assertEquals(
    body(),
    "A balance was too low. All of it was undone. A fee may have been paid.",
  );
  const reason = root.querySelector("[data-testid=sdk-reason]")!;
  assertEquals(reason.textContent, "Call 2: ERC20: transfer amount exceeds balance");
  assert(reason.closest("details:not([open])") !== null);
  const { bundle } = preview.get() as { bundle: object };
  for (
    const [text, cause] of [
      ["ERC20InsufficientAllowance(0x12, 1, 2)", "An allowance was too low."],
      ["UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT", "The price moved too far."],
      ["You won: see evil.example", "A contract refused it."],
    ]
  ) {
    preview.set({ ...preview.get(), bundle: { ...bundle, reason: text } });
    await until(cause!, () => body()!.startsWith(cause!));
    assertEquals(body()!.includes("evil"), false);
  }
  handler.cleanup();
});

Deno.test("status: the time of the block fills the room that was kept for it", async () => {
  const { handler, preview, root } = await show("status-done");
  const time = () => root.querySelector("[data-testid=sdk-time]")!;
  const { bundle } = preview.get() as { bundle: object };
  preview.set({ ...preview.get(), bundle: { ...bundle, time: null } });
  await until("the room", () => time().querySelector(".skeleton") !== null);
  preview.set({ ...preview.get(), bundle: { ...bundle, time: 1_790_000_000 } });
  await until("the time", () => time().textContent!.startsWith("Sep 21, 2026"));
  handler.cleanup();
});
