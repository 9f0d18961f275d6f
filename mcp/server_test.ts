/** The tools: their inputs, and the addresses that they request. */
import { assertEquals, assertMatch } from "@std/assert";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { toBase64Json } from "../pay/protocols/encoding.ts";
import { units } from "../core/permission/limits/period.ts";
import { permissionId } from "../core/permission/permission.ts";
import { memoryJournal, type WalletGrantPermissionsResponse } from "../pay/mod.ts";
import { encodeAbiParameters, type Hex, numberToHex, zeroHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createAgent } from "./agent.ts";
import { settingsShape } from "./folder.ts";
import { createServer } from "./server.ts";
import { spendGrant } from "../core/testing/spend_grant.ts";

const token: Hex = `0x${"aa".repeat(20)}`;
const key = privateKeyToAccount(`0x${"11".repeat(32)}`);

/** A permission that is not read from the chain before a payment. */
const granted = spendGrant(key.address, token, "0x1");

/** Calls a tool like a client. */
async function call(
  hosts: string[] | undefined,
  name: string,
  input: Record<string, unknown>,
  { rpcUrl = "http://127.0.0.1:1", granted = null }: {
    rpcUrl?: string;
    granted?: WalletGrantPermissionsResponse | null;
  } = {},
): Promise<{ isError: boolean; text: string }> {
  const settings = settingsShape.parse({
    name: "Ada",
    rpcUrl,
    token,
    chainId: 1,
    perRequest: "10",
    page: "https://wallet.test/",
    hosts,
  });
  const agent = createAgent({
    key,
    settings,
    journal: memoryJournal(),
    granted: () => Promise.resolve(granted),
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createServer(agent);
  const answers = new Map<unknown, (message: Record<string, unknown>) => void>();
  theirs.onmessage = (message) => {
    const { id } = message as { id?: unknown };
    answers.get(id)?.(message as Record<string, unknown>);
  };
  await Promise.all([server.connect(ours), theirs.start()]);
  const request = async (id: number, method: string, params: Record<string, unknown>) => {
    const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
    answers.set(id, resolve);
    await theirs.send({ jsonrpc: "2.0", id, method, params });
    return await promise;
  };
  await request(1, "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  });
  await theirs.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const { result, error } = await request(2, "tools/call", { name, arguments: input }) as {
    result?: { isError?: boolean; content: { text: string }[] };
    error?: { message: string };
  };
  await server.close();
  return error !== undefined
    ? { isError: true, text: error.message }
    : { isError: result!.isError === true, text: result!.content[0]!.text };
}

Deno.test("tools: pages cannot redirect to addresses inside the user's network", async () => {
  const inside = [
    "http://example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://10.0.0.1/",
    "https://localhost/",
    "https://router.local/",
    "https://a.internal/",
    "https://printer/",
    "https://nas.home.arpa/",
    "https://nas.localdomain/",
    "https://wiki.corp/",
    "https://user:word@example.com/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "example.com",
  ];
  for (const url of inside) {
    const { isError, text } = await call(undefined, "pay_url", { url });
    assertEquals([url, isError, text.startsWith("refused: ")], [url, true, true]);
    assertEquals([url, /no budget/.test(text)], [url, false]);
  }
  // The next check is the budget.
  for (const url of ["https://example.com/", "https://a.b.example.com:8443/x?y"]) {
    assertMatch((await call(undefined, "pay_url", { url })).text, /no budget/);
  }
  assertMatch(
    (await call(["*.example.com"], "pay_url", { url: "https://a.example.com" })).text,
    /no budget/,
  );
  for (
    const url of ["https://example.com/", "https://aexample.com", "https://example.com.evil.test"]
  ) {
    assertMatch((await call(["*.example.com"], "pay_url", { url })).text, /did not list this host/);
  }
  const local = { url: "http://127.0.0.1:8080/" };
  assertMatch((await call(["127.0.0.1:8080"], "pay_url", local)).text, /no budget/);
  assertMatch((await call(["127.0.0.1:8081"], "pay_url", local)).text, /^refused: /);
});

Deno.test("tools: unknown fields, and malformed amounts, are rejected", async () => {
  const rows: [string, Record<string, unknown>][] = [
    ["balance", { all: true }],
    ["pay_url", {}],
    ["pay_url", { url: "https://example.com", max_amount: 1 }],
    ["pay_url", { url: "https://example.com", max_amount: "1,5" }],
    ["pay_url", { url: "https://example.com", headers: { authorization: "x" } }],
    ["pay_url", { url: "https://example.com", body: "{}" }],
    ["send", { to: `0x${"bb".repeat(20)}`, amount: "1" }],
    ["send", { to: `0x${"bb".repeat(20)}`, amount: "Infinity", id: "a" }],
    ["send", { to: `0x${"bb".repeat(20)}`, amount: "1", id: "a b" }],
    ["history", { limit: 1e9 }],
    ["request_budget", { per_day: "1", days: 0.5 }],
  ];
  for (const [name, input] of rows) {
    const { isError } = await call(undefined, name, input);
    assertEquals([name, input, isError], [name, input, true]);
  }
  const read = { url: "https://example.com", body: "{}" };
  assertMatch((await call(undefined, "pay_url", read)).text, /^refused: A GET has no body/);
  const to = `0x${"bb".repeat(20)}`;
  assertMatch((await call(undefined, "send", { to, amount: "1", id: "a" })).text, /did not list/);
  assertEquals(await call(undefined, "history", {}), {
    isError: false,
    text: JSON.stringify({ payments: [] }, null, 2),
  });
});

Deno.test("tools: a budget of another key or chain is reported as such", async () => {
  const url = "https://example.com/";
  for (
    const [other, words] of [
      [{ chainId: "0x2" }, /^refused: .*another chain/],
      [{ spender: granted.account }, /^refused: .*another key: this one is 0x/],
    ] as const
  ) {
    for (const [name, input] of [["balance", {}], ["pay_url", { url }]] as const) {
      const { isError, text } = await call(undefined, name, input, {
        granted: { ...granted, ...other },
      });
      assertEquals(isError, true);
      assertMatch(text, words);
    }
  }
});

Deno.test("tools: a setting that prevents every payment is named", async () => {
  const hosts = ["*.example.com", "b.test:443"];
  const { isError, text } = await call(hosts, "pay_url", { url: "https://a.example.com/" }, {
    granted,
  });
  assertEquals(isError, true);
  assertMatch(text, /^refused: .*hosts\[1\] must be a host/);
});

Deno.test("tools: a page cannot redirect to another host, or cost more than the given maximum", async () => {
  let reached = 0;
  const texts: Record<string, Hex> = {
    "0x313ce567": numberToHex(0, { size: 32 }),
    "0x95d89b41": encodeAbiParameters([{ type: "string" }], ["CASH"]),
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (pathname === "/rpc") {
      const { id, params: [{ data }] } = await request.json();
      return Response.json({ jsonrpc: "2.0", id, result: texts[data] });
    }
    if (pathname === "/moved") {
      const location = `${origin.replace("127.0.0.1", "localhost")}/inside`;
      return new Response(null, { status: 302, headers: { location } });
    }
    if (pathname === "/inside") reached++;
    const accepts = [{
      scheme: "exact",
      network: "eip155:1",
      maxAmountRequired: "10",
      asset: token,
      payTo: granted.account,
      maxTimeoutSeconds: 60,
    }];
    return Response.json({ x402Version: 1, accepts }, { status: 402 });
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const scene = { rpcUrl: `http://${host}/rpc`, granted };
  const moved = await call([host], "pay_url", { url: `http://${host}/moved` }, scene);
  assertEquals([moved.isError, JSON.parse(moved.text).status, reached], [false, 302, 0]);
  assertMatch(JSON.parse(moved.text).location, /\/inside$/);
  const dear = { url: `http://${host}/dear`, max_amount: "9" };
  assertMatch((await call([host], "pay_url", dear, scene)).text, /^over_limit: .*maxAmount, 9/);
  await server.shutdown();
});

Deno.test("tools: a page that breaks off after the payment is reported with the payment", async () => {
  const id = permissionId({
    ...granted,
    salt: 0n,
    calls: [],
    spends: [{ token, allowance: 10n, unit: units.indexOf("day"), multiplier: 1 }],
  }, 1);
  const chain: Record<string, unknown> = {
    eth_getBlockByNumber: { number: "0x1", timestamp: "0x1", transactions: [] },
    "0x313ce567": numberToHex(0, { size: 32 }),
    "0x95d89b41": encodeAbiParameters([{ type: "string" }], ["CASH"]),
  };
  const shop = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    if (new URL(request.url).pathname === "/rpc") {
      const { id, method, params } = await request.json();
      const result = chain[method] ?? chain[params[0]?.data] ?? zeroHash;
      return Response.json({ jsonrpc: "2.0", id, result });
    }
    const accepts = [{
      scheme: "exact",
      network: "eip155:1",
      amount: "10",
      asset: token,
      payTo: granted.account,
      maxTimeoutSeconds: 60,
      extra: { assetTransferMethod: "erc7710" },
    }];
    if (!request.headers.has("payment-signature")) {
      const headers = { "payment-required": toBase64Json({ x402Version: 2, accepts }) };
      return new Response(null, { status: 402, headers });
    }
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("sun"));
        setTimeout(() => controller.error(new Error("gone")), 50);
      },
    });
    return new Response(broken, {
      headers: { "payment-response": toBase64Json({ success: true }) },
    });
  });
  const host = `127.0.0.1:${shop.addr.port}`;
  const { isError, text } = await call([host], "pay_url", { url: `http://${host}/` }, {
    rpcUrl: `http://${host}/rpc`,
    granted: { ...granted, permissionId: id, signature: "0x01" },
  });
  assertEquals([isError, text.startsWith("failed")], [false, false]);
  const { status, paid, broken } = JSON.parse(text);
  assertEquals([status, paid.amount, paid.status], [200, "10 CASH", "paid"]);
  assertMatch(broken, /ended in the middle/);
  await shop.shutdown();
});
