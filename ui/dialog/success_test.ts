import "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
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

/** Confirms the removal of an owner, and returns the shadow root. */
async function remove(story: string) {
  const handler = newHandler();
  const request = requestOf(story, { approve: () => Promise.resolve(null) });
  const answer = handler.request(request.method, request);
  const root = await opened();
  await press(root, "sdk-confirm");
  await answer;
  await until("the result", () => root.querySelector("[data-testid=sdk-success]") !== null);
  return { handler, root, said: root.querySelector("[data-testid=sdk-success]")!.textContent };
}

Deno.test("success: a removal names the owner", async () => {
  const { handler, said } = await remove("owners-remove");
  assertEquals(said, "Access removed0x2B7e…7160");
  await gone();
  handler.cleanup();
});

Deno.test("success: a removal that did not reach every network stays until it is read", async () => {
  const { handler, root, said } = await remove("owners-remove-here");
  assert(said.startsWith("Not removed everywhere yet"), said);
  assert(said.includes("Base, Optimism"), said);
  assert(root.querySelector(".drawn") === null, "no check mark");
  await sleep(2 * SUCCESS_MS);
  assertEquals(leftovers(), 1);
  root.querySelector<HTMLElement>("[data-testid=sdk-done]")!.click();
  await gone();
  handler.cleanup();
});
