/** Describes granted permissions in the format of ERC-7715. @module */
import { hexToBigInt, isAddressEqual, numberToHex, slice } from "viem";
import { NATIVE } from "../chain/native.ts";
import { contracts } from "../chain/contracts.ts";
import type { Address, Hex } from "../lib/hex.ts";
import { MAX_TIMESTAMP } from "../ground/limits.ts";
import type { WalletGrantPermissionsResponse } from "./details.ts";
import type { ExecutionParams } from "./execution.ts";
import { EMPTY, TRANSFER } from "./execution_types.ts";
import { fromGrant } from "./granted.ts";
import { isSpenderOnly } from "./permission.ts";
import { encodeContext } from "./redemption.ts";

/** Seconds of the units that ERC-7715 can express. */
const SECONDS: Readonly<Record<string, number>> = {
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
};

/** A rule of a permission. */
export interface GrantedRule {
  /** Kind of the rule. */
  readonly type: string;
  /** Terms of the permission. */
  readonly data: unknown;
}

/** A granted permission in the format of ERC-7715. */
export interface GrantedExecutionPermission {
  /** Chain of the permission. */
  readonly chainId: Hex;
  /** Account that granted it. */
  readonly from: Address;
  /** Spender. */
  readonly to: Address;
  /** The permission. */
  readonly permission: {
    /** Kind of the permission. */
    readonly type: `${"erc20" | "native"}-token-${"allowance" | "periodic" | "stream"}`;
    /** True if the user may change it, as requested. */
    readonly isAdjustmentAllowed: boolean;
    /** Token, amounts and times. */
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** Rules of the permission. */
  readonly rules: readonly GrantedRule[];
  /** Context that the spender redeems, by ERC-7710. */
  readonly context: Hex;
  /** Accounts to deploy first; empty, because the account exists. */
  readonly dependencies: readonly {
    /** Factory of the account. */
    readonly factory: Address;
    /** Call data for the factory. */
    readonly factoryData: Hex;
  }[];
  /** Contract that redeems it. */
  readonly delegationManager: Address;
}

/** Answers a request with its own fields, and with the granted amounts and expiry. */
export function answerExecution(
  { permission, rules, expiryAt }: ExecutionParams,
  granted: WalletGrantPermissionsResponse,
): GrantedExecutionPermission {
  const { type, data } = permission;
  const amount = numberToHex(BigInt(granted.spends[0]!.allowance));
  const names = ["periodAmount", "allowanceAmount", "allowance", "initialAmount", "maxAmount"]
    .filter((name) => data[name] !== undefined && data[name] !== null);
  const expiry = expiryOf(granted);
  const kept: GrantedRule[] = rules.flatMap((rule, index) => index === expiryAt ? expiry : [rule]);
  return {
    ...located(granted),
    permission: {
      isAdjustmentAllowed: false,
      ...permission,
      type,
      data: { ...data, ...Object.fromEntries(names.map((name) => [name, amount])) },
    },
    rules: expiryAt === undefined ? [...kept, ...expiry] : kept,
  };
}

/** Describes a listed permission; `undefined` if ERC-7715 cannot express it. */
export function describeExecution(
  granted: WalletGrantPermissionsResponse,
): GrantedExecutionPermission | undefined {
  const [spend, ...others] = granted.spends;
  const seconds = SECONDS[spend?.unit ?? ""];
  const payees = payeesOf(granted);
  const isOnce = spend?.unit === "forever";
  if (
    spend === undefined || others.length > 0 || payees === undefined ||
    (seconds === undefined && !isOnce)
  ) return undefined;
  const { token, allowance, multiplier = 1 } = spend;
  const isNative = isAddressEqual(token, NATIVE);
  const amount = numberToHex(BigInt(allowance));
  const type = `${isNative ? "native" : "erc20"}-token-${
    isOnce ? "allowance" : "periodic"
  }` as const;
  return {
    ...located(granted),
    permission: {
      type,
      isAdjustmentAllowed: false,
      data: {
        ...(!isNative && { tokenAddress: token }),
        ...(isOnce
          ? { allowanceAmount: amount }
          : { periodAmount: amount, periodDuration: seconds! * multiplier }),
        startTime: granted.start,
      },
    },
    rules: [
      ...expiryOf(granted),
      ...(payees.length > 0 ? [{ type: "payee", data: { addresses: payees } }] : []),
      ...(isSpenderOnly(granted.salt)
        ? [{ type: "redeemer", data: { addresses: [granted.spender] } }]
        : []),
    ],
  };
}

/** Returns the location of a permission, and how it is redeemed. */
function located(
  granted: WalletGrantPermissionsResponse,
): Omit<GrantedExecutionPermission, "permission" | "rules"> {
  const { chainId, account, spender, permissionId: id, signature } = granted;
  return {
    chainId,
    from: account,
    to: spender,
    context: encodeContext({
      permission: fromGrant(granted),
      chainId: Number(chainId),
      id,
      signature,
    }),
    dependencies: [],
    delegationManager: contracts.permissions,
  };
}

/** The expiry is the first invalid second, one after the last valid one. */
function expiryOf({ end }: WalletGrantPermissionsResponse): GrantedRule[] {
  return end === MAX_TIMESTAMP ? [] : [{ type: "expiry", data: { timestamp: end + 1 } }];
}

/** Permitted receivers, empty for any; `undefined` if it allows other calls. */
function payeesOf({ calls, spends }: WalletGrantPermissionsResponse): Address[] | undefined {
  const token = spends[0]?.token;
  const isNative = token !== undefined && isAddressEqual(token, NATIVE);
  const payees: Address[] = [];
  for (const { target, selector, rules = [] } of calls) {
    // A call without data only pays the native currency.
    if (isNative && selector === EMPTY && rules.length === 0) {
      payees.push(target);
      continue;
    }
    const [rule, ...others] = rules;
    const isTransfer = !isNative && selector === TRANSFER && token !== undefined &&
      isAddressEqual(target, token) && calls.length === 1;
    if (!isTransfer || rule?.word !== 0 || others.length > 0) return undefined;
    if (rule.kind !== "equal" && rule.kind !== "oneOf") return undefined;
    const values = rule.values ?? [];
    if (values.some((word) => hexToBigInt(word) >> 160n !== 0n)) return undefined;
    payees.push(...values.map((word) => slice(word, 12)));
  }
  return payees;
}

/** Renames the fields of a grant to the fields of the ERC-7715 request that it was created from. */
export const executionFields = (
  { expiryAt, rules }: Pick<ExecutionParams, "expiryAt" | "rules">,
  index: number,
) =>
(field: string): string => {
  const path = `params[${index}]`;
  const payeeAt = rules.findIndex(({ type }) => type === "payee");
  if (field.startsWith("params[0].expiry")) {
    return `${path}.rules${expiryAt === undefined ? "" : `[${expiryAt}].data.timestamp`}`;
  }
  if (field.startsWith("params[0].permissions.calls") && payeeAt !== -1) {
    return `${path}.rules[${payeeAt}].data.addresses`;
  }
  if (field.startsWith("params[0].permissions.spends")) {
    return `${path}.permission.data.tokenAddress`;
  }
  return field.startsWith("params[0].permissions")
    ? `${path}.permission`
    : field.replace("params[0]", path);
};
