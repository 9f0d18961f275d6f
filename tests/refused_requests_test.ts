/**
 * Requests that are refused for what is in them: the page opens no window and no dialog, and the wallet
 * host, asked directly, names the same field.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { accountOf } from "../core/account/address.ts";
import { contracts, ENTRY_POINT } from "../core/chain/contracts.ts";
import { memoryStorage } from "../core/lib/storage.ts";
import { connectPageTo } from "../core/page/connected.ts";
import type { AcctOptions } from "../core/page/options.ts";
import { createProvider, type LoadingProvider } from "../core/page/provider.ts";
import { resolveOptions } from "../core/page/resolve_options.ts";
import { createRemoteWallet } from "../core/page/window/remote.ts";
import { AcctError } from "../core/protocol/errors.ts";
import type { Wallet } from "../core/protocol/requests.ts";
import { localService, localWallet } from "../core/testing/local_wallet.ts";
import { enterPage, fakeWindow } from "../core/testing/windows.ts";
import type { DappMethod } from "../core/wallet/host/params.ts";
import { host, place, serve } from "./limits/sides.ts";

const PAGE = "https://shop.example";
const account = accountOf(`0x${"11".repeat(64)}`);
const { address } = account;
const to = `0x${"22".repeat(20)}`;
const other = `0x${"33".repeat(20)}`;

/** A request of a page, the field that is wrong in it, and the same as the wallet host gets it. */
interface Row {
  readonly method: string;
  readonly params: unknown;
  readonly field: string;
  readonly cause?: string;
  readonly host?: readonly [method: DappMethod, params: object, field?: string];
  readonly service?: readonly [method: string, params: unknown];
}

const sent = (calls: readonly object[], more: object = {}) => [{ calls, ...more }];
const addressed = { account: address, chainId: 1 };
const plain = { to, value: "0x0", data: "0x" };
const sponsor = { url: "https://pay.example" };

/** A wrong sponsor, in each method that has one, as each side gets it. */
function badSponsor(paymasterService: unknown, below: string): Row[] {
  const capabilities = { paymasterService };
  const field = `params[0].capabilities.paymasterService${below}`;
  const id = `0x${"55".repeat(32)}`;
  const grant = { spender: to, expiry: 2e9 };
  const spend = { token: to, allowance: "5", unit: "day" };
  const paymaster = paymasterService;
  return [
    {
      method: "wallet_sendCalls",
      params: sent([{ to }], { capabilities }),
      field,
      host: ["wallet_sendCalls", { ...addressed, calls: [plain], paymaster }],
      service: ["acct_prepare", [{ chainId: "0x1", account, calls: [plain], paymaster }]],
    },
    { method: "eth_sendTransaction", params: [{ to, capabilities }], field },
    {
      method: "wallet_grantPermissions",
      params: [{ ...grant, permissions: { spends: [spend] }, capabilities }],
      field,
      host: ["wallet_grantPermissions", {
        ...addressed,
        ...grant,
        calls: [],
        spends: [{ ...spend, unit: 2, multiplier: 1 }],
        paymaster,
      }],
    },
    {
      method: "wallet_revokePermissions",
      params: [{ id, capabilities }],
      field,
      host: ["wallet_revokePermissions", { ...addressed, id, paymaster }],
    },
  ];
}

const mail = {
  types: {
    Mail: [
      { name: "to", type: "Party" },
      { name: "amounts", type: "uint8[2]" },
      { name: "text", type: "string" },
      { name: "data", type: "bytes" },
      { name: "word", type: "bytes4" },
      { name: "change", type: "int16" },
      { name: "read", type: "bool" },
    ],
    Party: [{ name: "wallet", type: "address" }],
  },
  primaryType: "Mail",
  domain: { name: "Shop", chainId: 1, verifyingContract: other },
  message: {
    to: { wallet: to },
    amounts: [1, "0xff"],
    text: "hello",
    data: "0x",
    word: "0x01020304",
    change: "-32768",
    read: true,
  },
};

/** Typed data with one member of its message in place of another. */
const message = (more: object) => ({ ...mail, message: { ...mail.message, ...more } });
const domain = (more: object) => ({ ...mail, domain: { ...mail.domain, ...more } });
const types = (more: object) => ({ ...mail, types: { ...mail.types, ...more } });

/** Structs inside each other, and a message of them. */
function nested(depth: number) {
  let inner: object = { next: [] };
  for (let index = 0; index < depth; index++) inner = { next: [inner] };
  const Node = [{ name: "next", type: "Node[]" }];
  return { types: { Node }, primaryType: "Node", domain: {}, message: inner };
}

const badTypedData: readonly (readonly [data: unknown, below: string])[] = [
  [message({ amounts: [1, 256] }), ".message.amounts[1]"],
  [message({ amounts: [1, -1] }), ".message.amounts[1]"],
  [message({ amounts: [1, 1.5] }), ".message.amounts[1]"],
  [message({ amounts: [1, "1.5"] }), ".message.amounts[1]"],
  [message({ amounts: [1, ""] }), ".message.amounts[1]"],
  [message({ amounts: [1, " 1 "] }), ".message.amounts[1]"],
  [message({ amounts: [1, "many"] }), ".message.amounts[1]"],
  [message({ amounts: [1, true] }), ".message.amounts[1]"],
  [message({ amounts: [1, null] }), ".message.amounts[1]"],
  [message({ amounts: [1] }), ".message.amounts"],
  [message({ amounts: [1, 2, 3] }), ".message.amounts"],
  [message({ amounts: "12" }), ".message.amounts"],
  [message({ change: -32769 }), ".message.change"],
  [message({ change: 32768 }), ".message.change"],
  [message({ text: 5 }), ".message.text"],
  [message({ text: "half \ud800" }), ".message.text"],
  [message({ text: undefined }), ".message.text"],
  [message({ data: "0x1" }), ".message.data"],
  [message({ data: "hello" }), ".message.data"],
  [message({ word: "0x010203" }), ".message.word"],
  [message({ read: "true" }), ".message.read"],
  [message({ to: null }), ".message.to"],
  [message({ to: {} }), ".message.to.wallet"],
  [message({ to: { wallet: "0x12" } }), ".message.to.wallet"],
  [
    message({ to: { wallet: `${address.slice(0, -1)}${"aA"}`.slice(0, 42) } }),
    ".message.to.wallet",
  ],
  [{ ...mail, message: [] }, ".message"],
  [domain({ chainId: "one" }), ".domain.chainId"],
  [domain({ name: 5 }), ".domain.name"],
  [domain({ salt: "0x12" }), ".domain.salt"],
  [domain({ verifyingContract: "me" }), ".domain.verifyingContract"],
  [types({ EIP712Domain: [{ name: "version", type: "string" }] }), ".domain.version"],
  [types({ EIP712Domain: [{ name: "to", type: "Party" }] }), ".types.EIP712Domain[0].type"],
  [types({ Party: [{ name: "wallet", type: "Wallet" }] }), ".types.Wallet"],
  [types({ Party: [{ name: "wallet", type: "uint7" }] }), ".types.uint7"],
  [types({ Party: [{ name: "wallet", type: "bytes33" }] }), ".types.bytes33"],
  [types({ address: [{ name: "wallet", type: "bool" }] }), ".types.address"],
  [types({ Party: 5 }), ".types.Party"],
  [{ ...mail, primaryType: "Letter" }, ".types.Letter"],
  [{ ...mail, primaryType: "toString" }, ".primaryType"],
  [{ ...mail, primaryType: "Ma,il" }, ".primaryType"],
  [{ ...mail, primaryType: "EIP712Domain" }, ".primaryType"],
  [{ ...mail, primaryType: undefined }, ".primaryType"],
  [nested(16), `.message${".next[0]".repeat(16)}.next`],
  ...[address, ENTRY_POINT, contracts.factory, contracts.implementation, contracts.permissions]
    .flatMap((own) => [own, own.toLowerCase()]).map((verifyingContract) =>
      [domain({ verifyingContract }), ".domain.verifyingContract"] as const
    ),
];

/** Typed data in both methods, as an object and as text. */
const typedRows = badTypedData.flatMap(([typedData, below]): Row[] => {
  const field = `params[1]${below}`;
  const asHost = ["eth_signTypedData_v4", { ...addressed, typedData }, field] as const;
  return [
    { method: "eth_signTypedData_v4", params: [address, typedData], field, host: asHost },
    { method: "eth_signTypedData_v4", params: [address, JSON.stringify(typedData)], field },
    {
      method: "wallet_sign",
      params: [{ request: { type: "0x01", data: typedData } }],
      field: `params[0].request.data${below}`,
    },
  ];
});

/** Calls, and spenders, that belong to the wallet. */
const ownRows = [address, ENTRY_POINT, ...Object.values(contracts).slice(0, 3)]
  .flatMap((own) => [own, own.toLowerCase()])
  .flatMap((own): Row[] => {
    const spend = { token: to, allowance: "5", unit: "day" };
    const stored = { calls: [], spends: [{ ...spend, unit: 2, multiplier: 1 }] };
    return [
      {
        method: "wallet_sendCalls",
        params: sent([{ to }, { to: own }]),
        field: "params[0].calls[1].to",
        host: ["wallet_sendCalls", { ...addressed, calls: [plain, { ...plain, to: own }] }],
      },
      { method: "eth_sendTransaction", params: [{ to: own }], field: "params[0].to" },
      {
        method: "wallet_grantPermissions",
        params: [{ spender: own, expiry: 2e9, permissions: { spends: [spend] } }],
        field: "params[0].spender",
        host: ["wallet_grantPermissions", { ...addressed, spender: own, expiry: 2e9, ...stored }],
      },
      {
        method: "wallet_requestExecutionPermissions",
        params: [{
          chainId: "0x1",
          to: own,
          permission: {
            type: "native-token-periodic",
            data: { periodAmount: "0x1", periodDuration: 60 },
          },
          rules: [{ type: "expiry", data: { timestamp: 2e9 } }],
        }],
        field: "params[0].to",
      },
    ];
  });

const many = Array(501).fill("function f()");
const badAbis: readonly (readonly [abi: unknown, below: string, cause?: string])[] = [
  ["function f()", ""],
  [[5], "[0]"],
  [["function"], "[0]"],
  [["function f(uint7 a)"], "[0]"],
  [[{ type: "function", name: 5, inputs: [] }], "[0].name"],
  [[{ type: "function", name: "f", inputs: [{ type: "tuple" }] }], "[0].inputs[0].components"],
  [many, "", "bundle_too_large"],
];
const abiRows = badAbis.flatMap(([abi, below, cause]): Row[] => [
  {
    method: "wallet_sendCalls",
    params: sent([{ to }], { capabilities: { abi } }),
    field: `params[0].capabilities.abi${below}`,
    ...(cause && { cause }),
    host: ["wallet_sendCalls", { ...addressed, calls: [plain], abi }],
  },
  {
    method: "wallet_sendCalls",
    params: sent([{ to }, { to, capabilities: { abi } }]),
    field: `params[0].calls[1].capabilities.abi${below}`,
    ...(cause && { cause }),
    host: ["wallet_sendCalls", { ...addressed, calls: [plain, { ...plain, abi }] }],
  },
]);

const badTexts: readonly (readonly [texts: unknown, below: string])[] = [
  ["avatar", ""],
  [Array(21).fill({ key: "a", value: "a" }), ""],
  [[{ key: "avatar" }], "[0].value"],
  [[{ key: "ä", value: "a" }], "[0].key"],
  [[{ key: "", value: "a" }], "[0].key"],
  [[{ key: "a", value: "a\u202eb" }], "[0].value"],
  [[{ key: "a", value: "\n" }], "[0].value"],
  [[{ key: "a", value: "\ud800" }], "[0].value"],
  [[{ key: "a", value: "a" }, { key: "a", value: "b" }], "[1].key"],
];
const textRows = badTexts.map(([texts, below]): Row => ({
  method: "wallet_connect",
  params: [{ capabilities: { subnameTextRecords: texts } }],
  field: `params[0].capabilities.subnameTextRecords${below}`,
  host: ["wallet_connect", { chainId: 1, ens: { domain: "shop.eth", texts } }],
}));

const siwe = { nonce: "12345678", chainId: "0x1" };
const rows: readonly Row[] = [
  ...typedRows,
  ...ownRows,
  ...abiRows,
  {
    method: "wallet_sendCalls",
    params: sent(
      [{ to, capabilities: { abi: many.slice(1) } }, { to, capabilities: { abi: [many[0]] } }],
      { capabilities: { abi: many.slice(1) } },
    ),
    field: "params[0].capabilities.abi",
    host: ["wallet_sendCalls", {
      ...addressed,
      calls: [{ ...plain, abi: many.slice(1) }, { ...plain, abi: [many[0]] }],
      abi: many.slice(1),
    }],
  },
  ...textRows,
  ...badSponsor({ url: "pay" }, ".url"),
  ...badSponsor({ url: "http://pay.example" }, ".url"),
  ...badSponsor({}, ".url"),
  ...badSponsor({ ...sponsor, context: "free" }, ".context"),
  ...badSponsor({ ...sponsor, context: { a: "x".repeat(20_000) } }, ".context"),
  {
    method: "wallet_sendCalls",
    params: sent([{ to, data: "0x1" }]),
    field: "params[0].calls[0].data",
    host: ["wallet_sendCalls", { ...addressed, calls: [{ ...plain, data: "0x1" }] }],
    service: ["acct_prepare", [{ chainId: "0x1", account, calls: [{ ...plain, data: "0x1" }] }]],
  },
  {
    method: "wallet_sendCalls",
    params: sent([{ to }], { id: "" }),
    field: "params[0].id",
    host: ["wallet_sendCalls", { ...addressed, calls: [plain], id: "" }],
  },
  {
    method: "wallet_sendCalls",
    params: sent([{ to }], { capabilities: { permissions: { id: "0x12" } } }),
    field: "params[0].capabilities.permissions.id",
    host: ["wallet_sendCalls", { ...addressed, calls: [plain], permission: "0x12" }],
  },
  {
    method: "personal_sign",
    params: [5, address],
    field: "params[0]",
    host: ["personal_sign", { ...addressed, message: 5 }],
  },
  {
    method: "personal_sign",
    params: ["0x12", "me"],
    field: "params[1]",
    host: ["personal_sign", { ...addressed, account: "me", message: "0x12" }],
  },
  {
    method: "eth_signTypedData_v4",
    params: ["me", mail],
    field: "params[0]",
    host: ["eth_signTypedData_v4", { ...addressed, account: "me", typedData: mail }],
  },
  {
    method: "wallet_showCallsStatus",
    params: [""],
    field: "params[0]",
    host: ["wallet_showCallsStatus", { id: "", chainId: 1 }],
    service: ["wallet_getCallsStatus", [""]],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, nonce: "short" } } }],
    field: "params[0].capabilities.signInWithEthereum.nonce",
    host: ["wallet_connect", { chainId: 1, siwe: { nonce: "short", chainId: 1 } }],
  },
  {
    method: "wallet_connect",
    params: [{ capabilities: { signInWithEthereum: { ...siwe, domain: "bank.example" } } }],
    field: "params[0].capabilities.signInWithEthereum.domain",
    host: ["wallet_connect", {
      chainId: 1,
      siwe: { nonce: siwe.nonce, chainId: 1, domain: "bank.example" },
    }],
  },
  {
    method: "wallet_revokePermissions",
    params: [{ id: "0x12" }],
    field: "params[0].id",
    host: ["wallet_revokePermissions", { ...addressed, id: "0x12" }],
  },
];

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

/** Asks, and returns the error. */
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
      // Our own words: a library's would differ from one version to the next.
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

Deno.test("refused: the wallet host and the service name the same field", () => {
  let hosts = 0;
  let services = 0;
  for (const { field, cause = "invalid_params", host: atHost, service } of rows) {
    if (atHost !== undefined) {
      const [method, params, own = field] = atHost;
      assertEquals(place(() => host(method, params)), `${cause} ${own}`, JSON.stringify(params));
      hosts++;
    }
    if (service === undefined) continue;
    assertEquals(place(() => serve(...service)), `${cause} ${field}`);
    services++;
  }
  assert(hosts > 100 && services > 5, `${hosts} ${services}`);
});

Deno.test("refused: what is right opens one window, in the very call", async () => {
  using at = modes.CrossPlatform();
  const owned = openProvider(at.wallet);
  const right: readonly [method: string, params: unknown][] = [
    ["eth_signTypedData_v4", [address, mail]],
    ["eth_signTypedData_v4", [address, nested(15)]],
    ["wallet_sign", [{ request: { type: "0x01", data: mail } }]],
    ["wallet_sendCalls", sent([{ to }], { capabilities: { paymasterService: sponsor } })],
    ["eth_sendTransaction", [{ to }]],
  ];
  // Waits for the checks, which a page has by then.
  await refusal(owned, rows[0]!);
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

Deno.test("refused: a sponsor of the options is read in full before anything opens", async () => {
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

Deno.test("refused: what the wallet finds later has the path of the dApp's own request", async () => {
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
