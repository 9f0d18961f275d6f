/** Fixtures of the stories. @module */
import { AcctError } from "../../core/ground/errors.ts";
import type {
  BundleView,
  CallView,
  ChainView,
  ConnectPreview,
  DialogMethod,
  DialogRequest,
  MessagePreview,
  PermissionView,
  PreviewOf,
  SendCallsPreview,
  TypedDataPreview,
} from "../../core/dialog/types.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { typedDataHashes } from "../../core/account/typed_data_hash.ts";
import { calldataDigests, messageDigests, typedDataDigests } from "../../core/reading/digests.ts";
import type { ShowAccountPreview } from "../../core/dialog/account.ts";
import type { ClaimNamePreview } from "../../core/dialog/name.ts";
import type { ChangeOwnersPreview } from "../../core/dialog/owners.ts";
import type {
  OwnerChainView,
  OwnerView,
} from "../../core/protocol/methods/account/acct_get_owners.ts";
import { writable } from "../../core/lib/readable.ts";
import { type Answer, open } from "./requests.ts";

import { alice, bob, eth, sponsor, usdc } from "./fee_fixtures.ts";

export * from "./fee_fixtures.ts";

/** Time of the stories, in Unix seconds: Sep 21, 2026. */
export const today = 1_790_000_000;

/** One ether in wei. */
export const ether = 10n ** 18n;

/** Approval that fails. */
export const refuse =
  (cause: "passkey_cancelled" | "service_down" | "quote_changed" | "name_taken"): Answer => () =>
    Promise.reject(new AcctError(cause));

/** Creates a request. */
export function request<M extends DialogMethod>(
  method: M,
  preview: PreviewOf[M],
  options: {
    approve?: Answer;
    account?: boolean;
    name?: string;
    origin?: string;
    logo?: string;
    app?: string;
  } = {},
): DialogRequest<M> {
  return open({
    method,
    flow: { id: crypto.randomUUID(), step: 1, steps: 1 },
    app: {
      name: options.app ?? "Meadow",
      logoUrl: options.logo ?? null,
      origin: options.origin ?? "https://app.meadow.example",
    },
    account: options.account === false
      ? null
      : { address: alice, ...(options.name !== undefined && { name: options.name }) },
    chain: {
      id: 8453,
      name: "Base",
      testnet: false,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
    preview: writable(preview),
  }, options);
}

const lostUrl = "https://keys.meadow.example/#/lost";
/** Ready preview of a connection. */
const connectPreview: ConnectPreview = { status: "ready", known: [], warnings: [], lostUrl };
/** Creates a connection request. */
export const connect = (
  preview: Partial<ConnectPreview> = {},
  options: Parameters<typeof request>[2] = {},
): DialogRequest =>
  request("wallet_connect", { ...connectPreview, ...preview }, { account: false, ...options });

/** Known accounts of the device. */
export const known = [
  { address: alice, name: "Everyday", credentialId: "a" },
  { address: bob, name: "Savings", credentialId: "b" },
] as const;

/** Passkey that is an owner. */
export const secondPasskey: OwnerView = {
  index: 1,
  kind: "passkey",
  owner: `0x${"7c".repeat(64)}`,
  name: "Security key",
  here: false,
};
/** Address that is an owner. */
export const recoveryAddress: OwnerView = {
  index: 2,
  kind: "recovery",
  owner: `0x${bob.slice(2).toLowerCase().padStart(64, "0")}`,
  address: bob,
  here: false,
};
/** Creates a change of owners; `late` are the chains where it is waiting. */
export const owners = (
  kind: "add" | "remove",
  owner: OwnerView,
  late: readonly string[] = [],
  state: OwnerChainView["state"] = "waiting",
  delay?: ChangeOwnersPreview["delay"],
  grants?: ChangeOwnersPreview["grants"],
  approvals?: ChangeOwnersPreview["approvals"],
  reached: readonly string[] = [],
): DialogRequest =>
  request("acct_changeOwners", {
    status: "ready",
    kind,
    owner,
    chains: [
      ...late.map((name) => [name, state] as const),
      ...reached.map((name) => [name, "done"] as const),
    ]
      .map(([name, state], id) => ({
        id,
        name,
        state,
        version: state === "unknown" ? null : 1,
        update: null,
        recovering: [],
      })),
    ...(delay !== undefined && { delay }),
    ...(grants !== undefined && { grants }),
    ...(approvals !== undefined && { approvals }),
    ...(["ahead", "forked"].includes(state) &&
      { staying: [{ ...secondPasskey, index: 0, name: "Everyday", here: true }, recoveryAddress] }),
  });

/** Creates an update of the account's code. */
export const upgrade = (preview: Partial<PreviewOf["acct_upgradeAccount"]> = {}): DialogRequest =>
  request("acct_upgradeAccount", {
    ...operation,
    changes: [],
    from: 1,
    to: 2,
    code: bob,
    ...preview,
  });

/** Creates an account request with balances on two networks. */
export const account = (preview: Partial<ShowAccountPreview> = {}): DialogRequest =>
  request("acct_showAccount", {
    status: "ready",
    holdings: [
      { chainId: 8453, chainName: "Base", token: usdc, name: "USD Coin", amount: 12_500_000n },
      {
        ...{ chainId: 10, chainName: "Optimism", token: eth, name: "Ether" },
        amount: 410_000_000_000_000_000n,
      },
    ],
    networks: [
      { id: 8453, name: "Base", testnet: false },
      { id: 10, name: "Optimism", testnet: false },
      { id: 84532, name: "Base Sepolia", testnet: true },
    ],
    ...preview,
  }, { name: "Everyday" });

/** Creates a request to show a token. */
export const token = (
  preview: Partial<PreviewOf["wallet_watchAsset"]> = {},
  asset: Partial<NonNullable<PreviewOf["wallet_watchAsset"]["asset"]>> = {},
): DialogRequest =>
  request("wallet_watchAsset", {
    status: "ready",
    address: usdc.address!,
    asset: { token: usdc, name: "USD Coin", balance: 12_500_000n, differs: false, ...asset },
    ...preview,
  });

/** Creates a status request. */
export const status = (bundle: BundleView): DialogRequest =>
  request("wallet_showCallsStatus", { status: "ready", id: `0x${"5a".repeat(32)}`, bundle });

/** Creates a request to claim a name. */
export const claim = (
  label: Partial<ClaimNamePreview["label"]> = {},
  preview: Partial<ClaimNamePreview> = {},
  options: Parameters<typeof request>[2] = {},
): DialogRequest =>
  request("acct_claimName", {
    status: "ready",
    domain: "meadow.eth",
    label: { typed: "", state: "empty", ...label },
    check: () => {},
    texts: [],
    warnings: [],
    ...preview,
  }, options);

/** State of an available name. */
export const freeLabel = { typed: "Lily", state: "free", normalized: "lily" } as const;

/** Creates a token transfer. */
export const transfer = (
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

/** Transfer of the native currency. */
export const nativeSend: CallView = {
  index: 0,
  to: bob,
  value: 250_000_000_000_000_000n,
  data: "0x",
  kind: "send",
  token: eth,
  recipient: bob,
  amount: 250_000_000_000_000_000n,
};

/** Unlimited approval. */
export const approval: CallView = {
  index: 0,
  to: usdc.address!,
  value: 0n,
  data: `0x095ea7b3${bob.slice(2).padStart(64, "0")}${"f".repeat(64)}`,
  kind: "token_approve",
  function: { name: "approve", args: [] },
  token: usdc,
  recipient: bob,
  amount: 2n ** 256n - 1n,
  unlimited: true,
};

/** Approvals of zero, which move no tokens. */
export const revocations = Array.from({ length: 12 }, (_, index): CallView => ({
  ...approval,
  index,
  data: `0x095ea7b3${bob.slice(2).padStart(64, "0")}${"0".repeat(64)}`,
  amount: 0n,
  unlimited: false,
}));

/** Mint by a contract that can choose its own name. */
export const mint: CallView = {
  index: 0,
  to: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  value: 0n,
  data: `0x40c10f19${alice.slice(2).padStart(64, "0")}${
    (5_000_000_000).toString(16).padStart(64, "0")
  }`,
  kind: "call",
  function: {
    name: "mint",
    args: [
      { name: "to", type: "address", value: alice },
      { name: "amount", type: "uint256", value: "5000000000" },
    ],
  },
  recipient: alice,
};

/** Call of an unknown function. */
export const unknownCall: CallView = {
  index: 1,
  to: bob,
  value: 0n,
  data: `0x7f2a5c11${"00000000000000000000000000000000000000000000000000000000000000ff".repeat(6)}`,
  kind: "call",
};

/** Ready preview of a batch. */
const sendPreview: SendCallsPreview = {
  status: "ready",
  calls: [transfer(0)],
  digests: ({ data }) => Promise.resolve(calldataDigests(data)),
  changes: [{ token: usdc, delta: -20_000_000n }],
  fee: sponsor,
  warnings: [],
  revision: 0,
  parties: [{ address: bob, paid: 0 }],
};
/** Creates a request to send calls. */
export const send = (
  preview: Partial<SendCallsPreview> = {},
  options: Parameters<typeof request>[2] = {},
): DialogRequest => {
  const full = { ...sendPreview, ...preview };
  const read = { reading: readCalls(full.calls, alice), tokens: [usdc] };
  return request("wallet_sendCalls", { ...read, ...full }, options);
};

/** Creates a request to sign a message. */
export const message = (preview: Partial<MessagePreview>): DialogRequest =>
  request("personal_sign", {
    status: "ready",
    bytes: "0x",
    digests: () => Promise.resolve(messageDigests(preview.bytes ?? "0x")),
    warnings: [],
    ...preview,
  });

/** Creates a request to sign typed data. */
export const typed = (preview: Partial<TypedDataPreview>): DialogRequest =>
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
    tokens: [usdc],
    digests: () =>
      Promise.resolve(typedDataDigests(typedDataHashes({
        types: { Order: [{ name: "expiry", type: "uint256" }] },
        primaryType: "Order",
        domain: { name: "Meadow Market" },
        message: { expiry: "1793577600" },
      }))),
    warnings: [],
    ...preview,
  });

/** Permission with spending limits. */
export const permission: PermissionView = {
  spender: bob,
  start: today,
  end: today + 365 * 86_400,
  calls: [],
  spends: [
    { token: usdc, allowance: 50_000_000n, unit: "day", multiplier: 1 },
    { token: eth, allowance: 10_000_000_000_000_000n, unit: "week", multiplier: 2 },
  ],
};
/** Ready preview of an operation. */
export const operation = {
  ...{ status: "ready", changes: [], warnings: [], revision: 0 } as const,
  fee: sponsor,
};
/** A network with ether. */
export const network = (id: number, name: string): ChainView => ({
  ...{ id, name, testnet: false },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
});
