import { assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../../account/address.ts";
import { AcctError, type Cause } from "../../ground/errors.ts";
import { connectPageTo } from "../connected_page.ts";
import type { PageContext } from "./context.ts";
import type { ServiceClient } from "../../client/client.ts";
import { createEmitter } from "../../protocol/events.ts";

const account = accountOf(`0x${"11".repeat(64)}`);
const other = accountOf(`0x${"22".repeat(64)}`).address;
const token = accountOf(`0x${"33".repeat(64)}`).address;
const NATIVE = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

/** Returns the service request that a dApp's request causes. */
async function asked(method: string, params: unknown, connected: boolean): Promise<unknown> {
  const seen: unknown[] = [];
  const context = {
    session: () => connected ? { account, chainId: 1, at: 0 } : null,
    chainId: () => 1,
    signal: new AbortController().signal,
  } as unknown as PageContext;
  const service = {
    call: (_method: string, given: unknown) => Promise.resolve(seen.push(given)),
    chain: (_chain: number, _method: string, given: unknown) => Promise.resolve(seen.push(given)),
    rpc: (_method: string, given: unknown) => Promise.resolve(seen.push(given)),
  } as unknown as ServiceClient;
  const page = connectPageTo({ emitter: createEmitter(), account: () => null }, service);
  await page.answer(method, context, params);
  assertEquals(seen.length, 1);
  return seen[0];
}

const page = { limit: 20, sort: "desc" };
const good: readonly (readonly [string, unknown, boolean, unknown])[] = [
  ["wallet_getAssets", undefined, true, { account: account.address }],
  ["wallet_getAssets", [], true, { account: account.address }],
  ["wallet_getAssets", [{}], true, { account: account.address }],
  ["wallet_getAssets", [{ account: other }], true, { account: other }],
  ["wallet_getAssets", [{ account: other }], false, { account: other }],
  ["wallet_getAssets", [{ chainFilter: ["0x01"], assetTypeFilter: ["erc20"] }], true, {
    account: account.address,
    chainFilter: ["0x1"],
    assetTypeFilter: ["erc20"],
  }],
  [
    "wallet_getAssets",
    [{
      assetFilter: {
        "0x1": [
          { address: null, type: "native" },
          { address: "native", type: "native" },
          { address: NATIVE.toLowerCase(), type: "native" },
          { address: token, type: "erc20" },
        ],
      },
    }],
    true,
    {
      account: account.address,
      assetFilter: {
        "0x1": [
          { address: null, type: "native" },
          { address: null, type: "native" },
          { address: null, type: "native" },
          { address: token, type: "erc20" },
        ],
      },
    },
  ],
  ["wallet_getCallsHistory", undefined, true, { address: account.address, ...page }],
  ["wallet_getCallsHistory", [{ address: other }], false, { address: other, ...page }],
  ["wallet_getCallsHistory", [{ chainId: 5, index: 0, limit: 100, sort: "asc" }], true, {
    address: account.address,
    chainId: "0x5",
    index: 0,
    limit: 100,
    sort: "asc",
  }],
  ["wallet_getCallsHistory", [{ chainId: "0x05" }], true, {
    address: account.address,
    chainId: "0x5",
    ...page,
  }],
  ["wallet_getCallsStatus", ["mine"], true, ["mine", account.address]],
  ["wallet_getCallsStatus", ["mine"], false, ["mine"]],
  ["wallet_getCapabilities", undefined, true, []],
  ["wallet_getCapabilities", [other, ["0x01"]], true, [other, ["0x1"]]],
  ["wallet_getCapabilities", [undefined, ["0x1"]], true, [null, ["0x1"]]],
  ["wallet_getCapabilities", [null, ["0x1"]], false, [null, ["0x1"]]],
  ["web3_clientVersion", [], false, []],
  ["eth_simulateV1", [{ blockStateCalls: [] }, "latest"], false, [
    { blockStateCalls: [] },
    "latest",
  ]],
];
for (const [method, params, connected, wanted] of good) {
  const name = `${method} ${JSON.stringify(params)} ${connected ? "with" : "without"} a session`;
  Deno.test(`reads: ${name.slice(0, 120)}`, async () => {
    assertEquals(await asked(method, params, connected), wanted);
  });
}

const bad: readonly (readonly [string, unknown, boolean, number, string?])[] = [
  ["web3_sha3", ["0x"], false, 4200],
  ["eth_signTypedData_v2", [account.address, {}], true, 4200],
  // The first version: an array in place of the account.
  [
    "eth_signTypedData",
    [[{ type: "string", name: "a", value: "b" }], account.address],
    true,
    -32602,
    "params[0]",
  ],
  ["eth_signTypedData_v3", [account.address, {}], true, -32602, "params[1].types"],
  ["wallet_getAssets", [{}], false, 4100],
  ["wallet_getAssets", [{ account: "0x1" }], true, -32602, "params[0].account"],
  ["wallet_getAssets", {}, true, -32602, "params"],
  ["wallet_getAssets", ["0x1"], true, -32602, "params[0]"],
  ["wallet_getAssets", [{ chainFilter: "0x1" }], true, -32602, "params[0].chainFilter"],
  ["wallet_getAssets", [{ chainFilter: [1] }], true, -32602, "params[0].chainFilter[0]"],
  ["wallet_getAssets", [{ chainFilter: Array(201).fill("0x1") }], true, -32602],
  ["wallet_getAssets", [{ assetTypeFilter: ["erc721"] }], true, -32602],
  ["wallet_getAssets", [{ assetFilter: { "1": [] } }], true, -32602, "params[0].assetFilter.1"],
  [
    "wallet_getAssets",
    [{ assetFilter: { "0x1": [{ address: token, type: "native" }] } }],
    true,
    -32602,
    "params[0].assetFilter.0x1[0].address",
  ],
  [
    "wallet_getAssets",
    [{ assetFilter: { "0x1": [{ address: NATIVE, type: "erc20" }] } }],
    true,
    -32602,
    "params[0].assetFilter.0x1[0].address",
  ],
  ["wallet_getCallsHistory", [{}], false, 4100],
  ["wallet_getCallsHistory", [{ limit: 0 }], true, -32602, "params[0].limit"],
  ["wallet_getCallsHistory", [{ limit: 101 }], true, -32602, "params[0].limit"],
  ["wallet_getCallsHistory", [{ limit: "20" }], true, -32602, "params[0].limit"],
  ["wallet_getCallsHistory", [{ index: -1 }], true, -32602, "params[0].index"],
  ["wallet_getCallsHistory", [{ index: 0.5 }], true, -32602, "params[0].index"],
  ["wallet_getCallsHistory", [{ sort: "up" }], true, -32602, "params[0].sort"],
  ["wallet_getCallsHistory", [{ chainId: "1" }], true, -32602, "params[0].chainId"],
  ["wallet_getCallsStatus", [], true, -32602, "params[0]"],
  ["wallet_getCallsStatus", [""], true, -32602, "params[0]"],
  ["wallet_getCallsStatus", ["x".repeat(8_195)], true, -32602, "params[0]"],
];
for (const [method, params, connected, code, field] of bad) {
  const name = `${method} ${JSON.stringify(params)} ${connected ? "with" : "without"} a session`;
  Deno.test(`reads: refused: ${name.slice(0, 110)}`, async () => {
    const error = await assertRejects(() => asked(method, params, connected), AcctError);
    assertEquals(error.code, code);
    if (field !== undefined) assertEquals(error.data.field, field);
  });
}

Deno.test("reads: a permission without a type is invalid, another type is unsupported", async () => {
  const refusal = async (type: unknown) => {
    const request = {
      chainId: "0x1",
      to: other,
      permission: { type, data: {} },
      rules: [],
    };
    const { code, message, data: { field } } = await assertRejects(
      () => asked("wallet_requestExecutionPermissions", [request], true),
      AcctError,
    );
    assertEquals([field, message.length < 300], ["params[0].permission.type", true]);
    return code;
  };
  for (const type of [undefined, null, 5, Symbol("x"), Object.create(null), "x".repeat(100_000)]) {
    assertEquals(await refusal(type), -32602);
  }
  assertEquals(await refusal("token-approval-revocation"), 5700);
});

/** Shows a bundle whose status is an error, if any; returns the methods of the shown dialogs. */
async function show(cause: Cause | null): Promise<string[]> {
  const shown: string[] = [];
  const context = {
    session: () => null,
    chainId: () => 1,
    signal: new AbortController().signal,
    show: (method: string) => Promise.resolve(void shown.push(method)),
  } as unknown as PageContext;
  const service = {
    rpc: () => cause === null ? Promise.resolve({}) : Promise.reject(new AcctError(cause)),
  } as unknown as ServiceClient;
  const page = connectPageTo({ emitter: createEmitter(), account: () => null }, service);
  await page.answer("wallet_showCallsStatus", context, ["0x1d"]);
  return shown;
}

Deno.test("show: an unknown bundle is the standard's error, and opens no window", async () => {
  const { code, data } = await assertRejects(() => show("unknown_bundle"), AcctError);
  assertEquals([code, data.cause], [5730, "unknown_bundle"]);
});

Deno.test("show: other failures are retried by the dialog", async () => {
  for (const cause of [null, "service_down", "chain_down", "limit_exceeded"] as const) {
    assertEquals(await show(cause), ["wallet_showCallsStatus"]);
  }
});
