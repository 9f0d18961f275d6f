import "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { newHandler, opened, requestOf } from "../testing/dialogs.ts";

async function show(story: string) {
  const handler = newHandler();
  const request = requestOf(story);
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const find = (testid: string) => root.querySelector(`[data-testid=${testid}]`);
  return { handler, root, find };
}

/** Returns a text without marks of direction. */
const plain = (text: string | null) => text?.replace(/[\u2060\u2066-\u2069]/g, "");

/** Returns whether an element comes before another one. */
const precedes = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

Deno.test("revoke: without a known holder, the headline names the spender and the amounts", async () => {
  const { handler, root, find } = await show("revoke");
  assertEquals(
    plain(root.querySelector("[data-title]")!.textContent),
    "Stop 0x2B7e…7160 from spending 50\u00a0USDC a day and 0.01\u00a0ETH every 2 weeks",
  );
  // The whole address is in view; the limits are in closed details.
  assertEquals(find("sdk-spender")!.closest("details"), null);
  assert(find("sdk-spends")!.closest("details:not([open])") !== null);
  handler.cleanup();
});

Deno.test("grant: the account stands above the site's own words and the fields", async () => {
  for (
    const [story, later] of [["grant-less", "sdk-less"], ["grant-agent", "sdk-agent"]] as const
  ) {
    const { handler, find } = await show(story);
    const account = find("sdk-account")!;
    for (const testid of ["sdk-most", "sdk-spender"]) {
      assert(precedes(find(testid)!, account), testid);
    }
    assert(precedes(account, find(later)!), later);
    handler.cleanup();
  }
});
