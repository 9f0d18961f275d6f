/** Every screen in every state, as requests that no wallet stands behind. @module */
import { AcctError } from "../../core/errors.ts";
import type {
  ApprovalMethod,
  ApprovalRequest,
  CallView,
  ConnectPreview,
  FeeView,
  MessagePreview,
  PermissionView,
  PreviewOf,
  SendCallsPreview,
  TokenView,
  TypedDataPreview,
} from "../../core/wallet/approval.ts";
import { writable } from "../../core/wallet/readable.ts";

/** A request to show, with a few presses that bring it into its state. */
export interface Story {
  /** Makes the request. */
  readonly request: () => ApprovalRequest;
  /** Test ids to press, one after the other. */
  readonly press?: readonly string[];
}

const alice = "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C";
const bob = "0x2B7e151628aEd2a6abF7158809CF4F3C762E7160";
const usdc: TokenView = {
  address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  symbol: "USDC",
  decimals: 6,
};
const eth: TokenView = { address: null, symbol: "ETH", decimals: 18 };

/** What the wallet would do after a yes. */
type Answer = () => Promise<unknown>;
const never: Answer = () => new Promise(() => {});
const refuse = (cause: "passkey_cancelled" | "service_down" | "quote_changed"): Answer => () =>
  Promise.reject(new AcctError(cause));

/** A request with the usual surroundings. */
function request<M extends ApprovalMethod>(
  method: M,
  preview: PreviewOf[M],
  options: { approve?: Answer; account?: boolean; origin?: string; logo?: string; app?: string } =
    {},
): ApprovalRequest<M> {
  return {
    id: crypto.randomUUID(),
    method,
    flow: { id: crypto.randomUUID(), step: 1, steps: 1 },
    app: {
      name: options.app ?? "Meadow",
      logoUrl: options.logo ?? null,
      origin: options.origin ?? "https://app.meadow.example",
    },
    account: options.account === false ? null : { address: alice },
    chain: {
      id: 8453,
      name: "Base",
      testnet: false,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
    preview: writable(preview),
    approve: options.approve ?? never,
    reject: () => {},
    signal: new AbortController().signal,
  };
}

const connectPreview: ConnectPreview = { status: "ready", known: [], warnings: [] };
const connect = (
  preview: Partial<ConnectPreview> = {},
  options: Parameters<typeof request>[2] = {},
): ApprovalRequest =>
  request("wallet_connect", { ...connectPreview, ...preview }, { account: false, ...options });

const known = [
  { address: alice, name: "Everyday", credentialId: "a" },
  { address: bob, name: "Savings", credentialId: "b" },
] as const;

const sponsor: FeeView = { payer: "sponsor", sponsor: "Meadow's sponsor" };
const own: FeeView = {
  payer: "account",
  token: eth,
  expected: 41_234_567_890_123n,
  maximum: 78_901_234_567_890n,
  balance: 12_000_000_000_000_000n,
};

const transfer = (
  index: number,
  amount = 20_000_000n,
  recipient: `0x${string}` = bob,
): CallView => ({
  index,
  to: usdc.address!,
  value: 0n,
  data: `0xa9059cbb${recipient.slice(2).padStart(64, "0")}${amount.toString(16).padStart(64, "0")}`,
  kind: "token_transfer",
  function: {
    name: "transfer",
    args: [
      { name: "to", type: "address", value: recipient },
      { name: "amount", type: "uint256", value: String(amount) },
    ],
  },
  token: usdc,
  recipient,
  amount,
});

const nativeSend: CallView = {
  index: 0,
  to: bob,
  value: 250_000_000_000_000_000n,
  data: "0x",
  kind: "send",
  token: eth,
  recipient: bob,
  amount: 250_000_000_000_000_000n,
};

const approval: CallView = {
  index: 0,
  to: usdc.address!,
  value: 0n,
  data: "0x095ea7b3",
  kind: "token_approve",
  token: usdc,
  recipient: bob,
  amount: 2n ** 256n - 1n,
  unlimited: true,
};

const unknownCall: CallView = {
  index: 1,
  to: bob,
  value: 0n,
  data: `0x7f2a5c11${"00000000000000000000000000000000000000000000000000000000000000ff".repeat(6)}`,
  kind: "call",
};

const sendPreview: SendCallsPreview = {
  status: "ready",
  calls: [transfer(0)],
  changes: [{ token: usdc, delta: -20_000_000n }],
  fee: sponsor,
  warnings: [],
  revision: 0,
};
const send = (
  preview: Partial<SendCallsPreview> = {},
  options: Parameters<typeof request>[2] = {},
): ApprovalRequest => request("wallet_sendCalls", { ...sendPreview, ...preview }, options);

const message = (preview: Partial<MessagePreview>): ApprovalRequest =>
  request("personal_sign", { status: "ready", bytes: "0x", warnings: [], ...preview });

const typed = (preview: Partial<TypedDataPreview>): ApprovalRequest =>
  request("eth_signTypedData_v4", {
    status: "ready",
    primaryType: "Order",
    domain: { name: "Meadow Market", version: "1", chainId: 8453, verifyingContract: bob },
    message: {
      maker: { name: "Alice", wallet: alice },
      offer: [
        { token: usdc.address, amount: "20000000" },
        { token: bob, amount: "1" },
      ],
      expiry: "1793577600",
      salt: `0x${"5c".repeat(32)}`,
      note: "Spring seeds, first batch",
    },
    warnings: [],
    ...preview,
  });

const permission: PermissionView = {
  spender: bob,
  start: 1_790_000_000,
  end: 1_821_536_000,
  calls: [],
  spends: [
    { token: usdc, allowance: 50_000_000n, unit: "day", multiplier: 1 },
    { token: eth, allowance: 10_000_000_000_000_000n, unit: "week", multiplier: 2 },
  ],
};
const operation = {
  status: "ready",
  changes: [],
  fee: sponsor,
  warnings: [],
  revision: 0,
} as const;

/** The stories by name. */
export const stories: Readonly<Record<string, Story>> = {
  "connect-new": { request: () => connect() },
  "connect-known": {
    request: () => connect({ known }),
  },
  "connect-known-create": { request: () => connect({ known }), press: ["sdk-create-other"] },
  "connect-siwe": {
    request: () =>
      connect({
        siwe: { domain: "app.meadow.example", statement: "Sign in to see your garden." },
      }),
  },
  "connect-loading": { request: () => connect({ status: "loading" }) },
  "connect-busy": { request: () => connect(), press: ["sdk-create"] },
  "connect-cancelled": {
    request: () => connect({}, { approve: refuse("passkey_cancelled") }),
    press: ["sdk-create"],
  },
  "connect-error": {
    request: () =>
      connect({
        status: "error",
        error: { cause: "service_down", message: "No answer." },
        retry: () => {},
      }),
  },
  "connect-unsupported": {
    request: () =>
      connect({ status: "error", error: { cause: "passkey_unsupported", message: "None." } }),
  },
  "send-sponsored": { request: () => send() },
  "send-own-fee": {
    request: () =>
      send({ calls: [nativeSend], fee: own, changes: [{ token: eth, delta: -nativeSend.value }] }),
  },
  "send-loading": { request: () => send({ status: "loading", changes: null, fee: null }) },
  "send-batch": {
    request: () =>
      send({
        calls: [transfer(0), { ...nativeSend, index: 1 }],
        changes: [{ token: usdc, delta: -20_000_000n }, { token: eth, delta: -nativeSend.value }],
      }),
  },
  "send-approval": {
    request: () =>
      send({
        calls: [approval, unknownCall],
        changes: [{ token: usdc, delta: -5_000_000n }, {
          token: { address: bob, symbol: "MDW", decimals: 18 },
          delta: 12_345_000_000_000_000_000n,
        }],
        fee: own,
        warnings: [
          { code: "unlimited_approval", level: "danger", call: 0, detail: bob },
          { code: "unknown_function", level: "info", call: 1 },
        ],
      }),
  },
  "send-unlimited": {
    request: () =>
      send({
        calls: [approval],
        changes: [],
        warnings: [{ code: "unlimited_approval", level: "danger", call: 0, detail: bob }],
      }),
  },
  "send-sponsor-failed": {
    request: () => send({ fee: { ...own, sponsorFailed: "quota" } }),
  },
  "send-not-enough": { request: () => send({ fee: { ...own, balance: 1_000_000_000_000n } }) },
  "send-reverts": {
    request: () =>
      send({
        warnings: [{
          code: "simulation_reverts",
          level: "danger",
          detail: "ERC20: transfer amount exceeds balance",
        }],
        changes: [],
      }),
  },
  "send-error": {
    request: () =>
      send({
        status: "error",
        error: { cause: "chain_down", message: "No node." },
        changes: null,
        fee: null,
        retry: () => {},
      }),
  },
  "send-busy": { request: () => send(), press: ["sdk-confirm"] },
  "send-cancelled": {
    request: () => send({}, { approve: refuse("passkey_cancelled") }),
    press: ["sdk-confirm"],
  },
  "send-quote-changed": {
    request: () => send({ fee: own }, { approve: refuse("quote_changed") }),
    press: ["sdk-confirm"],
  },
  "send-200": {
    request: () =>
      send({
        calls: Array.from({ length: 200 }, (_, index) => transfer(index, BigInt(index + 1))),
      }),
    press: ["sdk-show-all"],
  },
  "send-detail": { request: () => send(), press: ["sdk-call"] },
  "send-long": {
    request: () =>
      send({
        calls: [{
          ...transfer(0, 2n ** 200n + 123_456_789n),
          token: { ...usdc, symbol: "SEVENTEENLETTERS!", decimals: 6 },
        }],
        fee: own,
      }, {
        app: "An application with a very long name that does not end soon",
        origin: "https://a-rather-long-subdomain.of-a-rather-long-domain.meadow-market.example",
      }),
  },
  "grant": {
    request: () => request("wallet_grantPermissions", { ...operation, permission }),
  },
  "grant-calls": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        fee: own,
        permission: {
          ...permission,
          spends: [{ token: usdc, allowance: 5n * 10n ** 12n, unit: "forever", multiplier: 1 }],
          calls: [
            { target: bob, selector: "0x38ed1739", signature: "swap(uint256,address[])" },
            { target: alice, selector: "0xd0e30db0" },
          ],
        },
      }),
  },
  "grant-sponsor-failed": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        fee: { ...own, sponsorFailed: "quota" },
        permission,
      }),
  },
  "revoke": {
    request: () =>
      request("wallet_revokePermissions", {
        ...operation,
        id: `0x${"3d".repeat(32)}`,
        permission: {
          ...permission,
          spends: permission.spends.map((spend) => ({ ...spend, remaining: spend.allowance / 4n })),
        },
      }),
  },
  "revoke-unknown": {
    request: () =>
      request("wallet_revokePermissions", { ...operation, id: `0x${"3d".repeat(32)}` }),
  },
  "message-text": {
    request: () =>
      message({
        text: "Welcome to Meadow.\n\nI agree to the terms of the garden, version 4.\n\n" +
          "Nonce: 8b3f0c2e91",
        bytes: "0x57656c636f6d6520746f204d6561646f772e",
      }),
  },
  "message-hidden": {
    request: () =>
      message({
        text: "Send 10 to \u202e0xABCD\u202c and\u200b nothing else",
        bytes: "0x53656e64",
        warnings: [{ code: "hidden_characters", level: "warning" }],
      }),
  },
  "message-bytes": {
    request: () =>
      message({
        bytes: `0x${"9f86d081884c7d659a2feaa0c55ad015".repeat(4)}`,
        warnings: [{ code: "not_text", level: "warning" }],
      }),
  },
  "message-long": { request: () => message({ text: "long ".repeat(1000), bytes: "0x6c6f6e67" }) },
  "typed-order": { request: () => typed({}) },
  "typed-permit": {
    request: () =>
      typed({
        primaryType: "Permit",
        domain: { name: "USD Coin", chainId: 8453, verifyingContract: usdc.address },
        message: {
          owner: alice,
          spender: bob,
          value: (2n ** 256n - 1n).toString(),
          nonce: "0",
          deadline: "1793577600",
        },
        warnings: [{ code: "permit", level: "danger" }],
      }),
  },
  "typed-huge": {
    request: () =>
      typed({
        message: {
          items: Array.from({ length: 10_000 }, (_, index) => ({
            id: String(index),
            note: index % 100 === 0 ? "x".repeat(5000) : "Row",
          })),
        },
      }),
  },
};
