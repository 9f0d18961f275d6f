/**
 * Reads ERC-7715 requests (draft of January 2026, and the types of MetaMask's client): an
 * allowance, once or per period, with rules for its expiry, its receivers and its redeemers. Terms
 * that cannot be represented are rejected with `capability_unsupported`, which names the field.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import { isAddressEqual } from "viem";
import { NATIVE } from "../chain/native.ts";
import type { Address } from "../lib/hex.ts";
import { type At, isPresent, member, quantity, text, wrong } from "../schema/check.ts";
import { AcctError } from "../ground/errors.ts";
import {
  ALLOWANCE_BITS,
  MAX_MULTIPLIER,
  MAX_PERMISSION_ENTRIES,
  MAX_TIMESTAMP,
} from "../ground/limits.ts";
import { address, chainId, custom, list, object, optional, whole } from "../schema/schema.ts";
import { EMPTY, executionRules, executionTypes } from "./execution_types.ts";
import { type GrantRequest, readGrant, seconds } from "./request.ts";

/** Periods in seconds, the longest first. */
const periods = [["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

/** Function of a token that pays a receiver. */
const TRANSFER_FUNCTION = "transfer(address to, uint256 amount)";

/** The period of a lifetime limit. */
const FOREVER = { unit: "forever", multiplier: 1 } as const;

/** A validated request. */
export interface ExecutionParams {
  /** Chain of the permission. */
  readonly chainId: number;
  /** Requested account, if any. */
  readonly from?: Address;
  /** The permission. */
  readonly grant: GrantRequest;
  /** Index of the expiry among the rules, if any. */
  readonly expiryAt: number | undefined;
  /** Type and data as requested, to be returned in the response. */
  readonly permission: {
    readonly type: typeof executionTypes[number];
    /** True if the user may lower amount and end. */
    readonly isAdjustmentAllowed?: boolean;
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** The requested rules, unchanged, for the response. */
  readonly rules: readonly { readonly type: string; readonly data: unknown }[];
}

/** Rejects a valid request that does not map. */
function unsupported(path: string, detail: string): AcctError {
  return new AcctError("capability_unsupported", { field: path, detail: `(${path} ${detail})` });
}

/** Finds a name among the supported ones; throws for other names. */
function supported<T extends string>(names: readonly T[]) {
  return custom("type", (at): T => {
    const name = text(at);
    const known = names.find((each) => each === name);
    if (known !== undefined) return known;
    throw new AcctError("capability_unsupported", { field: at.path, detail: `(${name})` });
  });
}

/** Reads an amount in hex; throws for an amount that no allowance can represent. */
const amount = custom("amount", (at): bigint => {
  const value = BigInt(quantity(at));
  if (value === 0n) throw wrong(at.path, "must not be zero");
  if (value >> BigInt(ALLOWANCE_BITS) !== 0n) throw unsupported(at.path, "is above 2^160 - 1");
  return value;
});

const period = custom("period", (at) => {
  const seconds = whole(1).read(at);
  for (const [unit, length] of periods) {
    const multiplier = seconds / length;
    if (Number.isInteger(multiplier) && multiplier <= MAX_MULTIPLIER) return { unit, multiplier };
  }
  throw unsupported(at.path, "must be 1 to 255 whole minutes, hours, days or weeks, in seconds");
});

const request = object({
  chainId,
  from: optional(address),
  to: address,
  permission: object({
    type: supported(executionTypes),
    data: object({
      startTime: optional(seconds(0)),
      tokenAddress: optional(address),
    }),
  }),
  rules: optional(list(
    object({ type: supported(executionRules), data: object({}) }),
    executionRules.length,
  )),
});

/** Reads one request. */
export function readExecutionRequest(at: At): ExecutionParams {
  const { chainId, from, to, permission: { type, data } } = request.read(at);
  const asked = at.value as Pick<ExecutionParams, "permission"> & {
    readonly rules?: ExecutionParams["rules"] | null;
  };
  const dataAt = member(member(at, "permission"), "data");
  const token = type.startsWith("native")
    ? NATIVE
    : data.tokenAddress ?? address.read(member(dataAt, "tokenAddress"));
  if (!type.startsWith("native") && isAddressEqual(token, NATIVE)) {
    throw wrong(`${dataAt.path}.tokenAddress`, "must be a token, not the native currency");
  }
  const { expiry = MAX_TIMESTAMP, expiryAt, payees, spenderOnly } = readRules(at, to);
  const { startTime } = data;
  if (startTime && startTime >= expiry) {
    throw wrong(`${dataAt.path}.startTime`, "must be before the expiry");
  }
  const value = {
    spender: to,
    expiry,
    permissions: {
      calls: payees && callsTo(payees, token),
      spends: [{ token, ...readAllowance(type, dataAt) }],
    },
  };
  return {
    chainId,
    ...(from && { from }),
    grant: {
      ...readGrant({ value, path: at.path }),
      ...(startTime !== undefined && { start: startTime }),
      ...(spenderOnly && { spenderOnly }),
    },
    expiryAt,
    permission: asked.permission,
    rules: asked.rules ?? [],
  };
}

/** Reads the amount and its period. */
function readAllowance(type: typeof executionTypes[number], data: At) {
  const read = (name: string) => amount.read(member(data, name));
  if (type.endsWith("periodic")) {
    const span = period.read(member(data, "periodDuration"));
    return { allowance: String(read("periodAmount")), ...span };
  }
  if (type.endsWith("allowance")) {
    // ERC-7715's own example uses the second name.
    const isExample = !isPresent(member(data, "allowanceAmount"));
    const name = isExample && isPresent(member(data, "allowance"))
      ? "allowance"
      : "allowanceAmount";
    return { allowance: String(read(name)), ...FOREVER };
  }
  read("amountPerSecond");
  const isPaidAtOnce = isPresent(member(data, "maxAmount")) &&
    isPresent(member(data, "initialAmount")) && read("initialAmount") === read("maxAmount");
  // A period provides its amount immediately, and the unused rest expires; a stream does neither.
  if (!isPaidAtOnce) {
    throw unsupported(
      `${data.path}.amountPerSecond`,
      "cannot be kept; only a stream whose initialAmount is its maxAmount can",
    );
  }
  return { allowance: String(read("maxAmount")), ...FOREVER };
}

/** Reads the rules, each type once. */
function readRules(at: At, to: Address): {
  expiry?: number;
  expiryAt?: number;
  payees?: readonly Address[];
  spenderOnly?: true;
} {
  const rulesAt = member(at, "rules");
  const rules = (rulesAt.value ?? []) as readonly { readonly type: string }[];
  const found: ReturnType<typeof readRules> = {};
  for (const [index, { type }] of rules.entries()) {
    const path = `${rulesAt.path}[${index}]`;
    if (rules.findIndex((rule) => rule.type === type) !== index) {
      throw wrong(`${path}.type`, "is duplicate");
    }
    const data = member({ ...at, value: rules[index], path }, "data");
    if (type === "expiry") {
      // The expiry is the first invalid second, one after the last valid one.
      found.expiry = seconds(1).read(member(data, "timestamp")) - 1;
      found.expiryAt = index;
      continue;
    }
    const addressesAt = member(data, "addresses");
    const addresses = list(address, MAX_PERMISSION_ENTRIES, { min: 1 }).read(addressesAt);
    if (type === "payee") {
      found.payees = addresses;
    } else if (addresses.every((each) => isAddressEqual(each, to))) {
      found.spenderOnly = true;
    } else {
      throw unsupported(addressesAt.path, "must be the spender's address alone");
    }
  }
  return found;
}

/** Allows transfers to some receivers only. */
function callsTo(payees: readonly Address[], token: Address) {
  if (token === NATIVE) return payees.map((target) => ({ target, selector: EMPTY }));
  const kind = payees.length === 1 ? "equal" : "oneOf";
  const rules = [{ argument: "to", kind, values: payees }];
  return [{ target: token, functionSignature: TRANSFER_FUNCTION, rules }];
}
