import { assertEquals, assertRejects } from "@std/assert";
import type { FromPage } from "../lib/messages.ts";
import { offerEthereum, requestEthereum } from "./ethereum.ts";
import { createPageProvider } from "./provider.ts";

function scene() {
  const posted: FromPage[] = [];
  return { posted, ...createPageProvider((message) => posted.push(message)) };
}

Deno.test("page provider: parameters are sent as JSON text", async () => {
  const { provider, posted, receive } = scene();
  const proxy = new Proxy({ a: 1 }, {});
  const asked = provider.request({ method: "eth_call", params: [proxy] });
  assertEquals(posted, [{ type: "request", id: 1, method: "eth_call", params: '[{"a":1}]' }]);
  receive({ type: "response", id: 1, result: '"0x1"' });
  assertEquals(await asked, "0x1");
});

Deno.test("page provider: traps and malformed requests reject without a message", async () => {
  const { provider, posted } = scene();
  const trap = new Proxy([], {
    get() {
      throw new Error("trap");
    },
  });
  const wrong: unknown[] = [
    undefined,
    {},
    { method: 7 },
    { method: "eth_call", params: [1n] },
    { method: "eth_call", params: trap },
  ];
  for (const args of wrong) await assertRejects(() => provider.request(args), Error);
  assertEquals(posted, []);
});

Deno.test("page provider: errors keep code and data", async () => {
  const { provider, receive } = scene();
  const asked = provider.request({ method: "eth_call" });
  receive({ type: "response", id: 1, error: { code: 4001, message: "No.", data: { cause: "x" } } });
  const error = await assertRejects(() => asked, Error, "No.");
  assertEquals({ ...error }, { code: 4001, data: { cause: "x" } } as never);
});

Deno.test("page provider: states become events; a failing listener affects no other", () => {
  const { provider, posted, receive } = scene();
  const events: unknown[] = [];
  const failing = () => {
    throw new Error("listener");
  };
  const log = console.error;
  console.error = () => {};
  try {
    for (const event of ["connect", "accountsChanged", "chainChanged", "disconnect"]) {
      provider.on(event, failing);
      provider.on(event, (payload) => events.push([event, (payload as Error).message ?? payload]));
    }
    assertEquals(posted, [{ type: "listen" }]);
    receive({ type: "state", accounts: [], chainId: "0x1" });
    assertEquals(events, []);
    receive({ type: "state", accounts: ["0xa"], chainId: "0x1" });
    receive({ type: "state", accounts: ["0xa"], chainId: "0x2" });
    receive({ type: "state", accounts: [], chainId: "0x2" });
  } finally {
    console.error = log;
  }
  assertEquals(events, [
    ["connect", { chainId: "0x1" }],
    ["accountsChanged", ["0xa"]],
    ["chainChanged", "0x2"],
    ["accountsChanged", []],
    ["disconnect", "The site is not connected."],
  ]);
});

Deno.test("window.ethereum: set only if both scripts ran, in any order", () => {
  const provider = {};
  const other = {};
  for (const order of ["offer first", "request first"]) {
    const page: { ethereum?: unknown } = { ethereum: other };
    if (order === "offer first") offerEthereum(provider, page);
    else requestEthereum(page);
    assertEquals(page.ethereum === other, true, order);
    if (order === "offer first") requestEthereum(page);
    else offerEthereum(provider, page);
    assertEquals(page.ethereum === provider, true, order);
    assertEquals(Object.getOwnPropertySymbols(page), []);
  }
});

Deno.test("window.ethereum: a locked one of another wallet stays", () => {
  const other = {};
  const page = Object.defineProperty({}, "ethereum", { value: other }) as { ethereum?: unknown };
  offerEthereum({}, page);
  requestEthereum(page);
  assertEquals(page.ethereum === other, true);
});
