/**
 * Requests with one malformed value each: requests that a page forwards are accepted by the wallet
 * host and the service. Otherwise a window would open for a request that is then rejected.
 */
import { assert, assertEquals } from "@std/assert";
import { memoryStorage } from "../core/lib/storage.ts";
import { connectPageTo } from "../core/page/connected_page.ts";
import { createProvider } from "../core/page/provider.ts";
import { resolveOptions } from "../core/page/options/resolve_options.ts";
import { AcctError } from "../core/ground/errors.ts";
import { localService } from "../core/testing/local_wallet.ts";
import type { DappMethod } from "../core/wallet/host/params.ts";
import { host, place, serve } from "./limits/sides.ts";
import { account, address, to } from "./refusals/row.ts";
import { sent, sponsor } from "./refusals/rows.ts";
import { mail } from "./refusals/typed_data.ts";

const id = `0x${"55".repeat(32)}`;
const grant = {
  expiry: 2e9,
  spender: to,
  permissions: {
    calls: [{ target: to, functionSignature: "claim(uint256)" }],
    spends: [{ token: to, allowance: "5", unit: "day", multiplier: 2 }],
  },
};
const abi = [{ type: "function", name: "claim", inputs: [{ name: "a", type: "uint256" }] }];

/** Requests that are right. */
const right: readonly (readonly [method: string, params: unknown])[] = [
  ["wallet_connect", [{
    capabilities: {
      signInWithEthereum: {
        nonce: "12345678",
        chainId: "0x1",
        statement: "Hello",
        uri: "https://shop.example/a",
      },
      subnameTextRecords: [{ key: "url", value: "https://shop.example" }],
    },
  }]],
  ["personal_sign", ["0x68656c6c6f", address]],
  ["eth_signTypedData_v4", [address, mail]],
  ["wallet_sign", [{
    chainId: "0x1",
    address,
    request: { type: "0x45", data: { message: "hello" } },
  }]],
  ["wallet_sign", [{ chainId: "0x1", request: { type: "0x01", data: mail } }]],
  ["eth_sendTransaction", [{ from: address, to, value: "0x1", data: "0x1234", chainId: "0x1" }]],
  [
    "wallet_sendCalls",
    sent([{ to, value: "0x1", data: "0x379607f5", capabilities: { abi } }], {
      version: "2.0.0",
      atomicRequired: true,
      from: address,
      chainId: "0x1",
      id: "order-1",
      capabilities: {
        paymasterService: { ...sponsor, context: { policy: "a" } },
        permissions: { id },
        abi,
      },
    }),
  ],
  ["wallet_grantPermissions", [{
    ...grant,
    address,
    chainId: "0x1",
    capabilities: { paymasterService: sponsor },
  }]],
  ["wallet_requestExecutionPermissions", [{
    chainId: "0x1",
    from: address,
    to,
    permission: {
      type: "erc20-token-periodic",
      isAdjustmentAllowed: false,
      data: { tokenAddress: to, periodAmount: "0x1", periodDuration: 86_400 },
    },
    rules: [{ type: "expiry", data: { timestamp: 2e9 } }],
  }]],
  ["wallet_revokePermissions", [{
    id,
    granted: { permissionId: id },
    address,
    chainId: "0x1",
    capabilities: { paymasterService: sponsor },
  }]],
  ["wallet_showCallsStatus", [id]],
  ["acct_showAccount", []],
  ["wallet_getCallsStatus", [id]],
  ["wallet_getCapabilities", [address, ["0x1"]]],
  ["wallet_getCallsHistory", [{ address, chainId: "0x1", index: 5, limit: 10, sort: "asc" }]],
  ["wallet_getAssets", [{
    account: address,
    chainFilter: ["0x1"],
    assetTypeFilter: ["erc20"],
    assetFilter: { "0x1": [{ address: to, type: "erc20" }, { address: "native", type: "native" }] },
  }]],
  ["wallet_watchAsset", { type: "ERC20", options: { address: to, symbol: "A", decimals: 6 } }],
];

/** Values that some reader may take for another. */
const odd: readonly unknown[] = [
  ...[undefined, null, true, false, 0, -0, -1, 1, 1.5, 2e9, 2 ** 53, 1e300, NaN, Infinity],
  ...["", " ", "0", "1", "-1", "1e3", "0x", "0x0", "0x00", "0x1", "0X1", "0x01", "0x-1", "0xzz"],
  ...[
    "null",
    "hello",
    "\0",
    "\ud800",
    "\u202e",
    "é".repeat(3_000),
    "x".repeat(300),
    "x".repeat(5_000),
  ],
  ...[address, to, to.toUpperCase(), `0x${to.slice(2).toUpperCase()}`, `0x${"Ab".repeat(20)}`],
  ...[id, `${id}00`, `0x${"f".repeat(65)}`, `0x${"00".repeat(100_001)}`, `0x1${"0".repeat(64)}`],
  ...[
    "https://a.example",
    "http://a.example",
    "javascript:alert(1)",
    "//a",
    "a.eth",
    "day",
    "forever",
  ],
  ...[[], [null], [[]], [undefined], {}, { length: 1 }, { __proto__: null }, { toString: "a" }],
  ...[Array(300).fill({ to }), Array(33).fill("x"), { optional: true }, { message: {} }],
];

/** Copies of a value, each with one part replaced, removed or added. */
function* changed(value: unknown): Generator<unknown> {
  yield* odd;
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) {
      for (const other of changed(part)) yield value.with(index, other);
    }
    yield [...value, ...value];
  } else if (typeof value === "object" && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      for (const other of changed(part)) yield { ...value, [name]: other };
      yield Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    }
    yield { ...value, unknown: 1 };
  } else if (typeof value === "string") {
    yield `${value}0`;
    yield value.slice(0, -1);
    yield value.toUpperCase();
  }
}

/** A page that records the requests it forwards. */
function recorder() {
  const passed: (readonly [side: "host" | "service", method: string, params: unknown])[] = [];
  const pass = (side: "host" | "service", method: string, params: unknown) => {
    passed.push([side, method, structuredClone(params)]);
    return Promise.reject(new AcctError("user_rejected"));
  };
  const service = localService({
    rpc: (method, params) => pass("service", method, params),
    call: (method, params) => pass("service", method, [params]),
  });
  const storage = memoryStorage();
  storage.set("session", JSON.stringify({ account, chainId: 1, at: Date.now() }));
  const owned = createProvider({
    options: resolveOptions({
      apiKey: "dev",
      ens: "shop.eth",
      preference: { keysUrl: "https://keys.example", serverUrl: "https://api.example" },
    }),
    origin: "https://a.example",
    loadConnected: (page) => Promise.resolve(connectPageTo(page, service)),
    wallet: {
      ask: (method, params) => pass("host", method, params),
      dispose() {},
    },
    storage,
    storageKey: "session",
  });
  return { ...owned, passed };
}

/** The next side's rejection of a request, or `null`. */
function refusalOf([side, method, params]: ReturnType<typeof recorder>["passed"][number]) {
  return place(() => side === "host" ? host(method as DappMethod, params) : serve(method, params));
}

Deno.test("accepted: the right requests are passed on, and read", async () => {
  const { provider, passed, disconnect } = recorder();
  for (const [method, params] of right) {
    const mine = JSON.parse(JSON.stringify(params).replaceAll("shop.example", "a.example"));
    const before = passed.length;
    await provider.request({ method, params: mine } as never).catch((error) => {
      if (error.data.cause !== "user_rejected") throw error;
    });
    // The status is read before it is displayed.
    const expected = method === "wallet_showCallsStatus" ? 2 : 1;
    assertEquals(passed.length - before, expected, method);
  }
  for (const one of passed) assertEquals(await refusalOf(one), null, one[1]);
  disconnect();
});

Deno.test("accepted: no request that a page forwards is rejected by the next side", async () => {
  const { provider, passed, disconnect } = recorder();
  let tried = 0;
  const problems = new Set<string>();
  for (const [method, params] of right) {
    const mine = JSON.parse(JSON.stringify(params).replaceAll("shop.example", "a.example"));
    for (const other of changed(mine)) {
      tried++;
      passed.length = 0;
      await provider.request({ method, params: other } as never).catch((error) => {
        const { cause, field = "" } = error.data;
        if (cause === "internal") problems.add(`${method}: ${error.cause}`);
        if (cause === "invalid_params" && !/^params/.test(field)) {
          problems.add(`${method}: ${error.message} names no field`);
        }
      });
      for (const one of passed) {
        const refused = await refusalOf(one);
        if (refused !== null) {
          problems.add(`${method}: ${refused}, for ${JSON.stringify(other)?.slice(0, 300)}`);
        }
      }
    }
  }
  assertEquals([...problems], []);
  assert(tried > 9_000, String(tried));
  disconnect();
});
