/**
 * Screens with all of their states; `walk.ts` moves them from each state to each other.
 *
 * @module
 */
import type { DialogRequest, Warning } from "../../core/dialog/types.ts";
import type { LabelState } from "../../core/dialog/name.ts";
import {
  account,
  approval,
  bob,
  choosable,
  claim,
  connect,
  eth,
  freeLabel,
  inToken,
  known,
  message,
  operation,
  own,
  owners,
  permission,
  request,
  secondPasskey,
  send,
  sponsor,
  status,
  token,
  transfer,
  typed,
  unknownCall,
  upgrade,
  usdc,
} from "./fixtures.ts";
import { order, supply } from "./signing_fixtures.ts";

/** State of a screen: its differences from the ready screen. */
export interface Turn {
  /** Members of the preview. */
  readonly preview?: Readonly<Record<string, unknown>>;
  /** True to complete delays of seconds immediately. */
  readonly late?: boolean;
  /** Simulates a lost network. */
  readonly offline?: boolean;
}

/** A screen, and its states by name. */
export interface Changing {
  /** Creates the ready screen. */
  readonly request: () => DialogRequest;
  /** States; the first one is shown first. */
  readonly turns: Readonly<Record<string, Turn>>;
  /** Test id of the button that opens the passkey prompt, if any. */
  readonly yes?: string;
}

const error = { cause: "service_down", message: "No answer." } as const;
const reverts: Warning = { code: "simulation_reverts", level: "danger", detail: "No allowance" };

/** States of every screen; `unknown` is missing in the preview until it is ready. */
function commonTurns(
  unknown: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, Turn>> = {},
): Record<string, Turn> {
  const failed = { ...unknown, status: "error", error };
  return {
    loading: { preview: { ...unknown, status: "loading" } },
    slow: { preview: { ...unknown, status: "loading" }, late: true },
    ready: {},
    error: { preview: { ...failed, retry: () => {} } },
    "error for good": { preview: failed },
    offline: { preview: { ...failed, retry: () => {} }, offline: true },
    ...more,
  };
}

/** Creates a number of balance changes. */
const changes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    token: {
      address: `0x${index.toString(16).padStart(40, "0")}`,
      symbol: `T${index}`,
      decimals: 6,
    },
    delta: index % 2 === 0 ? -1_234_567n : 7_654_321n,
  }));

/** States of operations. */
const ofOperations = commonTurns({ changes: null, fee: null }, {
  stale: { preview: { status: "refreshing" } },
  "stale for long": { preview: { status: "refreshing" }, late: true },
  "other figures": {
    preview: {
      fee: { ...own, maximum: 3n * own.maximum, expected: 2n * own.expected },
      changes: [{ token: usdc, delta: -20_000_000n }, { token: eth, delta: 1n }],
      revision: 1,
    },
  },
  "no changes": { preview: { changes: [], revision: 2 } },
  "four changes": { preview: { changes: changes(4), revision: 3 } },
  "forty changes": { preview: { changes: changes(40), revision: 4 } },
  warned: {
    preview: {
      warnings: [reverts, { code: "unlimited_approval", level: "danger", call: 0, detail: bob }],
      revision: 5,
    },
  },
  sponsored: { preview: { fee: sponsor } },
  "a choice of fees": { preview: { fee: choosable, chooseFee: () => {} } },
  "paid in a token": { preview: { fee: inToken, chooseFee: () => {}, revision: 6 } },
  unsponsored: { preview: { fee: { ...own, sponsorFailed: "quota" }, revision: 8 } },
  "too little": {
    preview: {
      fee: choosable,
      chooseFee: () => {},
      shortages: [{ token: eth, needed: 10n ** 18n, balance: own.balance }],
      warnings: [reverts],
      revision: 9,
    },
  },
});

/** States of a name while it is typed. */
const labels: Readonly<Record<string, Turn>> = Object.fromEntries(
  ([
    ["", "empty"],
    ["lily", "checking"],
    ["lily", "slow"],
    ["lily", "offline"],
    ["rose", "taken"],
    ["r0se", "similar"],
    ["l".repeat(64), "long"],
    ["rоse tree", "characters"],
  ] as const satisfies [string, LabelState][]).map(([typed, state]) => [
    `${state}: ${typed.slice(0, 9)}`,
    { preview: { label: { typed, state } } },
  ]),
);
const suggestions = ["rose27", "the-rose", "my-rose"];
const suggested = { typed: "rose", state: "taken", suggestions };

const { token: _, ...unnamed } = transfer(0);
const hash = `0x${"8f".repeat(32)}` as const;
const bundle = (code: 100 | 200 | 400 | 500) => ({
  code,
  chainName: "Base",
  ...(code % 300 === 200 && { transactionHash: hash }),
});

/** Screens by name. */
export const changing: Readonly<Record<string, Changing>> = {
  connect: { request: () => connect(), turns: commonTurns({}), yes: "sdk-create" },
  "connect-known": {
    request: () => connect({ known }),
    turns: commonTurns({}),
    yes: "sdk-continue",
  },
  "connect-again": {
    request: () => connect({ again: true }),
    turns: commonTurns({}),
    yes: "sdk-existing",
  },
  name: {
    request: () => claim(freeLabel, { texts: [{ key: "com.github", value: "lily" }] }),
    turns: commonTurns({}, { ...labels, suggested: { preview: { label: suggested } } }),
    yes: "sdk-claim",
  },
  "owners-add": {
    request: () => request("acct_addPasskey", { status: "ready", offered: false }),
    turns: commonTurns({}),
    yes: "sdk-confirm",
  },
  owners: {
    request: () => owners("remove", secondPasskey, ["Base", "Optimism"]),
    turns: {
      "first look": { preview: { status: "loading", chains: [] } },
      ...commonTurns({}),
    },
    yes: "sdk-confirm",
  },
  account: {
    request: () => account(),
    turns: commonTurns({ holdings: null }, { empty: { preview: { holdings: [] } } }),
  },
  token: {
    request: () => token({}, { differs: true }),
    turns: commonTurns({ asset: null }, { none: { preview: { asset: null } } }),
  },
  message: {
    request: () => message({ text: "Welcome to Meadow.", bytes: "0x57656c636f6d65" }),
    turns: commonTurns({}, {
      warned: { preview: { warnings: [{ code: "hidden_characters", level: "danger" }] } },
    }),
    yes: "sdk-confirm",
  },
  typed: { request: () => typed({}), turns: commonTurns({}), yes: "sdk-confirm" },
  "typed-exchange": {
    request: () => typed({ ...order() }),
    turns: commonTurns({ tokens: [] }, { warned: { preview: { warnings: [reverts] } } }),
    yes: "sdk-confirm",
  },
  send: { request: () => send({ fee: own }), turns: ofOperations, yes: "sdk-confirm" },
  "send-unnamed": {
    request: () => send({ fee: own }),
    turns: {
      ...ofOperations,
      loading: { preview: { status: "loading", changes: null, fee: null, calls: [unnamed] } },
      unnamed: { preview: { calls: [unnamed] } },
    },
    yes: "sdk-confirm",
  },
  "send-batch": {
    request: () => send({ calls: [approval, unknownCall, { ...supply, index: 2 }], fee: own }),
    turns: ofOperations,
    yes: "sdk-confirm",
  },
  grant: {
    request: () => request("wallet_grantPermissions", { ...operation, permission }),
    turns: ofOperations,
    yes: "sdk-confirm",
  },
  revoke: {
    request: () =>
      request("wallet_revokePermissions", { ...operation, id: `0x${"3d".repeat(32)}`, permission }),
    turns: ofOperations,
    yes: "sdk-confirm",
  },
  upgrade: {
    request: () => upgrade({ fee: own }),
    turns: ofOperations,
    yes: "sdk-confirm",
  },
  status: {
    request: () => status(bundle(100)),
    turns: commonTurns({ bundle: null }, {
      done: { preview: { bundle: bundle(200) } },
      moved: {
        preview: {
          bundle: {
            ...bundle(200),
            transfers: [true, false].map((isSent) => ({
              ...{ isSent, token: usdc, amount: 5_000_000n, party: bob },
            })),
          },
        },
      },
      never: { preview: { bundle: bundle(400) } },
      failed: { preview: { bundle: bundle(500) } },
    }),
  },
};
