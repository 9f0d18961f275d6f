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
  assertEquals([details.open, details.querySelector("summary")?.textContent], [
    false,
    "Other options",
  ]);
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
  const recovers = root.querySelector("[data-testid=sdk-owner-recovers]")!;
  assert(recovers.textContent!.includes("\u2068Bob\u2069 can give you back access after 7 days"));
  assert(address.closest("[data-decides]") !== null);
  handler.cleanup();
});

Deno.test("owners: a removal lists where the passkey still works, and it must be seen", async () => {
  const handler = newHandler();
  const request = requestOf("owners-remove-late");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const note = root.querySelector("[data-testid=sdk-owner-chains]")!;
  assert(note.matches("[data-decides]"));
  const rows = [...note.querySelectorAll(".row")].map((row) =>
    [...row.children].map(({ textContent }) => textContent)
  );
  assertEquals(rows, [["Still works on", "Base"], [
    "Removed in minutes",
    "Optimism, Arbitrum One",
  ]]);
  handler.cleanup();
});

Deno.test("owners: amounts of approvals that stay are in view, not folded", async () => {
  const handler = newHandler();
  const request = requestOf("owners-remove-approvals");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const rows = [...root.querySelectorAll("[data-testid=sdk-standing-approval]")];
  assertEquals(rows.map((row) => row.querySelector("dd")!.textContent), [
    "Up to 250\u00a0USDC",
    "Unlimited NFT",
  ]);
  // A known name never replaces the address.
  assertEquals(rows.map((row) => row.querySelector("dt")!.textContent), [
    "Corner shop0x2B7e…7160 · Base",
    "0x2B7e…7160 · Base",
  ]);
  assert(rows.every((row) => row.closest("details") === null));
  handler.cleanup();
});

Deno.test("owners: for a contract, the button closes the dialog instead of trying again", async () => {
  const handler = newHandler();
  const request = requestOf("owners-contract");
  const answered = handler.request(request.method, request).catch(({ code }) => code);
  const root = await opened();
  const button = root.querySelector<HTMLElement>("[data-testid=sdk-retry]")!;
  assertEquals(button.textContent, "Pick another address");
  button.click();
  await answered;
  assertEquals(request.status.get().name, "rejected");
  handler.cleanup();
});

Deno.test("owners: the headline says that a removed passkey is the one of this device", async () => {
  const handler = newHandler();
  const request = requestOf("owners-remove-here");
  handler.request(request.method, request).catch(() => {});
  const root = await opened();
  const find = (testid: string) => root.querySelector(`[data-testid=${testid}]`)!;
  assertEquals(root.querySelector("[data-title]")!.textContent, "Remove this device’s passkey?");
  assertEquals(find("sdk-owner").textContent, "iPhone (this device)");
  assert(find("sdk-owner-here").matches(".danger"));
  assert(find("sdk-confirm").matches(".danger"));
  handler.cleanup();
});
