/** Every screen in every state, as requests that no wallet stands behind. @module */
import {
  account,
  alice,
  approval,
  bob,
  choosable,
  claim,
  connect,
  eth,
  freeLabel,
  inTheirToken,
  inToken,
  known,
  message,
  nativeSend,
  operation,
  own,
  owners,
  permission,
  recoveryAddress,
  refuse,
  request,
  secondPasskey,
  send,
  status,
  transfer,
  typed,
  unknownCall,
  usdc,
} from "./fixtures.ts";
import { states } from "./states.ts";
import type { Story } from "./story.ts";
import { appCall, order, permit2Approval, supply, swap } from "./signing_fixtures.ts";

/** The stories by name. */
export const stories: Readonly<Record<string, Story>> = {
  ...states,
  "connect-new": { request: () => connect() },
  "connect-known": {
    request: () => connect({ known }),
  },
  "connect-known-create": { request: () => connect({ known }), press: ["sdk-create-other"] },
  "connect-again": { request: () => connect({ again: true }) },
  "connect-siwe": {
    request: () =>
      connect({
        siwe: { domain: "app.meadow.example", statement: "Sign in to see your garden." },
      }),
  },
  "connect-cancelled": {
    request: () => connect({}, { approve: refuse("passkey_cancelled") }),
    press: ["sdk-create"],
  },
  "connect-unsupported": {
    request: () =>
      connect({ status: "error", error: { cause: "passkey_unsupported", message: "None." } }),
  },
  "name-empty": { request: () => claim() },
  "name-checking": { request: () => claim({ typed: "lily", state: "checking" }) },
  "name-slow": { request: () => claim({ typed: "lily", state: "slow" }) },
  "name-offline": { request: () => claim({ typed: "lily", state: "offline" }) },
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
    request: () => claim(freeLabel, {}, { approve: refuse("name_taken") }),
    press: ["sdk-claim"],
  },
  "name-claimed": {
    request: () => ({
      ...claim(freeLabel, {}, { approve: () => Promise.resolve(null) }),
      // Another step follows, so that the window stays.
      flow: { id: crypto.randomUUID(), step: 2, steps: 3 },
    }),
    press: ["sdk-claim"],
  },
  "send-named": {
    request: () => ({ ...send(), account: { address: alice, name: "lily.meadow.eth" } }),
  },
  "send-sponsored": { request: () => send() },
  "send-own-fee": {
    request: () =>
      send({ calls: [nativeSend], fee: own, changes: [{ token: eth, delta: -nativeSend.value }] }),
  },
  "send-fee-choice": {
    request: () => send({ fee: choosable, chooseFee: () => {} }),
    press: ["sdk-fee-choice"],
  },
  "send-fee-token": { request: () => send({ fee: inToken, chooseFee: () => {} }) },
  "send-fee-external": { request: () => send({ fee: inTheirToken, chooseFee: () => {} }) },
  "send-fee-no-ether": {
    request: () =>
      send({
        fee: {
          ...choosable,
          balance: 0n,
          options: choosable.options.map((option, index) =>
            index === 0 ? { ...option, balance: 0n, obstacle: "balance" } : option
          ),
        },
        chooseFee: () => {},
      }),
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
  "send-too-much": {
    request: () =>
      send({
        calls: [nativeSend],
        fee: choosable,
        chooseFee: () => {},
        changes: [],
        shortages: [{
          token: eth,
          needed: nativeSend.value + own.maximum,
          balance: own.balance,
        }],
        warnings: [{ code: "simulation_reverts", level: "danger", detail: "" }],
      }),
  },
  "send-too-much-token": {
    request: () =>
      send({
        changes: [],
        shortages: [{ token: usdc, needed: 20_000_000n, balance: 1_250_000n }],
        warnings: [{ code: "simulation_reverts", level: "danger", detail: "" }],
      }),
  },
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
  "send-digests": { request: () => send(), press: ["sdk-call", "sdk-show-fingerprints"] },
  "send-explained": { request: () => send({ calls: [supply], changes: [], fee: own }) },
  "send-explained-batch": {
    request: () =>
      send({
        calls: [permit2Approval, { ...swap, index: 1 }, { ...supply, index: 2 }],
        changes: [],
        warnings: [
          { code: "unlimited_approval", level: "danger", call: 0, detail: bob },
          { code: "partly_read", level: "info", call: 1 },
        ],
      }),
  },
  "send-partly": {
    request: () =>
      send({
        calls: [swap],
        changes: [],
        warnings: [{ code: "partly_read", level: "info", call: 0 }],
      }),
  },
  "send-app-words": {
    request: () =>
      send({
        calls: [appCall],
        changes: [],
        warnings: [{ code: "unknown_function", level: "info", call: 0 }],
      }),
  },
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
  "grant-signed": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        fee: { payer: "spender" },
        permission,
      }),
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
  "owners-add": {
    request: () => request("acct_addPasskey", { status: "ready", offered: false }),
  },
  "owners-offer": {
    request: () => request("acct_addPasskey", { status: "ready", offered: true }),
  },
  "owners-confirm": { request: () => owners("add", secondPasskey) },
  "owners-address": { request: () => owners("add", recoveryAddress) },
  "owners-remove": { request: () => owners("remove", recoveryAddress) },
  "owners-remove-here": {
    request: () => owners("remove", { ...secondPasskey, here: true }, ["Base", "Optimism"]),
  },
  "account-empty": { request: () => account({ holdings: [] }) },
  account: { request: () => account() },
  "status-pending": { request: () => status({ code: 100, chainName: "Base" }) },
  "status-done": {
    request: () =>
      status({
        code: 200,
        chainName: "Base",
        transactionHash: `0x${"8f".repeat(32)}`,
        explorerUrl: `https://explorer.example/tx/0x${"8f".repeat(32)}`,
      }),
  },
  "status-failed": {
    request: () =>
      status({ code: 500, chainName: "Base", transactionHash: `0x${"8f".repeat(32)}` }),
  },
  "status-never": { request: () => status({ code: 400, chainName: "Base" }) },
  "status-unknown": {
    request: () =>
      request("wallet_showCallsStatus", {
        status: "error",
        id: "my-own-id",
        bundle: null,
        error: { cause: "unknown_bundle", message: "" },
        retry: () => {},
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
  "message-digests": {
    request: () => message({ text: "Welcome to Meadow.", bytes: "0x57656c636f6d65" }),
    press: ["sdk-show-fingerprints"],
  },
  "message-long": { request: () => message({ text: "long ".repeat(1000), bytes: "0x6c6f6e67" }) },
  "typed-digests": { request: () => typed({}), press: ["sdk-show-fingerprints"] },
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
  "typed-exchange": { request: () => typed(order()) },
  "typed-exchange-nothing": {
    request: () =>
      typed({
        ...order({ gets: [] }),
        warnings: [
          { code: "order_for_nothing", level: "danger" },
          { code: "permit", level: "warning", detail: "OrderComponents" },
        ],
      }),
  },
  "typed-exchange-open": { request: () => typed(order({ gets: null, until: null })) },
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
