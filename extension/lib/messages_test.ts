import { assertEquals } from "@std/assert";
import { MAX_MESSAGE_SIZE } from "../../core/ground/limits.ts";
import { plainError, readFromPage, readToPage } from "./messages.ts";

const request = { type: "request", id: 1, method: "eth_accounts", params: "[]" };

Deno.test("messages: a request is copied without unknown members", () => {
  const message = { ...request, origin: "https://bank.example", __proto__: { admin: true } };
  assertEquals(readFromPage(message), { ...request, type: "request" });
  assertEquals(readFromPage({ type: "listen", origin: "x" }), { type: "listen" });
});

Deno.test("messages: malformed messages of a page are ignored", () => {
  const wrong: unknown[] = [
    null,
    undefined,
    "request",
    7,
    [],
    [request],
    {},
    { ...request, type: "response" },
    { ...request, id: "1" },
    { ...request, id: 1.5 },
    { ...request, id: NaN },
    { ...request, method: 7 },
    { ...request, method: "m".repeat(101) },
    { ...request, params: [] },
    { ...request, params: "x".repeat(2 * MAX_MESSAGE_SIZE + 1) },
  ];
  assertEquals(wrong.map(readFromPage), wrong.map(() => null));
});

Deno.test("messages: inherited members do not count", () => {
  assertEquals(readFromPage(Object.create(request)), null);
  const { prototype } = Object as unknown as { prototype: Record<string, unknown> };
  prototype.type = "listen";
  try {
    assertEquals(readFromPage({}), null);
  } finally {
    delete prototype.type;
  }
});

Deno.test("messages: the page receives states and responses alone", () => {
  assertEquals(readToPage({ type: "state", accounts: ["0x1"], chainId: "0x1", secret: 1 }), {
    type: "state",
    accounts: ["0x1"],
    chainId: "0x1",
  });
  assertEquals(readToPage({ type: "response", id: 1, result: "7", more: 1 }), {
    type: "response",
    id: 1,
    result: "7",
  });
  for (
    const wrong of [null, {}, "state", { type: "state", accounts: "0x1" }, { type: "response" }]
  ) {
    assertEquals(readToPage(wrong), null);
  }
});

Deno.test("messages: errors are bounded", () => {
  assertEquals(plainError(null), { code: -32603, message: "Internal error." });
  assertEquals(plainError({ code: "x", message: "m".repeat(9_000) }).message.length, 4_000);
});
