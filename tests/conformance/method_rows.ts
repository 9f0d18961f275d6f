/** Lists each method in each state of a page, with its outcome. @module */
import { type Address, type Hex, numberToHex, stringToHex } from "viem";
import type { Stack } from "../../scripts/stack/mod.ts";

/**
 * The outcome of a request: a result, an error with this code, or a rejection with another cause.
 */
export type End = "ok" | number | "4001 because of 4900";

/** State of a page's account and service. */
export type State = "none" | "session" | "expired" | "down";

/** A method, and its outcome in each state. */
export interface Row {
  readonly method: string;
  readonly params?: (world: World) => unknown;
  /** Rejected parameters, each with its code, independent of the state. */
  readonly wrong?: readonly (readonly [unknown, number])[];
  readonly ends: Readonly<Record<State, End>>;
}

/** The stack, and the account and grants on it. */
export interface World {
  readonly stack: Stack;
  readonly address: Address;
  /** A bundle that landed. */
  readonly id: string;
  /** Id of a permission. */
  readonly granted: Hex;
  /** Context of the permission, as in ERC-7710. */
  readonly context: Hex;
  /** Calls that a key of the page signed. */
  readonly prepared: unknown;
}

/** A recipient. */
export const to: Hex = `0x${"11".repeat(20)}`;
const another: Hex = `0x${"22".repeat(20)}`;
/** A time in an hour. */
export const later = () => Math.floor(Date.now() / 1000) + 3_600;
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
/** Names an account, which must be connected: a dialog that connects would offer others. */
const asksNamed = { ...asks, none: 4100, expired: 4100 } as const;
const reads = { none: "ok", session: "ok", expired: "ok", down: 4900 } as const;
const readsOwn = { none: 4100, session: "ok", expired: 4100, down: 4900 } as const;
const never = { none: 4200, session: 4200, expired: 4200, down: 4200 } as const;

/** List of all methods. */
export const rows: readonly Row[] = [
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
    ends: asksNamed,
  },
  {
    method: "eth_signTypedData_v4",
    params: ({ address }) => [address, JSON.stringify(typedData)],
    wrong: [[[to, "{"], -32602], [[to], -32602], [[to, typedData], 4100]],
    ends: asksNamed,
  },
  ...["eth_signTypedData", "eth_signTypedData_v3"].map((method): Row => ({
    method,
    params: ({ address }) => [address, typedData],
    // The first version has an array, and the account behind it.
    wrong: [[[[{ type: "string", name: "a", value: "b" }], to], -32602], [[to, typedData], 4100]],
    ends: asksNamed,
  })),
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
    // A dialog shows it, or reports that it is unavailable; closing it is no rejection.
    method: "acct_showAccount",
    params: () => [],
    wrong: [],
    ends: always,
  },
  {
    // The account is up to date, so there is no prompt. Its code is read before a prompt.
    method: "acct_upgradeAccount",
    params: () => [],
    wrong: [[[{ chainId: 1 }], -32602], [[{ chainId: "0x1" }], 4902]],
    ends: { ...asks, down: 4900 },
  },
  {
    // A dialog shows it, or reports that it is unavailable; closing it is no rejection.
    method: "wallet_showCallsStatus",
    params: ({ id }) => [id],
    wrong: [[[], -32602], [[5], -32602], [[""], -32602]],
    ends: always,
  },
  {
    // The fake user confirms once the token is read; until then the dialog names the missing part.
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
    // The start of the permission is the chain's time, which is read before a prompt.
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
    // An account without a session: its key signs.
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
  { method: "wallet_getSupportedExecutionPermissions", ends: reads },
  {
    method: "wallet_requestExecutionPermissions",
    params: ({ stack }) => [{
      chainId: numberToHex(stack.chainId),
      to,
      permission: {
        type: "native-token-periodic",
        data: { periodAmount: "0x5", periodDuration: 86_400 },
      },
      rules: [{ type: "expiry", data: { timestamp: later() } }],
    }],
    wrong: [[[], -32602], [[{}], -32602]],
    // The chain is looked up before a prompt.
    ends: { ...asks, down: 4900 },
  },
  {
    method: "wallet_revokeExecutionPermission",
    params: ({ context }) => [{ permissionContext: context }],
    wrong: [
      [[{}], -32602],
      [[{ permissionContext: "0x12" }], -32602],
      [[{ permissionContext: `0x${"00".repeat(100)}` }], -32602],
    ],
    // It is looked up before a prompt.
    ends: { ...asksNamed, down: 4900 },
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
  { method: "acct_exportAccount", ends: readsOwn },
  { method: "acct_getOwners", ends: readsOwn },
  {
    method: "acct_addRecoveryAddress",
    params: () => [{ owner: random().slice(0, 42) }],
    wrong: [[[], -32602], [[{ owner: "0x1" }], -32602]],
    ends: asks,
  },
  { method: "eth_sign", ends: never },
  { method: "eth_sendRawTransaction", ends: never },
  { method: "eth_subscribe", ends: never },
  { method: "eth_newFilter", params: () => [{}], ends: never },
  { method: "eth_getFilterChanges", params: () => ["0x1"], ends: never },
  { method: "toString", ends: never },
];
