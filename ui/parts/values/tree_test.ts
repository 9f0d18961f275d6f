import "../../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import type { TypedDataPreview } from "../../../core/dialog/types.ts";
import { writable } from "../../../core/lib/readable.ts";
import { stories } from "../../stories/stories.ts";
import { newHandler, opened, requestOf } from "../../testing/dialogs.ts";

/** Shows unexplained data; returns the names beside its addresses. */
async function namesOf(changes: Partial<TypedDataPreview>): Promise<string[]> {
  const first = stories["typed-order"]!.request().preview.get() as TypedDataPreview;
  const handler = newHandler();
  const preview = writable<unknown>({ ...first, ...changes });
  const request = requestOf("typed-order", { preview });
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const names = [...root.querySelectorAll(".node .val > .name")];
  const seen = names.map((name) => name.textContent!);
  handler.cleanup();
  return seen;
}

Deno.test("tree: known addresses of unexplained data have their names, unlisted tokens none", async () => {
  assertEquals(await namesOf({}), ["Your account", "USDC"]);
  const { tokens = [] } = stories["typed-order"]!.request().preview.get() as TypedDataPreview;
  const unlisted = tokens.map((token) => ({ ...token, unlisted: true as const }));
  assertEquals(await namesOf({ tokens: unlisted }), ["Your account"]);
  // On another network, the same address can be any contract.
  assertEquals(await namesOf({ domain: { name: "Meadow", chainId: 10 } }), ["Your account"]);
});
