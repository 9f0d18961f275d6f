import { assertEquals } from "@std/assert";
import type { BrowserApi, Sender } from "../lib/browser.ts";
import { isPopup, readPopupRequest } from "./popup_api.ts";

const api = {
  runtime: { id: "own", getURL: (path: string) => `chrome-extension://own/${path}` },
} as unknown as BrowserApi;

Deno.test("popup: only the popup's own page counts as the popup", () => {
  const page = "chrome-extension://own/popup.html";
  const table: [Sender, boolean][] = [
    [{ id: "own", url: page }, true],
    [{ id: "own", url: `${page}?tab#x`, tab: { id: 1 } }, true],
    [{ id: "own", url: "https://shop.example/", tab: { id: 1 } }, false],
    [{ id: "own", url: "https://shop.example/popup.html" }, false],
    [{ id: "own" }, false],
    [{ id: "other", url: page }, false],
    [{ url: page }, false],
  ];
  assertEquals(
    table.map(([sender]) => isPopup(sender, api)),
    table.map(([, expected]) => expected),
  );
});

Deno.test("popup: malformed requests are ignored", () => {
  const acct = "popup";
  const wrong: unknown[] = [
    null,
    "view",
    { action: "view" },
    { acct, action: "send" },
    { acct, action: "ethereum", on: 1 },
    { acct, action: "disconnect" },
    { acct, action: "show", origin: {} },
  ];
  assertEquals(wrong.map(readPopupRequest), wrong.map(() => null));
  assertEquals(readPopupRequest({ acct, action: "view", more: 1 }), { acct, action: "view" });
});
