/** Validates requests for permissions. @module */
import {
  ALLOWANCE_BITS,
  MAX_AMOUNT_LENGTH,
  MAX_FUNCTION_LENGTH,
  MAX_MULTIPLIER,
  MAX_PERMISSION_ENTRIES,
  MAX_TIMESTAMP,
} from "../ground/limits.ts";
import {
  type Address,
  type Hex,
  isAddressEqual,
  numberToHex,
  toFunctionSelector,
  toFunctionSignature,
  zeroAddress,
} from "viem";
import { refuseOwn } from "../account/own_contracts.ts";
import { AcctError } from "../ground/errors.ts";
import { type At, elements, member, text, wrong } from "../schema/check.ts";
import {
  address,
  anything,
  boolean,
  custom,
  fallback,
  fixedBytes,
  list,
  object,
  oneOf,
  optional,
  refined,
  type Schema,
  whole,
} from "../schema/schema.ts";
import { units } from "./limits/period.ts";
import type { ArgumentRule } from "./limits/argument_rules.ts";
import { ruleKinds } from "./limits/rules.ts";
import { isMilliseconds } from "./limits/milliseconds.ts";

/** A permitted function, as the dApp requests it. */
export interface RequestedCall {
  readonly target: Address;
  readonly selector: Hex;
  /** The dApp's signature, without names, if any. */
  readonly signature?: string;
  /** The signature as the dApp wrote it, with argument names; only with rules. */
  readonly declared?: string;
  readonly rules: readonly ArgumentRule[];
}

/** A validated request for a permission. */
export interface GrantRequest {
  /** Address that may use it. */
  readonly spender: Address;
  /** Last valid second (Unix). */
  readonly expiry: number;
  /** Functions that may be called. */
  readonly calls: readonly RequestedCall[];
  /** Allowances per period; a cap over the whole lifetime is a separate allowance. */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: Hex;
    readonly unit: number;
    readonly multiplier: number;
  }[];
  /** The app's description of the agent that receives it; the wallet validates it. */
  readonly agent?: unknown;
  /** True if a signature is sufficient, to be submitted onchain with the first use. */
  readonly deferred?: true;
  /** First valid second (Unix). Default: now. */
  readonly start?: number;
  /** True if only the spender itself may redeem it (ERC-7710). */
  readonly spenderOnly?: true;
}

/** Unit of a cap: one period that never ends. */
const FOREVER = units.indexOf("forever");

const amount = custom("allowance", (at) => {
  const amount = text(at, MAX_AMOUNT_LENGTH);
  if (!/^(0x[0-9a-fA-F]+|\d+)$/.test(amount)) {
    throw wrong(at.path, "must be a whole amount as a decimal string");
  }
  const value = BigInt(amount);
  if (value === 0n || value >> BigInt(ALLOWANCE_BITS) !== 0n) {
    throw wrong(at.path, "must be from 1 to 2^160 - 1");
  }
  return numberToHex(value);
});

const spend = object({
  allowance: amount,
  cap: optional(amount),
  unit: custom("unit", (at) => units.indexOf(oneOf(...units).read(at))),
  multiplier: fallback(whole(1, MAX_MULTIPLIER), 1),
  token: address,
});

/** A name and types. Dialogs show the signature, so other words would be a text of the dApp. */
const SIGNATURE = /^[\w$]+\([\w[\](),]*\)$/;

const signature = custom("signature", (at) => {
  const given = text(at, MAX_FUNCTION_LENGTH);
  try {
    const signature = toFunctionSignature(given);
    if (SIGNATURE.test(signature)) {
      return { signature, computed: toFunctionSelector(signature), declared: given };
    }
  } catch {
    // Not a valid signature.
  }
  throw wrong(at.path, "must be like transfer(address,uint256)");
});

const value = custom(
  "value",
  (at) => typeof at.value === "boolean" ? at.value : text(at, MAX_AMOUNT_LENGTH),
);

const rule = object({
  argument: custom("argument", (at) => text(at, MAX_FUNCTION_LENGTH)),
  kind: oneOf(...ruleKinds),
  values: optional(list(value, MAX_PERMISSION_ENTRIES)),
});

const callMembers = object({
  rules: fallback(list(rule, MAX_PERMISSION_ENTRIES), []),
  target: address,
  selector: optional(fixedBytes(4)),
  functionSignature: optional(signature),
});

const call = custom("call", (at): RequestedCall => {
  const { target, selector, functionSignature: named, rules } = callMembers.read(at);
  const given = selector?.toLowerCase() ?? named?.computed;
  if (!given) throw wrong(at.path, "needs a selector or a functionSignature");
  if (named && named.computed !== given) {
    throw wrong(`${at.path}.selector`, "is not the functionSignature's");
  }
  return {
    target,
    selector: given as Hex,
    ...(named && { signature: named.signature }),
    // The wallet compiles the rules, so a page does not need that code.
    ...(named && rules.length > 0 && { declared: named.declared }),
    rules,
  };
});

/** Reads a time in Unix seconds, at least `least`. */
export const seconds = (least: number): Schema<number> =>
  refined(whole(least, MAX_TIMESTAMP), (time, { path }) => {
    if (isMilliseconds(time)) throw wrong(path, "must be in seconds");
  });

const members = object({
  expiry: seconds(1),
  permissions: object({
    calls: fallback(list(call, MAX_PERMISSION_ENTRIES), []),
    spends: fallback(list(spend, MAX_PERMISSION_ENTRIES), []),
  }),
  deferred: optional(boolean),
  spender: address,
  // The wallet validates it.
  agent: optional(anything),
});

/**
 * Reads `{ spender, expiry, permissions: { calls?, spends? }, deferred? }`.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function readGrant(at: At): GrantRequest {
  const { permissions: { calls, spends: asked }, deferred, ...grant } = members.read(at);
  const path = `${at.path}.permissions`;
  if (calls.length === 0 && asked.length === 0) throw wrong(path, "needs a call or a spend");
  const seen = new Set<string>();
  const spends = asked.flatMap(({ cap, ...spend }, index) => {
    const { token } = spend;
    const all = [spend];
    if (cap) all.push({ token, allowance: cap, unit: FOREVER, multiplier: 1 });
    for (const { unit, multiplier } of all) {
      const period = [token.toLowerCase(), unit, unit === FOREVER || multiplier].join();
      if (seen.has(period)) throw wrong(`${path}.spends[${index}]`, "is duplicate");
      seen.add(period);
    }
    return all;
  });
  if (spends.length > MAX_PERMISSION_ENTRIES) {
    throw wrong(`${path}.spends`, `must have at most ${MAX_PERMISSION_ENTRIES} items`);
  }
  return { ...grant, calls, spends, ...(deferred && { deferred }) };
}

/** Members that only ERC-7715 requests have. */
const further = object({
  start: optional(seconds(0)),
  spenderOnly: optional(boolean),
});

/** Reads a {@linkcode GrantRequest} that was sent through a window. */
export function readStoredGrant(at: At): GrantRequest {
  const { path } = at;
  // Paths refer to the dApp's original request, in which both lists are below `permissions`.
  const list = (name: string) =>
    elements(
      { ...member(at, name), path: `${path}.permissions.${name}` },
      MAX_PERMISSION_ENTRIES,
    );
  const spends = list("spends").map((spend) => ({
    value: {
      ...(spend.value as object),
      unit: units[Number(member(spend, "unit").value)],
    },
    path: spend.path,
  }));
  const calls = list("calls").map((call) => ({
    value: {
      ...(call.value as object),
      functionSignature: member(call, "declared").value ?? member(call, "signature").value,
    },
    path: call.path,
  }));
  const value = {
    spender: member(at, "spender").value,
    expiry: member(at, "expiry").value,
    deferred: member(at, "deferred").value,
    agent: member(at, "agent").value,
    permissions: {
      calls: calls.map(({ value }) => value),
      spends: spends.map(({ value }) => value),
    },
  };
  const { start, spenderOnly } = further.read(at);
  return {
    ...readGrant({ value, path }),
    ...(start !== undefined && { start }),
    ...(spenderOnly && { spenderOnly }),
  };
}

/** Rejects a spender that belongs to the wallet, or that could never act. */
export function refuseSpender(spender: Address, path: string, account: Address | null): void {
  refuseOwn(spender, path, account);
  if (!isAddressEqual(spender, zeroAddress)) return;
  throw new AcctError("invalid_params", { field: path, detail: `${path} can never act.` });
}
