import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import type { PartyView, SendCallsPreview } from "../../core/dialog/types.ts";
import { writable } from "../../core/lib/readable.ts";
import { stories } from "../stories/stories.ts";
import { newHandler, opened, requestOf } from "../testing/dialogs.ts";

const address = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";

/** Shows a send; returns the text of the recipient's row, and the number of pictures above. */
async function recipientOf(party: PartyView): Promise<readonly [string, number]> {
  const first = stories["send-contact"]!.request().preview.get() as SendCallsPreview;
  const handler = newHandler();
  const preview = writable<unknown>({ ...first, parties: [party] });
  const request = requestOf("send-contact", { preview });
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const row = root.querySelector("[data-testid=sdk-party] .address bdi")!.textContent!;
  const pictures = root.querySelector(".icons")!.children.length;
  handler.cleanup();
  return [row, pictures];
}

Deno.test("calls: only a contact's address is shortened, and a contact has a picture", async () => {
  assertEquals(await recipientOf({ address, contact: "Bob", paid: 0 }), ["0x2B7e…7160", 2]);
  assertEquals(await recipientOf({ address, name: "bob.eth", paid: 3 }), [address, 1]);
  assertEquals(await recipientOf({ address, paid: 0 }), [address, 1]);
});
