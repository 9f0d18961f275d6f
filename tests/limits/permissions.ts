/** Fields of permissions, as read by page, wallet host and service. @module */
import {
  address,
  allowance,
  bytes,
  grant,
  grantCall,
  letters,
  other,
  page,
  paged,
  permission,
  type Row,
  rule,
  ruledCall,
  service,
  spends,
  stored,
  times,
  wallet,
  wordRule,
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
    of: (size) => size,
    page: page(
      "wallet_grantPermissions",
      "permissions.calls[0].rules",
      (size) => grant({ calls: [{ ...ruledCall, rules: times(rule)(size as number) }] }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.calls[0].rules",
      (size) => stored({ calls: [{ ...ruledCall, rules: times(rule)(size as number) }] }),
    ),
    service: service("acct_putGrant", "permission.calls[0].rules", (size) => ({
      permission: {
        ...permission,
        calls: [{ ...grantCall, rules: times(wordRule)(size as number) }],
      },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_PERMISSION_ENTRIES",
    of: times(bytes(32)),
    page: page(
      "wallet_grantPermissions",
      "permissions.calls[0].rules[0].values",
      (values) => grant({ calls: [{ ...ruledCall, rules: [{ ...rule, values }] }] }),
    ),
    host: wallet(
      "wallet_grantPermissions",
      "permissions.calls[0].rules[0].values",
      (values) => stored({ calls: [{ ...ruledCall, rules: [{ ...rule, values }] }] }),
    ),
    service: service("acct_putGrant", "permission.calls[0].rules[0].values", (values) => ({
      permission: { ...permission, calls: [{ ...grantCall, rules: [{ ...wordRule, values }] }] },
      signature: "0x",
    })),
  },
  {
    limit: "MAX_RULE_WORD",
    of: (size) => size,
    service: service("acct_putGrant", "permission.calls[0].rules[0].word", (word) => ({
      permission: { ...permission, calls: [{ ...grantCall, rules: [{ ...wordRule, word }] }] },
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
