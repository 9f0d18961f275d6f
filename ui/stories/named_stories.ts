/** Stories whose texts depend on known tokens, sites and effects. @module */
import {
  bob,
  eth,
  mint,
  nativeSend,
  operation,
  permission,
  request,
  send,
  unknownCall,
  usdc,
} from "./fixtures.ts";
import { unnamedToken } from "../../core/reading/tokens.ts";
import type { Story } from "./story.ts";

/** Allowance of an address without a token. */
const unknownSpend = {
  token: unnamedToken(`0x${"7e".repeat(20)}`),
  allowance: 5_000_000_000_000n,
  unit: "day",
  multiplier: 1,
} as const;

/** Stories by name. */
export const namedStories: Readonly<Record<string, Story>> = {
  "send-claim": {
    request: () =>
      send({
        calls: [{ ...mint, to: usdc.address! }],
        changes: [{ token: { ...usdc, symbol: "TUSD" }, delta: 100_000_000n }],
        reading: { gives: [], gets: null, allows: [], named: [], unread: 1 },
        bounds: { most: [{ token: eth, amount: 0n }], unbounded: [] },
      }),
  },
  "send-allows-later": {
    request: () =>
      send({
        calls: [unknownCall],
        changes: [],
        reading: {
          gives: [],
          gets: null,
          allows: [{ kind: "token", address: usdc.address!, amount: null, spender: bob }],
          named: [],
          unread: 1,
        },
        tokens: [usdc],
        bounds: { most: [{ token: usdc, amount: 0n }], unbounded: [] },
        warnings: [
          { code: "unknown_function", level: "info", call: 0 },
          { code: "unlimited_approval", level: "danger", call: 0, detail: bob },
        ],
      }),
  },
  "send-empty": {
    request: () =>
      send({
        calls: [{ ...nativeSend, value: 0n, amount: 0n }],
        changes: [],
      }),
  },
  "grant-unknown-token": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        permission: { ...permission, spends: [unknownSpend] },
        warnings: [{ code: "no_token", level: "danger", detail: unknownSpend.token.address! }],
      }),
  },
  "grant-unknown-loading": {
    request: () =>
      request("wallet_grantPermissions", {
        ...operation,
        status: "loading",
        permission: { ...permission, spends: [unknownSpend] },
      }),
  },
  "revoke-named": {
    request: () =>
      request("wallet_revokePermissions", {
        ...operation,
        id: `0x${"3d".repeat(32)}`,
        holder: "app.meadow.example",
        permission: { ...permission, spends: permission.spends.slice(0, 1) },
      }),
  },
};
