/**
 * Requests that are rejected for their contents: the page opens no window and no dialog, and the
 * wallet host, called directly, names the same field.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { memoryStorage } from "../core/lib/storage.ts";
import { connectPageTo } from "../core/page/connected_page.ts";
import type { AcctOptions } from "../core/page/options/options.ts";
import { createProvider, type LoadingProvider } from "../core/page/provider.ts";
import { resolveOptions } from "../core/page/options/resolve_options.ts";
import { createRemoteWallet } from "../core/page/window/remote.ts";
import { AcctError } from "../core/ground/errors.ts";
import type { Wallet } from "../core/dialog/requests.ts";
import { localService, localWallet } from "../core/testing/local_wallet.ts";
import { enterPage, fakeWindow } from "../core/testing/windows.ts";
import { host, place, serve } from "./limits/sides.ts";
import { account, address, type Row, to } from "./refusals/row.ts";
import { rows, sent, sponsor } from "./refusals/rows.ts";
import { mail, nested } from "./refusals/typed_data.ts";

const PAGE = "https://shop.example";

/** A page with or without a session. */
function openProvider(
  wallet: Wallet,
  { connected = true, ...more }: { connected?: boolean } & Partial<AcctOptions> = {},
): LoadingProvider {
  const storage = memoryStorage();
  if (connected) {
    storage.set("session", JSON.stringify({ account, chainId: 1, at: Date.now() }));
  }
  return createProvider({
    options: resolveOptions({
      apiKey: "dev",
      ens: "shop.eth",
      ...more,
      preference: { keysUrl: "https://keys.example", serverUrl: "https://api.example" },
    }),
    origin: PAGE,
    loadConnected: (page) => Promise.resolve(connectPageTo(page, localService())),
    wallet,
    storage,
    storageKey: "session",
  });
}

/** The two modes, each with the number of windows or dialogs that it opened. */
const modes = {
  CrossPlatform() {
    let opened = 0;
    const window = fakeWindow(PAGE, () => null);
    const left = enterPage(window, () => {
      opened++;
      return fakeWindow("https://keys.example", () => window);
    });
    const wallet = createRemoteWallet({
      keysUrl: "https://keys.example",
      apiKey: "key",
      app: { name: "Shop", logoUrl: null },
    });
    return { wallet, opened: () => opened, [Symbol.dispose]: () => left[Symbol.dispose]() };
  },
  AppSpecific() {
    let opened = 0;
    const wallet = localWallet({
      init() {},
      cleanup() {},
      canHandle: () => true,
      request: () => {
        opened++;
        return Promise.resolve();
      },
    });
    return { wallet, opened: () => opened, [Symbol.dispose]() {} };
  },
};

/** Sends a request and returns the error. */
const refusal = ({ provider }: LoadingProvider, { method, params }: Row) =>
  assertRejects(
    () => provider.request<{ ReturnType: unknown }>({ method, params }),
    AcctError,
    undefined,
    `${method} ${JSON.stringify(params).slice(0, 300)}`,
  );

for (const [mode, open] of Object.entries(modes)) {
  Deno.test(`refused: a connected page in ${mode} mode opens nothing, and names the field`, async () => {
    using at = open();
    const owned = openProvider(at.wallet);
    for (const row of rows) {
      const { field, cause = "invalid_params" } = row;
      const error = await refusal(owned, row);
      const code = cause === "invalid_params" ? -32602 : 5740;
      assertEquals([error.code, error.data.cause, error.data.field], [code, cause, field]);
      // Our own error texts: a library's would differ between versions.
      assertEquals(error.cause, undefined, error.message);
      assert(code === 5740 || error.message.includes(` ${field} `), error.message);
      assertEquals(at.opened(), 0, `${row.method} ${field}`);
    }
    owned.disconnect();
  });

  Deno.test(`refused: nor does a page in ${mode} mode before it is connected`, async () => {
    using at = open();
    const owned = openProvider(at.wallet, { connected: false });
    for (const row of rows) {
      // The account is not known yet.
      const named = JSON.stringify(row.params).toLowerCase().includes(`"${address.toLowerCase()}"`);
      if (named && /\.(?:to|spender|verifyingContract)$/.test(row.field)) continue;
      assertEquals((await refusal(owned, row)).data.field, row.field);
      assertEquals(at.opened(), 0, `${row.method} ${row.field}`);
    }
    owned.disconnect();
  });
}

Deno.test("refused: the wallet host and the service name the same field", async () => {
  let hosts = 0;
  let services = 0;
  for (const { field, cause = "invalid_params", host: atHost, service } of rows) {
    if (atHost !== undefined) {
      const [method, params, own = field] = atHost;
      const found = await place(() => host(method, params));
      assertEquals(found, `${cause} ${own}`, JSON.stringify(params));
      hosts++;
    }
    if (service === undefined) continue;
    assertEquals(await place(() => serve(...service)), `${cause} ${field}`);
    services++;
  }
  assert(hosts > 100 && services > 5, `${hosts} ${services}`);
});

Deno.test("refused: a valid request opens one window, in the very call", async () => {
  using at = modes.CrossPlatform();
  const owned = openProvider(at.wallet);
  const right: readonly [method: string, params: unknown][] = [
    ["eth_signTypedData_v4", [address, mail]],
    ["eth_signTypedData_v4", [address, nested(15)]],
    ["wallet_sign", [{ request: { type: "0x01", data: mail } }]],
    ["wallet_sendCalls", sent([{ to }], { capabilities: { paymasterService: sponsor } })],
    ["eth_sendTransaction", [{ to }]],
    // Sending to oneself has no effect, and is a common first attempt.
    ["eth_sendTransaction", [{ to: address, value: "0x1" }]],
    ["wallet_watchAsset", { type: "ERC20", options: { address: to, image: "data:," } }],
    ["wallet_watchAsset", [{ type: "ERC20", options: { address: to, symbol: "A", decimals: 0 } }]],
  ];
  // Waits for the checks, which are loaded by then; the checks of display methods are loaded with
  // the first.
  await refusal(owned, rows[0]!);
  await refusal(owned, rows.find(({ method }) => method === "wallet_watchAsset")!);
  for (const [method, params] of right) {
    const abort = new AbortController();
    const before = at.opened();
    const answer = owned.provider.request({ method, params } as never, { signal: abort.signal });
    assertEquals(at.opened(), before + 1, method);
    abort.abort();
    await assertRejects(() => answer, AcctError);
    // A window is kept for a moment, for the next step of a flow.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  owned.disconnect();
});

Deno.test("refused: a sponsor of the options is read completely before anything opens", async () => {
  for (
    const [context, field] of [
      ["free", "paymasters[1].context"],
      [[1], "paymasters[1].context"],
      // Twice as long as JSON.
      [{ quotes: '"'.repeat(15_000) }, "paymasters[1].context"],
    ] as const
  ) {
    using at = modes.CrossPlatform();
    // The page's language may not have seen the type.
    const paymasters = { 1: { ...sponsor, context } } as unknown as
      & AcctOptions["paymasters"]
      & object;
    const owned = openProvider(at.wallet, { paymasters });
    for (
      const [method, params] of [["wallet_sendCalls", sent([{ to }])], ["eth_sendTransaction", [{
        to,
      }]]]
    ) {
      const error = await refusal(owned, { method: method as string, params, field });
      assertEquals([error.data.cause, error.data.field], ["invalid_params", field]);
    }
    assertEquals(at.opened(), 0);
    owned.disconnect();
  }
});

Deno.test("refused: a problem found later by the wallet has the path of the dApp's own request", async () => {
  const found: readonly [method: string, params: unknown, field: string, expected: string][] = [
    ["eth_sendTransaction", [{ to }], "params[0].calls[0].to", "params[0].to"],
    ["wallet_sendCalls", sent([{ to }]), "params[0].calls[0].to", "params[0].calls[0].to"],
    [
      "wallet_sign",
      [{ request: { type: "0x01", data: mail } }],
      "params[1].message.text",
      "params[0].request.data.message.text",
    ],
    [
      "wallet_sign",
      [{ request: { type: "0x45", data: { message: "hello" } } }],
      "params[0]",
      "params[0].request.data.message",
    ],
    [
      "wallet_requestExecutionPermissions",
      [{
        chainId: "0x1",
        to,
        permission: {
          type: "native-token-periodic",
          data: { periodAmount: "0x1", periodDuration: 60 },
        },
        rules: [{ type: "expiry", data: { timestamp: 5 } }],
      }],
      "params[0].expiry",
      "params[0].rules[0].data.timestamp",
    ],
  ];
  for (const [method, params, field, expected] of found) {
    const owned = openProvider({
      ask: () => Promise.reject(new AcctError("invalid_params", { field, detail: `${field} is.` })),
      dispose() {},
    });
    const error = await refusal(owned, { method, params, field });
    assertEquals([error.code, error.data.field], [-32602, expected]);
    assert(error.message.endsWith(` ${expected} is.`), error.message);
    owned.disconnect();
  }
});
