/** Checklist of the security tab: its count, and the line of each done entry. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { memoryStorage } from "../../core/lib/storage.ts";
import { text } from "../text/home_en.ts";
import { noteSaved } from "./saved_file.ts";
import { Security } from "./security.tsx";

const address = `0x${"aa".repeat(20)}` as const;
const head = `0x${"22".repeat(32)}` as const;
const never = () => new Promise<never>(() => {});

Deno.test("security: the head counts the done entries, which stay one line with a check mark", () => {
  const storage = memoryStorage();
  noteSaved(storage, address, head);
  const owner = { index: 0, kind: "passkey", owner: "0x11", name: "Mine", here: true };
  const now = { tip: { head, owners: [] }, history: { first: { owners: [] }, steps: new Map() } };
  const props = {
    device: {
      storage,
      book: { list: () => [] },
      tokens: { of: () => [] },
      service: { configuration: never, call: never },
      follow: () => () => {},
    },
    record: { account: { address }, backedUp: true },
    text,
    tag: "en",
    owners: { value: { owners: [owner], chains: [], now }, failed: false, since: null },
    changed() {},
  };
  const place = document.createElement("div");
  render(h(Security, props as unknown as Parameters<typeof Security>[0]), place);
  const checks = place.querySelector("[data-testid=home-checks]");
  assertEquals(checks?.getAttribute("data-done"), "2");
  assertEquals(checks?.querySelector("b")?.textContent, "Account safety: 2 of 3");
  const row = (kind: string) => place.querySelector(`[data-testid=home-check-${kind}]`)!;
  assertEquals(
    ["passkey", "recovery", "file"].map((kind) => row(kind).classList.contains("done")),
    [true, false, true],
  );
  assertEquals(row("passkey").textContent, text.doneChecks.passkey);
  assertEquals(row("recovery").querySelector(".note")?.textContent, text.checkLines.recovery);
  assertEquals(row("file").querySelector("a")?.getAttribute("href"), "#/file");
  render(null, place);
});
