/** Validates requests for permissions. @module */
import {
  ALLOWANCE_BITS,
  MAX_AMOUNT_LENGTH,
  MAX_FUNCTION_LENGTH,
  MAX_MULTIPLIER,
  MAX_PERMISSION_ENTRIES,
  MAX_TIMESTAMP,
} from "../protocol/limits.ts";
import { type Address, type Hex, numberToHex, toFunctionSelector } from "viem";
import {
  address,
  type At,
  bytes,
  elements,
  flag,
  isPresent,
  member,
  text,
  wrong,
} from "../protocol/schema/check.ts";
import { type SpendUnit, units } from "./period.ts";

/** A validated request for a permission. */
export interface GrantRequest {
  /** Address that may use it. */
  readonly spender: Address;
  /** Last valid second (Unix). */
  readonly expiry: number;
  /** Functions that may be called, with the dApp's signature of them if it gave one. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    readonly signature?: string;
  }[];
  /** Allowances per period. */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: Hex;
    readonly unit: number;
    readonly multiplier: number;
  }[];
  /** Set if a signature is enough, to be submitted onchain with the first use. */
  readonly deferred?: true;
}

const MAX_ALLOWANCE = 2n ** BigInt(ALLOWANCE_BITS) - 1n;

/**
 * Reads `{ spender, expiry, permissions: { calls?, spends? }, deferred? }`.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function readGrant(at: At): GrantRequest {
  const expiry = member(at, "expiry");
  if (
    typeof expiry.value !== "number" || !Number.isSafeInteger(expiry.value) || expiry.value <= 0 ||
    expiry.value > MAX_TIMESTAMP
  ) {
    throw wrong(expiry.path, "must be Unix seconds");
  }
  const permissions = member(at, "permissions");
  const list = (name: string) => {
    const inner = member(permissions, name);
    return isPresent(inner) ? elements(inner, MAX_PERMISSION_ENTRIES) : [];
  };
  const calls = list("calls").map(readCall);
  const spends = list("spends").map(readSpend);
  if (calls.length === 0 && spends.length === 0) {
    throw wrong(permissions.path, "must have a call or a spend");
  }
  spends.forEach(({ token }, index) => {
    const same = spends.findIndex((other) => other.token.toLowerCase() === token.toLowerCase());
    if (same !== index) throw wrong(`${permissions.path}.spends[${index}].token`, "is given twice");
  });
  const deferred = member(at, "deferred");
  return {
    spender: address(member(at, "spender")),
    expiry: expiry.value,
    calls,
    spends,
    ...(isPresent(deferred) && flag(deferred) && { deferred: true as const }),
  };
}

/** Reads a {@linkcode GrantRequest} that was sent through a window. */
export function readStoredGrant(at: At): GrantRequest {
  const { path } = at;
  // Paths are those of the dApp's own request, in which both lists are below `permissions`.
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
    value: { ...(call.value as object), functionSignature: member(call, "signature").value },
    path: call.path,
  }));
  const value = {
    spender: member(at, "spender").value,
    expiry: member(at, "expiry").value,
    deferred: member(at, "deferred").value,
    permissions: {
      calls: calls.map(({ value }) => value),
      spends: spends.map(({ value }) => value),
    },
  };
  return readGrant({ value, path });
}

function readCall(at: At): GrantRequest["calls"][number] {
  const target = address(member(at, "target"));
  const selector = member(at, "selector");
  const signature = member(at, "functionSignature");
  if (!isPresent(selector) && !isPresent(signature)) {
    throw wrong(at.path, "needs a selector or a functionSignature");
  }
  let computed: Hex | undefined;
  if (isPresent(signature)) {
    try {
      computed = toFunctionSelector(text(signature, MAX_FUNCTION_LENGTH));
    } catch {
      throw wrong(signature.path, "must be like transfer(address,uint256)");
    }
  }
  const given = isPresent(selector) ? bytes(selector).toLowerCase() as Hex : computed!;
  if (given.length !== 10) throw wrong(selector.path, "must be 4 bytes");
  if (computed !== undefined && computed !== given) {
    throw wrong(selector.path, "does not belong to the functionSignature");
  }
  return {
    target,
    selector: given,
    ...(isPresent(signature) && { signature: text(signature, MAX_FUNCTION_LENGTH) }),
  };
}

function readSpend(at: At): GrantRequest["spends"][number] {
  const allowance = member(at, "allowance");
  const amount = text(allowance, MAX_AMOUNT_LENGTH);
  if (!/^(0x[0-9a-fA-F]+|\d+)$/.test(amount)) {
    throw wrong(allowance.path, "must be a whole amount as a decimal string");
  }
  const value = BigInt(amount);
  if (value === 0n || value > MAX_ALLOWANCE) {
    throw wrong(allowance.path, "must be from 1 to 2^160 - 1");
  }
  const unit = member(at, "unit");
  const number = units.indexOf(text(unit, 16) as SpendUnit);
  if (number < 0) throw wrong(unit.path, `must be one of ${units.join(", ")}`);
  const multiplier = member(at, "multiplier");
  const times = isPresent(multiplier) ? multiplier.value : 1;
  if (
    typeof times !== "number" || !Number.isInteger(times) || times < 1 || times > MAX_MULTIPLIER
  ) {
    throw wrong(multiplier.path, `must be a whole number from 1 to ${MAX_MULTIPLIER}`);
  }
  return {
    token: address(member(at, "token")),
    allowance: numberToHex(value),
    unit: number,
    multiplier: times,
  };
}
