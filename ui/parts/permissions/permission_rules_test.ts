import "../../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { writable } from "../../../core/lib/readable.ts";
import { stories } from "../../stories/stories.ts";
import { newHandler, opened, requestOf } from "../../testing/dialogs.ts";

Deno.test("grant: a rule is shown with its argument, the argument's type and its value", async () => {
  const handler = newHandler();
  const request = requestOf("grant-danger");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const calls = [...root.querySelectorAll("[data-testid=sdk-permitted-calls] li")];
  const rules = [...root.querySelectorAll("[data-testid=sdk-rule]")];
  assertEquals(rules.map(({ textContent }) => textContent), [
    "amountIn (uint256) · at most 1000000",
    "to (address) · your account",
  ]);
  // An unknown function is shown with the app's text, like the names.
  const sayings = calls.map(({ textContent }) => textContent!.includes("The site says"));
  assertEquals(sayings, [false, true]);
  handler.cleanup();
});

Deno.test("revoke: with a known holder, the permission is in closed details, which do not decide", async () => {
  const handler = newHandler();
  const request = requestOf("revoke-named");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const details = root.querySelector("[data-testid=sdk-permission-details]")!.closest("details")!;
  assertEquals(details.open, false);
  assertEquals(details.querySelector("summary")!.textContent, "Details");
  for (const part of ["spender", "spends", "only-transfers", "permission-end"]) {
    const parts = root.querySelectorAll(`[data-testid=sdk-${part}]`);
    assertEquals([...parts].map((each) => details.contains(each)), [true], part);
  }
  assertEquals(details.querySelectorAll("[data-decides]").length, 0);
  handler.cleanup();
});

Deno.test("permission: only a start in the future is shown", async () => {
  const now = Math.floor(Date.now() / 1000);
  for (const story of ["grant-danger", "revoke", "revoke-named"]) {
    for (const [start, isShown] of [[now - 60, false], [now + 86_400, true]] as const) {
      const shown = stories[story]!.request().preview.get() as { permission: object };
      const preview = writable<unknown>({
        ...shown,
        permission: { ...shown.permission, start },
      });
      const handler = newHandler();
      const request = requestOf(story, { preview });
      handler.request(request.method, request).catch(() => {});
      const root = await opened();
      const labels = [...root.querySelectorAll("dt")].map(({ textContent }) => textContent);
      assertEquals(labels.includes("Valid from"), isShown, `${story}, ${start - now}`);
      handler.cleanup();
    }
  }
});
