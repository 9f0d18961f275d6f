/** Row of the activity: each name and amount is an element, which is cut at its own end. */
import "../../tests/dom.ts";
import { assertEquals } from "@std/assert";
import { h, render } from "preact";
import { text } from "../text/home_ar.ts";
import type { Entry } from "./read.ts";
import { EntryRow } from "./row.tsx";

Deno.test("row: a Latin name in an Arabic sentence is isolated", () => {
  const entry: Entry = {
    id: `0x${"11".repeat(32)}`,
    status: 200,
    timestamp: 1_700_000_000,
    chainId: 1,
    chainName: "One",
    transactionHash: null,
    explorer: null,
    sentence: { kind: "sent", title: text.sentTo("\u2068miamoon.demo.eth\u2069") },
  };
  const place = document.createElement("div");
  render(h(EntryRow, { entry, worth: undefined, text, tag: "ar" }), place);
  const title = place.querySelector(".row-text > b")!;
  assertEquals(title.textContent, text.sentTo("miamoon.demo.eth"));
  assertEquals(title.querySelector("bdi")?.textContent, "miamoon.demo.eth");
  render(null, place);
});
