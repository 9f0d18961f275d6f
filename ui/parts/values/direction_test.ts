import "../../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { newHandler, opened, requestOf } from "../../testing/dialogs.ts";

Deno.test("direction: the separator of account and network is outside of the address", async () => {
  const handler = newHandler();
  const request = requestOf("send-named");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const line = root.querySelector("[data-testid=sdk-network]")!.parentElement!;
  assertEquals(line.querySelector("bdi[dir=ltr]")!.textContent, "0x8F3a…8b7C");
  assertEquals(line.textContent, "0x8F3a…8b7C · Base");
  handler.cleanup();
});

Deno.test("direction: a site's statement is directed by its language", async () => {
  const handler = newHandler();
  const request = requestOf("message-sign-in");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const statement = root.querySelector("[data-testid=sdk-statement]")!;
  assertEquals(statement.getAttribute("dir"), "auto");
  handler.cleanup();
});
