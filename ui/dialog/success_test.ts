import "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import type { DialogRequest } from "../../core/dialog/types.ts";
import { until } from "../../scripts/stack/patience.ts";
import {
  gone,
  leftovers,
  newHandler,
  opened,
  press,
  requestOf,
  sleep,
} from "../testing/dialogs.ts";
import { SUCCESS_MS } from "./success.ts";

/** Confirms a request, and returns the shadow root. */
async function confirm(story: string, button = "sdk-confirm", flow?: DialogRequest["flow"]) {
  const handler = newHandler();
  const approve = () => Promise.resolve(null);
  const request = requestOf(story, { approve, ...(flow && { flow }) });
  const answer = handler.request(request.method, request);
  const root = await opened();
  await press(root, button);
  await answer;
  await until("the result", () => root.querySelector("[data-testid=sdk-success]") !== null);
  return { handler, root, said: root.querySelector("[data-testid=sdk-success]")!.textContent };
}

Deno.test("success: a removal names the owner", async () => {
  const { handler, said } = await confirm("owners-remove");
  assertEquals(said, "Access removed0x2B7e…7160");
  await gone();
  handler.cleanup();
});

Deno.test("success: a removal that did not reach every network stays until it is read", async () => {
  const { handler, root, said } = await confirm("owners-remove-here");
  assert(said.startsWith("Not removed everywhere yet"), said);
  assert(said.includes("Base, Optimism"), said);
  assert(root.querySelector(".drawn") === null, "no check mark");
  await sleep(2 * SUCCESS_MS);
  assertEquals(leftovers(), 1);
  root.querySelector<HTMLElement>("[data-testid=sdk-done]")!.click();
  await gone();
  handler.cleanup();
});

Deno.test("success: a new account is not only connected", async () => {
  for (
    const [story, button, words] of [
      ["connect-new", "sdk-create", "Account created"],
      ["connect-new", "sdk-existing", "Connected"],
      ["connect-known", "sdk-continue", "Connected"],
    ] as const
  ) {
    const { handler, said } = await confirm(story, button);
    assertEquals(said, words);
    await gone();
    handler.cleanup();
  }
});

Deno.test("success: a claimed name is shown even if the flow has more steps", async () => {
  const flow = { id: "flow", step: 2, steps: 3 };
  const { handler, root, said } = await confirm("name-free", "sdk-claim", flow);
  assertEquals(said, "\u2068lily.meadow.eth\u2069 is yours");
  assert(root.querySelector("[data-testid=sdk-success] .avatar") !== null, "the account's picture");
  handler.cleanup();
});
