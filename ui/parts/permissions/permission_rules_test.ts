import "../../../tests/dom.ts";
import { assertEquals } from "@std/assert";
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
