import "../../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import type { SendCallsPreview } from "../../../core/dialog/types.ts";
import { writable } from "../../../core/lib/readable.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { stories } from "../../stories/stories.ts";
import { newHandler, opened, requestOf } from "../../testing/dialogs.ts";
import { shortAddress } from "../../text/short_address.ts";

/**
 * Shows a story; returns its headline and the rows of its calls before any press.
 *
 * @param calls number of rows to wait for in a long list, which is rendered in steps
 */
async function show(story: string, calls = 0) {
  const handler = newHandler();
  const request = requestOf(story);
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const rows = () => [...root.querySelectorAll("[data-testid=sdk-call]")];
  await until("all calls", () => rows().length >= calls);
  const text = (element: Element | null) =>
    (element?.textContent ?? "").replace(/\s+/g, " ").trim();
  const seen = {
    title: text(root.querySelector("[data-title]")),
    about: text(root.querySelector("[data-testid=sdk-about]")),
    rows: rows().map(text),
    details: rows().map((row) => text(row.nextElementSibling)),
    folds: root.querySelector("[data-testid=sdk-show-all]") !== null,
    warnings: [...root.querySelectorAll("[data-testid^=sdk-warning-]")].map((element) =>
      element.getAttribute("data-testid")
    ),
  };
  handler.cleanup();
  return seen;
}

Deno.test("calls: outgoing assets are shown without unfolding", async () => {
  const mint = await show("send-value");
  assertEquals([mint.title, mint.about], ["You send at most 99 ETH", "Call mint"]);
  assert(mint.rows[0]!.startsWith("Details"), "the headline is not repeated");
  const unknown = await show("send-value-unknown");
  assertEquals(
    [unknown.title, unknown.about],
    ["You send at most 10 ETH", "Run an action we can’t read"],
  );
  const token = await show("send-value-token");
  assertEquals([token.title, token.about], ["You send at most 10 ETH", "Send 1 USDC"]);
  assertEquals(token.warnings, ["sdk-warning-value_to_token"]);
});

Deno.test("calls: a missing estimate is said beside its heading, if the calls cost something", async () => {
  const story = "send-value-unknown";
  const seen = async (first: object, next = first) => {
    const preview = writable<unknown>({
      ...stories[story]!.request().preview.get() as SendCallsPreview,
      ...first,
    });
    const handler = newHandler();
    const request = requestOf(story, { preview });
    handler.request(request.method, request).catch(() => {});
    const root = await opened();
    preview.set({ ...preview.get() as SendCallsPreview, ...next });
    const changes = () => root.querySelector("[data-testid=sdk-changes]");
    await until("the end of loading", () => changes()?.getAttribute("aria-busy") !== "true");
    const words = [
      changes()?.querySelector(".heading")?.lastElementChild?.textContent,
      changes()?.querySelectorAll(".row").length,
      changes()?.querySelector(".changes") !== null,
    ];
    handler.cleanup();
    return changes() === null && words[0] === undefined ? null : words;
  };
  const ready = { status: "ready", changes: null };
  const loading = { status: "loading", changes: null };
  const { calls } = stories[story]!.request().preview.get() as SendCallsPreview;
  const free = { calls: calls.map((call) => ({ ...call, value: 0n })), reading: undefined };
  // Loaded with room for rows: the room stays, the words are beside the heading.
  assertEquals(await seen(loading, ready), ["No estimate", 0, true]);
  // An estimate without changes is not one if the calls cost something.
  assertEquals(await seen({ changes: [] }), ["No estimate", 0, false]);
  assertEquals(await seen(ready), ["No estimate", 0, false]);
  assertEquals(await seen({ ...free, ...ready }), null);
  assertEquals(await seen({ ...free, ...loading }, ready), ["No estimate", 0, true]);
});

Deno.test("calls: a call shows its contract, never another address instead", async () => {
  for (const name of Object.keys(stories)) {
    const { method, preview } = stories[name]!.request();
    if (method !== "wallet_sendCalls") continue;
    const calls = (preview.get() as SendCallsPreview).calls.slice(0, 4);
    const { rows, details, title, about } = await show(name);
    for (const [index, call] of calls.entries()) {
      if (rows[index] === undefined) continue;
      // A recipient stands in full, unless a row above shows it in full. A listed token is named
      // by its symbol.
      const isListed = call.token !== undefined && call.token.unlisted !== true &&
        (call.kind === "token_transfer" || call.kind === "token_approve");
      const shown = call.kind === "send"
        ? [call.to, shortAddress(call.to)]
        : [shortAddress(call.to), ...isListed ? [call.token!.symbol] : []];
      const { contract } = call.explanation ?? {};
      if (rows[index] === "Details" && contract !== undefined) {
        // The line below the headline has the known contract's name, its row the address too.
        assert(about.startsWith(`${contract}: `), `${name}: ${about}`);
        assert(details[index]!.includes(`${contract}${shortAddress(call.to)}`), details[index]);
        continue;
      }
      // The headline of a single call names its listed token.
      const row = rows[index] === "Details" && isListed ? title : rows[index]!;
      assert(shown.some((each) => row.includes(each)), `${name}: ${row}`);
    }
  }
});

Deno.test("calls: calls with value, or that may move assets, are never folded", async () => {
  const batch = await show("send-value-batch");
  assertEquals([batch.title, batch.rows.length, batch.folds], [
    "You send at most 7.25 ETH",
    6,
    false,
  ]);
  assert(batch.rows[4]!.startsWith("You send at most 7 ETH Call mint"));
  assert(batch.rows[5]!.startsWith("Send 0.25 ETH"));
  const many = await show("send-200", 200);
  assertEquals([many.rows.length, many.folds], [200, false]);
  const harmless = await show("send-folded");
  assertEquals([harmless.rows.length, harmless.folds], [4, true]);
});

Deno.test("calls: hidden characters of an argument are marked, short or long", async () => {
  for (const rest of ["", "x".repeat(150), "x".repeat(990), "x".repeat(3_000)]) {
    const { preview } = stories["send-value"]!.request();
    const [call] = (preview.get() as SendCallsPreview).calls;
    const value = `${rest}bank\u202egnp.\u200bexample`;
    const args = [{ name: "name", type: "string", value }];
    const handler = newHandler();
    const shown = { ...preview.get(), calls: [{ ...call!, function: { name: "register", args } }] };
    const request = requestOf("send-value", { preview: writable<unknown>(shown) });
    handler.request(request.method, request).catch(() => {});
    const root = await opened();
    const details = root.querySelector("[data-testid=sdk-call]")!
      .parentElement as HTMLDetailsElement;
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
    const marks = () => [...root.querySelectorAll(".mark")].map((mark) => mark.textContent);
    await until("the details", () => root.querySelector(".call-detail") !== null);
    await until("its end", () => root.querySelector(".call-rows")!.textContent!.includes("xample"));
    assertEquals(marks(), ["U+202E", "U+200B"]);
    handler.cleanup();
  }
});

Deno.test("calls: a transfer whose token is named later shows its amount only in the headline", async () => {
  const full = stories["send-sponsored"]!.request().preview.get() as SendCallsPreview;
  const calls = full.calls.map(({ token: _, ...call }) => call);
  const preview = writable<unknown>({ ...full, status: "loading", calls, changes: null });
  const handler = newHandler();
  const request = requestOf("send-sponsored", { preview });
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  preview.set(full);
  await until(
    "the name",
    () => root.querySelector("[data-title]")!.textContent === "Send 20\u00a0USDC",
  );
  assertEquals(root.querySelector("[data-testid=sdk-changes]"), null);
  // A token that stays unnamed is shown by the estimate.
  preview.set({ ...full, calls });
  await until(
    "the estimate",
    () =>
      root.querySelector("[data-testid=sdk-expected]")?.textContent?.includes("20\u00a0USDC") ===
        true,
  );
  handler.cleanup();
});
