import { assertEquals } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { EventMap, EventName } from "../../../core/protocol/events.ts";
import type { SendCallsRequest } from "../../../core/protocol/methods/calls/wallet_send_calls.ts";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { createKey } from "../../../service/keys/keys.ts";
import { openPage, type Page } from "../../conformance/wallet.ts";
import { sendCalls, settled, user } from "../support/client.ts";
import { readToEnd } from "../indexer/transfers.ts";

const ping = { to: `0x${"11".repeat(20)}`, value: "0x0", data: "0x" } as const;

/** Events that a page receives. */
function listen(page: Page): { seen: [EventName, unknown][]; stop(): void } {
  const seen: [EventName, unknown][] = [];
  const names = ["callsStatusChanged", "assetsChanged", "permissionsChanged"] as const;
  const listeners = names.map((name) => {
    const listener = (payload: EventMap[typeof name]) => void seen.push([name, payload]);
    page.provider.on(name, listener);
    return [name, listener] as const;
  });
  return {
    seen,
    stop() {
      for (const [name, listener] of listeners) page.provider.removeListener(name, listener);
    },
  };
}

const open = (stack: Stack) => stack.service.context.hub.size();
const connect = async (page: Page) =>
  (await page.provider.request({ method: "eth_requestAccounts" }))[0]!;
const send = async (page: Page, calls: SendCallsRequest["calls"], id?: string) =>
  (await page.provider.request({
    method: "wallet_sendCalls",
    params: [{ version: "2.0.0", calls, ...(id !== undefined && { id }) }],
  })).id;
const statuses = (seen: [EventName, unknown][]) =>
  seen.filter(([name]) => name === "callsStatusChanged").map(([, payload]) => payload);

Deno.test("changes: another page of the account is notified of the first one's changes", async () => {
  await using stack = await startStack();
  await using first = openPage(stack);
  const address = await connect(first);
  const { ceremony, storage } = first;
  await using second = openPage(stack, { ceremony, storage });
  const [token] = stack.tokens;
  const them = user(1201);
  await stack.mint(token.address, address, 5n);
  await stack.mint(token.address, them.account.address, 5n);
  // Earlier transfers are published before anyone listens.
  await readToEnd(stack);
  const { seen, stop } = listen(second);
  await until("the stream", () => open(stack) === 1);
  const other = user(1200).account.address;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [other, 2n] });
  const id = await send(first, [{ to: token.address, data }], "mine");
  assertEquals(id, "mine");
  await until("the status", () => statuses(seen).length > 0);
  assertEquals(statuses(seen), [{ id: "mine", chainId: "0x7a69", status: 200 }]);
  await until("the assets", () => seen.some(([name]) => name === "assetsChanged"));
  assertEquals(seen.find(([name]) => name === "assetsChanged")![1], {
    address,
    chainIds: ["0x7a69"],
  });
  // Another user's operation that moves a token here emits an event too.
  const before = seen.length;
  const back = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [address, 1n] });
  await settled(
    stack,
    await sendCalls(stack, them, [{ to: token.address, value: "0x0", data: back }]),
  );
  await until("the transfer", () => seen.length > before);
  assertEquals(seen.slice(before), [["assetsChanged", { address, chainIds: ["0x7a69"] }]]);
  // So does a transfer without an operation of this service; the account's own changes are not
  // emitted twice.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  assertEquals(seen.length, before + 1);
  await stack.mint(token.address, address, 7n);
  await until("what came from outside", () => seen.length > before + 1);
  assertEquals(seen.at(-1), ["assetsChanged", { address, chainIds: ["0x7a69"] }]);
  const assets = await second.provider.request({ method: "wallet_getAssets" });
  assertEquals(assets["0x7a69"]![1]!.balance, "0xb");
  stop();
  await until("no stream", () => open(stack) === 0);
});

Deno.test("changes: another page is notified of a grant and its end", async () => {
  await using stack = await startStack();
  await using first = openPage(stack);
  const address = await connect(first);
  await using second = openPage(stack, { ceremony: first.ceremony, storage: first.storage });
  const { seen } = listen(second);
  await until("the stream", () => open(stack) === 1);
  const heard = () => seen.filter(([name]) => name === "permissionsChanged").map(([, it]) => it);
  const granted = await first.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      expiry: Math.floor(Date.now() / 1000) + 3_600,
      spender: user(1210).account.address,
      permissions: {
        calls: [{ target: stack.tokens[0].address, selector: "0xa9059cbb" }],
        spends: [{ token: stack.tokens[0].address, allowance: "5", unit: "day" }],
      },
    }],
  }) as { permissionId: Hex };
  const id = granted.permissionId;
  await until("the grant", () => heard().length > 0);
  assertEquals(heard(), [{ address, chainId: "0x7a69", id }]);
  await first.provider.request({ method: "wallet_revokePermissions", params: [{ id }] });
  await until("the end", () => heard().length > 1);
  assertEquals(heard()[1], { address, chainId: "0x7a69", id });
});

Deno.test("changes: a final status while nothing was open is delivered on return", async () => {
  await using stack = await startStack();
  let down = false;
  let cut = () => {};
  const fetchEvents: typeof fetch = (input, init) => {
    if (down) return Promise.reject(new TypeError("no network"));
    const line = new AbortController();
    cut = () => {
      down = true;
      line.abort();
    };
    return fetch(input, { ...init, signal: AbortSignal.any([line.signal, init!.signal!]) });
  };
  await using page = openPage(stack, { fetchEvents });
  const address = await connect(page);
  const early = await send(page, [ping]);
  await settled(stack, early);
  const { seen } = listen(page);
  await until("what was sent before anybody listened", () => statuses(seen).length === 1);
  assertEquals(statuses(seen), [{ id: early, chainId: "0x7a69", status: 200 }]);
  // The stream is interrupted, and cannot reconnect before a bundle of another page has landed.
  cut();
  await until("no stream", () => open(stack) === 0);
  await using other = openPage(stack, { ceremony: page.ceremony, storage: page.storage });
  const missed = await send(other, [ping]);
  await settled(stack, missed);
  assertEquals(statuses(seen).length, 1);
  seen.length = 0;
  down = false;
  await until("what was missed", () => seen.length === 3);
  assertEquals(seen, [
    ["callsStatusChanged", { id: missed, chainId: "0x7a69", status: 200 }],
    ["assetsChanged", { address, chainIds: ["0x7a69"] }],
    ["permissionsChanged", { address, chainId: "0x7a69" }],
  ]);
});

Deno.test("changes: open only with a session and a listener, without leaks", async () => {
  await using stack = await startStack();
  const page = openPage(stack);
  const none = listen(page);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assertEquals(open(stack), 0);
  await connect(page);
  await until("one", () => open(stack) === 1);
  const more = listen(page);
  none.stop();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assertEquals(open(stack), 1);
  await page.provider.request({ method: "wallet_disconnect" });
  await until("none without a session", () => open(stack) === 0);
  await connect(page);
  await until("one again", () => open(stack) === 1);
  more.stop();
  await until("none without listeners", () => open(stack) === 0);
  // A listener that is replaced does not open the stream again.
  const third = listen(page);
  await until("one again", () => open(stack) === 1);
  let opened = 0;
  const { hub } = stack.service.context;
  const { subscribe } = hub;
  (hub as { subscribe: typeof subscribe }).subscribe = (address, listener) => {
    opened++;
    return subscribe(address, listener);
  };
  third.stop();
  listen(page);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assertEquals([open(stack), opened], [1, 0]);
  page.disconnect();
  await until("none after the end", () => open(stack) === 0);
});

Deno.test("streams: one client uses up its share, and gets it back when they end", async () => {
  await using stack = await startStack({
    limits: { streams: 5, streamsPerClient: 3, streamsPerKey: 12 },
  });
  const { service, apiKey } = stack;
  const headers = { [API_KEY_HEADER]: apiKey };
  const url = `${stack.serverUrl}/v1/events?address=${user(1).account.address}`;
  const listenAs = async (client: string) =>
    await service.fetch(new Request(url, { headers }), client);
  const ones: Response[] = [];
  for (let n = 0; n < 3; n++) ones.push(await listenAs("192.0.2.1"));
  assertEquals(ones.map(({ status }) => status), [200, 200, 200]);
  const refused = await listenAs("192.0.2.1");
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "10"]);
  const others = [await listenAs("198.51.100.2"), await listenAs("198.51.100.2")];
  assertEquals(others.map(({ status }) => status), [200, 200]);
  assertEquals((await listenAs("203.0.113.3")).status, 429);
  await ones.pop()!.body!.cancel();
  const again = await listenAs("192.0.2.1");
  assertEquals(again.status, 200);
  for (const each of [...ones, ...others, again]) await each.body!.cancel();
  assertEquals(service.context.hub.size(), 0);
});

Deno.test("streams: one key uses up its share from any number of addresses, and leaves others theirs", async () => {
  await using stack = await startStack({ limits: { streams: 6 } });
  const { service, apiKey } = stack;
  const other = await createKey(service.store, {
    projectId: "development",
    kind: "pk",
    environment: "test",
    host: new URL(stack.serverUrl).host,
    domains: [],
    policy: null,
  });
  const url = `${stack.serverUrl}/v1/events?address=${user(1).account.address}`;
  const opened: Response[] = [];
  const listen = async (key: string, client: string) => {
    const headers = { [API_KEY_HEADER]: key };
    const response = await service.fetch(new Request(url, { headers }), client);
    if (response.status === 200) opened.push(response);
    return response.status;
  };
  const flood: number[] = [];
  for (let n = 0; n < 10; n++) flood.push(await listen(apiKey, `198.18.${n}.1`));
  assertEquals(flood.filter((status) => status === 200).length, 3);
  assertEquals(await listen(other, "198.51.100.1"), 200);
  await opened.shift()!.body!.cancel();
  assertEquals(await listen(apiKey, "198.18.99.1"), 200);
  for (const each of opened) await each.body!.cancel();
});
