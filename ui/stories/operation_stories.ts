/** Stories of operations: batches, permissions, and their status. @module */
import {
  alice,
  approval,
  bob,
  choosable,
  eth,
  ether,
  fiat,
  inToken,
  mint,
  nativeSend,
  network,
  operation,
  own,
  permission,
  refuse,
  request,
  revocations,
  send,
  status,
  transfer,
  unknownCall,
  upgrade,
  usdc,
} from "./fixtures.ts";
import type { TokenView } from "@sdk/core/dialog";
import type { Story } from "./story.ts";

/** A token that imitates a known name. */
const fake: TokenView = {
  address: "0xFa4e00000000000000000000000000000000Fa4e",
  symbol: "USDC",
  decimals: 0,
};
/** A collection. */
const meadowlands: TokenView = {
  address: "0x3Ead000000000000000000000000000000003EAD",
  symbol: "LAND",
  decimals: 0,
};

/** Operation stories by name. */
export const operationStories: Readonly<Record<string, Story>> = {
  "send-named": {
    request: () => ({ ...send(), account: { address: alice, name: "lily.meadow.eth" } }),
  },
  "send-known": {
    request: () =>
      send({
        parties: [{ address: bob, name: "bob.eth", paid: 3 }],
        fiat,
      }),
  },
  "send-contact": {
    request: () =>
      send({
        parties: [{
          address: bob,
          contact: "Roberta from the allotment gardens behind the station",
          paid: 1,
        }],
      }),
  },
  "send-sponsored": { request: () => send() },
  "send-own-fee": {
    request: () =>
      send({
        calls: [nativeSend],
        fee: own,
        fiat,
        changes: [{ token: eth, delta: -nativeSend.value }],
      }),
  },
  "send-fee-choice": {
    request: () => send({ fee: choosable, fiat, chooseFee: () => {} }),
    press: ["sdk-fee-choice"],
  },
  "send-fee-token": { request: () => send({ fee: inToken, fiat, chooseFee: () => {} }) },
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
  "send-bounded": {
    request: () =>
      send({
        calls: [unknownCall],
        changes: [{ token: usdc, delta: -20_000_000n }, {
          token: { ...fake, unlisted: true },
          delta: 5_000n,
        }],
        items: [{ token: meadowlands, id: 812n, delta: 1n }],
        bounds: {
          most: [{ token: eth, amount: 0n }, { token: usdc, amount: 20_200_000n }, {
            token: fake,
            amount: 0n,
          }],
          unbounded: [],
        },
        warnings: [{ code: "unknown_function", level: "info", call: 0 }],
      }),
  },
  "send-bounded-many": {
    request: () =>
      send({
        calls: [unknownCall],
        bounds: {
          most: Array.from({ length: 6 }, (_, index) => ({
            token: { ...usdc, symbol: `TKN${index}` },
            amount: 1_000_000n * BigInt(index + 1),
          })),
          unbounded: [bob],
        },
        warnings: [
          { code: "simulation_differs", level: "danger" },
          { code: "gives_approval", level: "danger", detail: bob },
          { code: "not_bounded", level: "warning", detail: bob },
        ],
      }),
  },
  "send-suffix": {
    request: () => send({ suffix: "0x626173650080218021802180218021802180218021" }),
    press: ["sdk-suffix"],
  },
  "send-may-be-sent": {
    request: () => send({ warnings: [{ code: "may_be_sent", level: "warning" }] }),
  },
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
        calls: Array.from({ length: 200 }, (_, index) =>
          transfer(index, BigInt(index + 1), `0x${`${index}`.padStart(40, "5")}`)),
      }),
  },
  "send-folded": {
    request: () => send({ calls: revocations, changes: [] }),
    press: ["sdk-show-all"],
  },
  "send-value": {
    request: () =>
      send({
        calls: [{ ...mint, value: 99n * ether }],
        changes: [{ token: eth, delta: -99n * ether }, { token: usdc, delta: 5_000_000_000n }],
      }),
  },
  "send-value-unknown": {
    request: () =>
      send({
        calls: [{ ...unknownCall, index: 0, value: 10n * ether }],
        changes: [],
        warnings: [{ code: "unknown_function", level: "info", call: 0 }],
      }),
  },
  "send-value-token": {
    request: () =>
      send({
        calls: [{ ...transfer(0, 1_000_000n), value: 10n * ether }],
        changes: [],
        warnings: [{ code: "value_to_token", level: "danger", call: 0 }],
      }),
  },
  "send-value-batch": {
    request: () =>
      send({
        calls: [
          ...revocations.slice(0, 4),
          { ...mint, index: 4, value: 7n * ether },
          { ...nativeSend, index: 5 },
        ],
        changes: [{ token: usdc, delta: 5_000_000_000n }],
      }),
  },
  "send-detail": { request: () => send(), press: ["sdk-call"] },
  "send-digests": { request: () => send(), press: ["sdk-call", "sdk-show-fingerprints"] },
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
  "revoke-all": {
    request: () =>
      request("wallet_revokePermissions", {
        ...operation,
        id: null,
        networks: [
          { chain: network(10, "OP Mainnet"), status: "ready", fee: operation.fee },
          { chain: network(42161, "Arbitrum One"), status: "ready", fee: own },
          { chain: network(137, "Polygon"), status: "failed", fee: null },
        ],
      }),
  },
  "upgrade": { request: () => upgrade() },
  "upgrade-own-fee": { request: () => upgrade({ fee: own }) },
  "create-account": { request: () => upgrade({ from: null, to: 1 }) },
  "create-account-own-fee": { request: () => upgrade({ from: null, to: 1, fee: own }) },
  "upgrade-unknown-code": {
    request: () =>
      upgrade({
        status: "error",
        changes: null,
        fee: null,
        error: { cause: "code_unknown", message: "" },
        retry: () => {},
      }),
  },
  "status-pending": { request: () => status({ code: 100, chainName: "Base" }) },
  "status-done": {
    request: () =>
      status({
        code: 200,
        chainName: "Base",
        time: 1_790_000_000,
        transactionHash: `0x${"8f".repeat(32)}`,
        explorerUrl: `https://explorer.example/tx/0x${"8f".repeat(32)}`,
      }),
  },
  "status-failed": {
    request: () =>
      status({
        code: 500,
        reason: "Call 2: ERC20: transfer amount exceeds balance",
        chainName: "Base",
        transactionHash: `0x${"8f".repeat(32)}`,
      }),
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
};
