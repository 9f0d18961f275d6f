/** Each method in each state that a page can be in, with the code that EIP-1193 and others ask for. */
import { assertEquals, assertRejects } from "@std/assert";
import { type Address, type Hex, numberToHex, stringToHex } from "viem";
import { fromGrant } from "../../core/permission/granted.ts";
import { encodeContext } from "../../core/permission/redemption.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { freePort } from "../../scripts/stack/anvil.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { prepareCalls } from "./prepared_calls.ts";
import { openPage, type Page } from "./wallet.ts";

/** The end of a request: a result, an error of this code, or a rejection because of another. */
type End = "ok" | number | "4001 because of 4900";

/** How a page stands to its account and its service. */
type State = "none" | "session" | "expired" | "down";

interface Row {
  readonly method: string;
  readonly params?: (world: World) => unknown;
  /** Parameters that are refused, each with its code, whatever the state. */
  readonly wrong?: readonly (readonly [unknown, number])[];
  readonly ends: Readonly<Record<State, End>>;
}

interface World {
  readonly stack: Stack;
  readonly address: Address;
  /** A bundle that landed. */
  readonly id: string;
  /** Id of a permission. */
  readonly granted: Hex;
  /** Its context, as of ERC-7710. */
  readonly context: Hex;
  /** Calls that a key of the page signed. */
  readonly prepared: unknown;
}

const to: Hex = `0x${"11".repeat(20)}`;
const another: Hex = `0x${"22".repeat(20)}`;
const later = () => Math.floor(Date.now() / 1000) + 3_600;
const random = () => `0x${crypto.randomUUID().replaceAll("-", "").repeat(2)}` as Hex;
const typedData = {
  types: {
    EIP712Domain: [{ name: "name", type: "string" }],
    Mail: [{ name: "text", type: "string" }],
  },
  primaryType: "Mail",
  domain: { name: "Test" },
  message: { text: "hello" },
};

const always = { none: "ok", session: "ok", expired: "ok", down: "ok" } as const;
/** Prompts the user, and connects if needed: it needs the service, never an earlier session. */
const asks = {
  none: "ok",
  session: "ok",
  expired: "ok",
  // The dialog is open by then and shows it; the user closes it.
  down: "4001 because of 4900",
} as const;
const reads = { none: "ok", session: "ok", expired: "ok", down: 4900 } as const;
const readsOwn = { none: 4100, session: "ok", expired: 4100, down: 4900 } as const;
const never = { none: 4200, session: 4200, expired: 4200, down: 4200 } as const;

const rows: readonly Row[] = [
  { method: "eth_accounts", ends: always },
  { method: "eth_coinbase", ends: always },
  { method: "eth_chainId", ends: always },
  { method: "net_version", ends: always },
  { method: "eth_requestAccounts", ends: always },
  { method: "wallet_disconnect", ends: always },
  {
    method: "wallet_requestPermissions",
    params: () => [{ eth_accounts: {} }],
    wrong: [
      [[], -32602],
      [[{}], -32602],
      [[{ eth_accounts: true }], -32602],
      [[{ eth_accounts: {}, eth_sign: {} }], -32602],
    ],
    ends: always,
  },
  {
    method: "wallet_connect",
    params: () => [{ capabilities: {} }],
    wrong: [
      [[5], -32602],
      [[{ capabilities: { nonsense: {} } }], 5700],
      [[{ capabilities: { signInWithEthereum: { nonce: "short", chainId: "0x7a69" } } }], -32602],
    ],
    ends: asks,
  },
  {
    method: "personal_sign",
    params: ({ address }) => [stringToHex("hello"), address],
    wrong: [[[], -32602], [["0x00", "0x1"], -32602], [["0x0", to], -32602], [["hello", to], 4100]],
    ends: asks,
  },
  {
    method: "eth_signTypedData_v4",
    params: ({ address }) => [address, JSON.stringify(typedData)],
    wrong: [[[to, "{"], -32602], [[to], -32602], [[to, typedData], 4100]],
    ends: asks,
  },
  {
    method: "wallet_sign",
    params: () => [{ request: { type: "0x45", data: { message: "hello" } } }],
    wrong: [
      [[{ request: { type: "0x00", data: {} } }], -32602],
      [[{ request: { type: "0x45", data: {} } }], -32602],
    ],
    ends: asks,
  },
  {
    method: "eth_sendTransaction",
    params: () => [{ to, value: "0x0" }],
    wrong: [[[{ to: "0x1" }], -32602], [[{}], -32602], [[{ to, value: "1" }], -32602], [
      [{ to, from: to }],
      4100,
    ]],
    ends: asks,
  },
  {
    method: "wallet_sendCalls",
    params: () => [{ version: "2.0.0", atomicRequired: true, calls: [{ to }] }],
    wrong: [
      [[], -32602],
      [[{ version: "1.0", calls: [{ to }] }], -32602],
      [[{ calls: [] }], -32602],
      [[{ calls: Array(501).fill({ to }) }], 5740],
      [[{ calls: [{ to, data: "0x1" }] }], -32602],
      [[{ calls: [{ to, value: "0x1" + "0".repeat(64) }] }], -32602],
      [[{ calls: [{ to }], capabilities: { nonsense: {} } }], 5700],
      [[{ calls: [{ to, capabilities: { nonsense: {} } }] }], 5700],
    ],
    ends: asks,
  },
  {
    method: "wallet_getCallsStatus",
    params: ({ id }) => [id],
    wrong: [[[], -32602], [[5], -32602]],
    ends: reads,
  },
  {
    // Outside of a browser there is no window.
    method: "acct_openWallet",
    params: () => [],
    wrong: [],
    ends: never,
  },
  {
    // A dialog shows it, and says so if it cannot be had; closing it is no refusal.
    method: "acct_showAccount",
    params: () => [],
    wrong: [],
    ends: always,
  },
  {
    // The account is up to date: nothing is asked. Which code it runs is read before a prompt.
    method: "acct_upgradeAccount",
    params: () => [],
    wrong: [[[{ chainId: 1 }], -32602], [[{ chainId: "0x1" }], 4902]],
    ends: { ...asks, down: 4900 },
  },
  {
    // A dialog shows it, and says so if it cannot be had; closing it is no refusal.
    method: "wallet_showCallsStatus",
    params: ({ id }) => [id],
    wrong: [[[], -32602], [[5], -32602], [[""], -32602]],
    ends: always,
  },
  {
    // The fake user confirms once the token is read; until then the dialog says what is missing.
    method: "wallet_watchAsset",
    params: ({ stack }) => ({ type: "ERC20", options: { address: stack.tokens[0]!.address } }),
    wrong: [
      [[], -32602],
      [{ type: "ERC721", options: { address: to } }, -32602],
      [{ type: "ERC20", options: { address: "0x1" } }, -32602],
    ],
    ends: asks,
  },
  {
    method: "wallet_getCapabilities",
    params: ({ address }) => [address],
    wrong: [[["0x1"], -32602], [[to, ["1"]], -32602]],
    ends: reads,
  },
  {
    method: "wallet_getAssets",
    wrong: [[[{ account: "0x1" }], -32602], [[{ assetTypeFilter: ["erc721"] }], -32602]],
    ends: readsOwn,
  },
  {
    method: "wallet_getAssets",
    params: ({ address }) => [{ account: address }],
    ends: reads,
  },
  {
    method: "wallet_getCallsHistory",
    wrong: [[[{ limit: 101 }], -32602], [[{ sort: 1 }], -32602]],
    ends: readsOwn,
  },
  {
    method: "wallet_getCallsHistory",
    params: ({ address }) => [{ address }],
    ends: reads,
  },
  {
    method: "wallet_getPermissions",
    params: () => [{}],
    wrong: [[[{ address: "0x1" }], -32602], [[{ chainId: "1" }], -32602]],
    ends: readsOwn,
  },
  {
    method: "wallet_grantPermissions",
    params: () => [{
      expiry: later(),
      spender: to,
      permissions: { spends: [{ token: to, allowance: "5", unit: "day" }] },
    }],
    wrong: [
      [[{}], -32602],
      [[{ expiry: 1e12, spender: "0x1", permissions: {} }], -32602],
      [[{ expiry: 1e9, spender: to, permissions: { calls: [{ target: to }] } }], -32602],
    ],
    // Its start is the chain's time, which is read before a prompt.
    ends: { ...asks, down: 4900 },
  },
  {
    method: "wallet_prepareCalls",
    params: () => [{ calls: [{ to }], key: { type: "secp256k1", publicKey: to } }],
    wrong: [
      [[{}], -32602],
      [[{ calls: [{ to }], key: {} }], -32602],
      [[{ calls: [{ to }], key: { type: "rsa", publicKey: to } }], -32602],
      [[{ calls: [{ to }], key: { type: "p256", publicKey: "0x12" } }], -32602],
      [[{ calls: [], key: { type: "secp256k1", publicKey: to } }], -32602],
      [[{ calls: [{ to }], key: { type: "secp256k1", publicKey: to }, from: another }], 4100],
    ],
    ends: reads,
  },
  {
    // Of an account without a session: its key signs.
    method: "wallet_sendPreparedCalls",
    params: ({ prepared }) => [prepared],
    wrong: [[[{}], -32602], [[{ chainId: "0x7a69", context: {} }], -32602]],
    ends: reads,
  },
  {
    method: "wallet_revokePermissions",
    params: ({ granted }) => [{ id: granted }],
    wrong: [
      [[{}], -32602],
      [[{ eth_accounts: 1 }], -32602],
      [[{ id: "0x12" }], -32602],
      [[{ id: random() }], -32610],
    ],
    // It is looked up before a prompt.
    ends: { ...asks, down: 4900 },
  },
  { method: "wallet_getGrantedExecutionPermissions", ends: readsOwn },
  {
    method: "wallet_revokeExecutionPermission",
    params: ({ context }) => [{ permissionContext: context }],
    wrong: [
      [[{}], -32602],
      [[{ permissionContext: "0x12" }], -32602],
      [[{ permissionContext: `0x${"00".repeat(100)}` }], -32602],
    ],
    // It is looked up before a prompt.
    ends: { ...asks, down: 4900 },
  },
  {
    method: "wallet_addEthereumChain",
    params: ({ stack }) => [{
      chainId: numberToHex(stack.chainId),
      chainName: "Local",
      rpcUrls: ["https://node.example"],
    }],
    wrong: [[[], -32602], [[{ chainId: 1 }], -32602], [[{ chainId: "0x1" }], 4902]],
    ends: reads,
  },
  {
    method: "wallet_switchEthereumChain",
    params: ({ stack }) => [{ chainId: numberToHex(stack.chainId) }],
    wrong: [[[], -32602], [[{ chainId: 1 }], -32602], [[{ chainId: "0x0" }], -32602]],
    ends: reads,
  },
  { method: "eth_blockNumber", ends: reads },
  {
    method: "eth_getBalance",
    params: ({ address }) => [address, "latest"],
    wrong: [[["0x1", "latest"], -32602], [{}, -32602]],
    ends: reads,
  },
  { method: "eth_sign", ends: never },
  { method: "eth_sendRawTransaction", ends: never },
  { method: "eth_subscribe", ends: never },
  { method: "eth_newFilter", params: () => [{}], ends: never },
  { method: "eth_getFilterChanges", params: () => ["0x1"], ends: never },
  { method: "toString", ends: never },
];

async function end(page: Page, method: string, params: unknown): Promise<End> {
  try {
    await page.provider.request<{ ReturnType: unknown }>({
      method,
      ...(params !== undefined && { params }),
    });
    return "ok";
  } catch (error) {
    if (!(error instanceof AcctError)) throw error;
    assertEquals(typeof error.data.cause, "string");
    assertEquals(error.message.length > 0 && error.data.advice.length > 0, true);
    const { cause } = error;
    return error.data.cause === "user_rejected" && cause instanceof AcctError
      ? `4001 because of ${cause.code}` as End
      : error.code;
  }
}

Deno.test("conformance: each method in each state", async (t) => {
  await using stack = await startStack();
  await using first = openPage(stack);
  const [address] = await first.provider.request({ method: "eth_requestAccounts" }) as Address[];
  const { id } = await first.provider.request({
    method: "wallet_sendCalls",
    params: [{ calls: [{ to }] }],
  }) as { id: string };
  const grant = await first.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      expiry: later(),
      spender: to,
      permissions: { spends: [{ token: to, allowance: "5", unit: "day" }] },
    }],
  });
  const granted = grant.permissionId;
  const id7710 = { chainId: stack.chainId, id: granted };
  const context = encodeContext({ permission: fromGrant(grant), ...id7710 });
  const prepared = await prepareCalls(first, to);
  const world: World = { stack, address: address!, id, granted, context, prepared };
  const nowhere = `http://localhost:${await freePort(0)}`;

  /** A page of the same device in a state of its own. */
  const open = (state: State) => {
    const storage = memoryStorage();
    const keep = state === "none" ? ["acct.accounts.1"] : ["acct.accounts.1", "session"];
    for (const key of keep) storage.set(key, first.storage.get(key));
    const ahead = state === "expired" ? 25 * 3_600_000 : 0;
    return openPage(stack, {
      storage,
      ceremony: first.ceremony,
      // The service's quotes are stamped with its own clock: only the session is from yesterday.
      ...(ahead > 0 && { sessionNow: () => Date.now() + ahead }),
      ...(state === "down" && { serverUrl: nowhere }),
    });
  };

  for (const { method, params, wrong = [], ends } of rows) {
    const given = params?.(world);
    const name = given === undefined ? method : `${method} ${JSON.stringify(given).slice(0, 40)}`;
    await t.step(name, async () => {
      const found: Partial<Record<State, End>> = {};
      for (const state of ["none", "session", "expired", "down"] as const) {
        await using page = open(state);
        const before = await page.provider.request({ method: "eth_accounts" });
        found[state] = await end(page, method, params?.(world));
        // A failure does not disconnect.
        if (found[state] !== "ok") {
          assertEquals(await page.provider.request({ method: "eth_accounts" }), before, state);
        }
      }
      assertEquals(found, ends);
      for (const [bad, code] of wrong) {
        await using page = open("session");
        const prompts = page.ceremony.prompts.length;
        assertEquals(await end(page, method, bad), code, JSON.stringify(bad).slice(0, 80));
        assertEquals(page.ceremony.prompts.length, prompts, "no dialog was shown");
      }
    });
  }

  await t.step("what names its own codes", async () => {
    await using page = open("session");
    const codes: [string, unknown, number][] = [
      ["wallet_switchEthereumChain", [{ chainId: "0x1" }], 4902],
      ["wallet_sendCalls", [{ calls: [{ to }], chainId: "0x1" }], 5710],
      ["eth_sendTransaction", [{ to, chainId: "0x1" }], 4902],
      [
        "wallet_sign",
        [{ request: { type: "0x45", data: { message: "a" } }, chainId: "0x1" }],
        4902,
      ],
      ["wallet_getCallsStatus", ["nobody's"], 5730],
      ["", undefined, -32600],
    ];
    for (const [method, params, code] of codes) {
      assertEquals(await end(page, method, params), code, method);
    }
    const twice = [{ id: "twice", calls: [{ to }] }];
    assertEquals(await end(page, "wallet_sendCalls", twice), "ok");
    assertEquals(await end(page, "wallet_sendCalls", twice), 5720);
    // EIP-2255: the dApp's own permission is the connection.
    const own = [{ eth_accounts: {} }];
    const [permission] = await page.provider.request({
      method: "wallet_requestPermissions",
      params: [{ eth_accounts: {} }],
    });
    const accounts = await page.provider.request({ method: "eth_accounts" });
    assertEquals([permission!.parentCapability, permission!.caveats[0].value], [
      "eth_accounts",
      accounts,
    ]);
    assertEquals(await end(page, "wallet_revokePermissions", own), "ok");
    assertEquals(await page.provider.request({ method: "eth_accounts" }), []);
    page.disconnect();
    assertEquals(await end(page, "eth_accounts", undefined), 4900);
    // A test network as the default chain needs showTestnets: refused at the first request.
    await using shy = openPage(stack, { showTestnets: false });
    const error = await assertRejects(
      () => shy.provider.request({ method: "eth_requestAccounts" }),
      AcctError,
    );
    assertEquals([error.code, error.data.field], [4902, "defaultChainId"]);
    assertEquals(shy.ceremony.prompts, [], "no dialog was shown");
  });
});
