import "../../tests/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import { newHandler, opened, requestOf } from "../testing/dialogs.ts";

Deno.test("owners: full control is in closed details, and ticking it is a danger", async () => {
  const handler = newHandler();
  const request = requestOf("owners-address");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const find = (testid: string) => root.querySelector<HTMLElement>(`[data-testid=${testid}]`);
  const full = find("sdk-owner-full") as HTMLInputElement;
  const details = full.closest("details")!;
  // A summary is reached and opened with the keyboard.
  assertEquals([details.open, details.querySelector("summary")?.textContent], [false, "More"]);
  assert(!details.contains(find("sdk-recovery-delay")));
  const isRed = () => find("sdk-confirm")!.classList.contains("danger");
  assertEquals([isRed(), find("sdk-owner-risk")], [false, null]);
  details.open = true;
  full.click();
  await until("the danger", () => find("sdk-owner-risk") !== null);
  assertEquals([isRed(), details.isConnected && details.open], [true, true]);
  full.click();
  await until("the safe choice", () => find("sdk-owner-recovers") !== null);
  assertEquals(isRed(), false);
  handler.cleanup();
});

Deno.test("owners: a name given by the wallet is the headline, and the whole address decides", async () => {
  const handler = newHandler();
  const request = requestOf("owners-friend");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  assertEquals(
    root.querySelector("[data-title]")!.textContent,
    "Let \u2068Bob\u2069 help you recover?",
  );
  const address = root.querySelector("[data-testid=sdk-owner]")!;
  assertEquals(address.textContent, "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160");
  assert(address.closest("[data-decides]") !== null);
  handler.cleanup();
});
