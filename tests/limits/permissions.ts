/** Fields of permissions, which page, wallet host and service read. @module */
import {
  address,
  allowance,
  bytes,
  grant,
  grantCall,
  letters,
  named,
  other,
  page,
  paged,
  permission,
  type Row,
  rule,
  service,
  spends,
  stored,
  times,
  wallet,
} from "./requests.ts";

/** Fields with a limit. */
export const permissionRows: readonly Row[] = [
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: times(grantCall),
    page: page("wallet_grantPermissions", "permissions.calls", (calls) => grant({ calls })),
    host: wallet("wallet_grantPermissions", "permissions.calls", (calls) => stored({ calls })),
    service: service("acct_putGrant", "permission.calls", (calls) => ({
      permission: { ...permission, calls },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: (size) => Array.from({ length: size }, (_, index) => other(index + 1)),
    page: page(
      "wallet_grantPermissions",
      "permissions.spends",
      (tokens) => grant({ spends: (tokens as string[]).flatMap((token) => paged({ token })) }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.spends",
      (tokens) => stored({ spends: (tokens as string[]).flatMap((token) => spends({ token })) }),
    ),
    service: service("acct_putGrant", "permission.spends", (tokens) => ({
      permission: {
        ...permission,
        spends: (tokens as string[]).flatMap((token) => spends({ token })),
      },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: times(rule),
    page: page(
      "wallet_grantPermissions",
      "permissions.calls[0].rules",
      (rules) => grant({ calls: [{ ...grantCall, rules: named(rules) }] }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.calls[0].rules",
      (rules) => stored({ calls: [{ ...grantCall, rules }] }),
    ),
    service: service("acct_putGrant", "permission.calls[0].rules", (rules) => ({
      permission: { ...permission, calls: [{ ...grantCall, rules }] },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: times(bytes(32)),
    page: page(
      "wallet_grantPermissions",
      "permissions.calls[0].rules[0].values",
      (values) => grant({ calls: [{ ...grantCall, rules: named([{ ...rule, values }]) }] }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.calls[0].rules[0].values",
      (values) => stored({ calls: [{ ...grantCall, rules: [{ ...rule, values }] }] }),
    ),
    service: service("acct_putGrant", "permission.calls[0].rules[0].values", (values) => ({
      permission: { ...permission, calls: [{ ...grantCall, rules: [{ ...rule, values }] }] },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_RULE_WORD",
    of: (size) => size,
    page: page(
      "wallet_grantPermissions",
      "permissions.calls[0].rules[0].word",
      (word) => grant({ calls: [{ ...grantCall, rules: named([{ ...rule, word }]) }] }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.calls[0].rules[0].word",
      (word) => stored({ calls: [{ ...grantCall, rules: [{ ...rule, word }] }] }),
    ),
    service: service("acct_putGrant", "permission.calls[0].rules[0].word", (word) => ({
      permission: { ...permission, calls: [{ ...grantCall, rules: [{ ...rule, word }] }] },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_FUNCTION_LENGTH",
    of: (size) => `${letters(size - 2)}()`,
    page: page(
      "wallet_grantPermissions",
      "permissions.calls[0].functionSignature",
      (functionSignature) => grant({ calls: [{ target: address, functionSignature }] }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.calls[0].functionSignature",
      (signature) => stored({ calls: [{ target: address, signature, rules: [] }] }),
    ),
  },
  {
    limit: "MAX_MULTIPLIER",
    of: (size) => size,
    page: page(
      "wallet_grantPermissions",
      "permissions.spends[0].multiplier",
      (multiplier) => grant({ spends: paged({ multiplier }) }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.spends[0].multiplier",
      (multiplier) => stored({ spends: spends({ multiplier }) }),
    ),
    service: service("acct_putGrant", "permission.spends[0].multiplier", (multiplier) => ({
      permission: { ...permission, spends: spends({ multiplier }) },
      signature: "0x",
    })),
  },
  {
    limit: "ALLOWANCE_BITS",
    of: allowance,
    page: page(
      "wallet_grantPermissions",
      "permissions.spends[0].allowance",
      (value) => grant({ spends: paged({ allowance: value }) }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.spends[0].allowance",
      (value) => stored({ spends: spends({ allowance: value }) }),
    ),
    service: service("acct_putGrant", "permission.spends[0].allowance", (value) => ({
      permission: { ...permission, spends: spends({ allowance: value }) },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_TIMESTAMP",
    of: (size) => size,
    page: page(
      "wallet_grantPermissions",
      "expiry",
      (expiry) => grant({ calls: [grantCall] }, { expiry }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "expiry",
      (expiry) => stored({ calls: [grantCall], expiry }),
    ),
    service: service("acct_putGrant", "permission.end", (end) => ({
      permission: { ...permission, end },
      signature: "0x",
    })),
  },
];
