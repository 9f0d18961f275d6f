/** Stories of the account: connecting, names, owners, balances. @module */
import {
  account,
  alice,
  bob,
  claim,
  connect,
  freeLabel,
  known,
  owners,
  permission,
  recoveryAddress,
  refuse,
  request,
  secondPasskey,
  status,
  today,
  token,
  usdc,
} from "./fixtures.ts";
import { alarmed, recovery, stop } from "./recovery_fixtures.ts";
import { unnamedToken } from "../../core/reading/tokens.ts";
import { reopen } from "./requests.ts";
import { writable } from "../../core/lib/readable.ts";
import type { ConnectPreview } from "../../core/dialog/types.ts";
import type { ClaimNamePreview } from "../../core/dialog/name.ts";
import type { Story } from "./story.ts";

/** Sign-in with all fields. */
const session: ConnectPreview["siwe"] = {
  domain: "app.meadow.example",
  until: BigInt(today + 7 * 86_400),
  from: BigInt(today + 3_600),
  requestId: "garden-7",
  resources: [
    "https://app.meadow.example/terms",
    "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3",
  ],
};

/** Account stories by name. */
export const accountStories: Readonly<Record<string, Story>> = {
  "connect-own": {
    request: () => {
      const shown = connect();
      return reopen({ ...shown, app: { ...shown.app, own: true } }, {});
    },
  },
  "connect-new": { request: () => connect() },
  "connect-known": {
    request: () => connect({ known }),
  },
  "connect-known-create": { request: () => connect({ known }), press: ["sdk-others"] },
  "connect-continues": { request: () => connect({ continues: "keys.meadow.example" }) },
  "connect-known-continues": {
    request: () => connect({ known, continues: "keys.meadow.example" }),
  },
  "connect-again": { request: () => connect({ again: true }) },
  "connect-siwe": {
    request: () =>
      connect({
        siwe: { domain: "app.meadow.example", statement: "Sign in to see your garden." },
      }),
  },
  "connect-siwe-session": {
    request: () => connect({ siwe: session }),
  },
  "connect-siwe-details": {
    request: () => connect({ siwe: session }),
    press: ["sdk-siwe-details"],
  },
  "connect-siwe-capability": {
    request: () =>
      connect({
        siwe: {
          domain: "app.meadow.example",
          requestId: "garden-7",
          resources: ["urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9hcHAubWVhZG93LmV4YW1wbGUiOnt9fX0"],
        },
      }),
  },
  "connect-cancelled": {
    request: () => connect({}, { approve: refuse("passkey_cancelled") }),
    press: ["sdk-create"],
  },
  "connect-missing": {
    request: () => connect({ missing: true }, { approve: refuse("passkey_cancelled") }),
    press: ["sdk-existing"],
  },
  "connect-unsupported": {
    request: () =>
      connect({ status: "error", error: { cause: "passkey_unsupported", message: "None." } }),
  },
  "name-empty": { request: () => claim() },
  "name-checking": { request: () => claim({ typed: "lily", state: "checking" }) },
  "name-checking-slow": { request: () => claim({ typed: "lily", state: "slow" }) },
  "name-checking-offline": { request: () => claim({ typed: "lily", state: "offline" }) },
  "name-free": { request: () => claim(freeLabel) },
  "name-records": {
    request: () =>
      claim(freeLabel, {
        texts: [
          { key: "com.github", value: "lily" },
          { key: "description", value: "Seeds and seedlings, all year round. ".repeat(8) },
        ],
      }),
  },
  "name-taken": { request: () => claim({ typed: "rose", state: "taken" }) },
  "name-suggestions": {
    request: () =>
      claim({ typed: "rose", state: "taken", suggestions: ["rose27", "the-rose", "my-rose"] }),
  },
  "name-similar": { request: () => claim({ typed: "r0se", state: "similar" }) },
  "name-characters": { request: () => claim({ typed: "rоse tree", state: "characters" }) },
  "name-long": {
    request: () =>
      claim({ typed: "l".repeat(63), state: "free", normalized: "l".repeat(63) }, {
        domain: "a-rather-long-name-for-a-meadow.garden-of-delights.eth",
      }),
  },
  "name-skipping": { request: () => claim(freeLabel), press: ["sdk-skip"] },
  "name-gone": {
    request: () => {
      const label = writable(claim(freeLabel).preview.get() as ClaimNamePreview);
      const approve = () => {
        label.set({ ...label.get(), label: { ...freeLabel, state: "taken" } });
        return refuse("name_taken")(null, new AbortController().signal);
      };
      return reopen(claim(freeLabel), { preview: label, approve });
    },
    press: ["sdk-claim"],
  },
  "name-claimed": {
    request: () =>
      reopen(claim(freeLabel), {
        approve: () => Promise.resolve(null),
        // The flow has more steps, so that the window stays open.
        flow: { id: crypto.randomUUID(), step: 2, steps: 3 },
      }),
    press: ["sdk-claim"],
  },
  "owners-add": {
    request: () => request("acct_addPasskey", { status: "ready", offered: false }),
  },
  "owners-offer": {
    request: () => request("acct_addPasskey", { status: "ready", offered: true }),
  },
  "owners-confirm": { request: () => owners("add", secondPasskey) },
  "owners-address": {
    request: () => owners("add", recoveryAddress, [], "waiting", { proposed: 604_800 }),
  },
  "owners-friend": {
    request: () =>
      owners("add", { ...recoveryAddress, name: "Bob" }, [], "waiting", { proposed: 604_800 }),
  },
  "owners-contract": {
    request: () =>
      request("acct_changeOwners", {
        status: "error",
        kind: "add",
        owner: recoveryAddress,
        chains: [],
        error: { cause: "owner_is_contract", message: "" },
        retry: () => {},
      }),
  },
  "owners-more": {
    request: () => owners("add", recoveryAddress, [], "waiting", { proposed: 604_800 }),
    press: ["sdk-owner-more"],
  },
  "owners-full": {
    request: () => owners("add", recoveryAddress),
    press: ["sdk-owner-more", "sdk-owner-full"],
  },
  "recovery-alarm": { request: () => alarmed(account()) },
  "recovery-alarm-connect": { request: () => alarmed(connect({ known })) },
  "recovery-stop": { request: () => stop(recovery) },
  "recovery-stop-loading": { request: () => stop(undefined) },
  "recovery-stop-removes": { request: () => stop(recovery), press: ["sdk-stop-remove"] },
  "recovery-stop-several": {
    request: () => stop({ ...recovery, several: true, late: ["Optimism"] }),
  },
  // The first press comes before the code of the alarm.
  "recovery-stop-sheet": {
    request: () => alarmed(account()),
    press: ["sdk-stop-recovery", "sdk-stop-recovery"],
  },
  "owners-remove-grants": {
    request: () =>
      owners("remove", secondPasskey, [], "done", undefined, [
        { permission, chain: "Base", holder: "app.meadow.example" },
        {
          permission: {
            ...permission,
            spends: [{ ...permission.spends[0]!, unit: "forever" }],
          },
          chain: "Optimism",
        },
      ]),
  },
  "owners-remove-approvals": {
    request: () =>
      owners("remove", secondPasskey, [], "done", undefined, [], [
        {
          ...{ token: usdc, spender: bob, amount: 250_000_000n, chain: "Base" },
          holder: "Corner shop",
        },
        {
          token: { address: bob, symbol: "NFT", decimals: 0 },
          spender: bob,
          amount: null,
          chain: "Base",
        },
      ]),
    press: ["sdk-end-approvals"],
  },
  "owners-remove-approvals-unlisted": {
    request: () => owners("remove", secondPasskey, [], "done", undefined, [], null),
  },
  "owners-remove-unlisted": {
    request: () => owners("remove", secondPasskey, [], "done", undefined, null),
  },
  "owners-remove": { request: () => owners("remove", recoveryAddress) },
  "owners-ahead": { request: () => owners("remove", secondPasskey, ["Base"], "ahead") },
  "owners-forked": { request: () => owners("remove", secondPasskey, ["Base"], "forked") },
  "owners-unknown-code": { request: () => owners("add", secondPasskey, ["Base"], "unknown") },
  "owners-lost": { request: () => owners("remove", secondPasskey, ["Base"], "lost") },
  "owners-remove-late": {
    request: () =>
      owners("remove", secondPasskey, ["Base"], "waiting", undefined, [], [], [
        "Optimism",
        "Arbitrum One",
      ]),
  },
  "owners-remove-here": {
    request: () =>
      owners("remove", { ...secondPasskey, name: "iPhone", here: true }, ["Base", "Optimism"]),
  },
  "token-other": { request: () => token({}, { differs: true }) },
  "token-none": { request: () => token({ asset: null }) },
  "token-long": {
    request: () =>
      token({}, {
        name: "The Longest Name of a Token That the Wallet Has Ever Shown!!",
        token: { ...usdc, symbol: "LONGESTSYMBOL123", decimals: 18 },
        balance: 2n ** 256n - 1n,
      }),
  },
  "status-moved": {
    request: () =>
      status({
        code: 200,
        chainName: "Base",
        time: today - 20,
        transactionHash: `0x${"8f".repeat(32)}`,
        explorerUrl: `https://explorer.example/tx/0x${"8f".repeat(32)}`,
        transfers: [
          { token: usdc, amount: 5_000_000n, isSent: true, party: bob },
          { token: unnamedToken(bob), amount: 12n, isSent: false, party: alice },
        ],
      }),
  },
  "account-empty": { request: () => account({ holdings: [] }) },
};
