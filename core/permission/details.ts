/** Permissions as pages ask for them and see them (SPEC's shapes). @module */
import { type Address, type Hex, numberToHex, toFunctionSelector } from "viem";
import { address, type At, bytes, elements, isPresent, member, text, wrong } from "../check.ts";
import type { PermissionJson } from "../service/protocol.ts";
import { NATIVE, type Permission } from "./permission.ts";
import { type Unit, units } from "./period.ts";

/** A function that a spender may call. */
export interface CallPermissionDetail {
  /** Contract. */
  readonly target: Address;
  /** Function selector; computed from `functionSignature` if absent. */
  readonly selector?: Hex;
  /** Human-readable signature, such as `transfer(address,uint256)`. */
  readonly functionSignature?: string;
}

/** What a spender may spend per period. */
export interface SpendPermissionDetail {
  /** Token contract; the native currency is ERC-7528's address. */
  readonly token: Address;
  /** Most per period, as a decimal string in the smallest unit. */
  readonly allowance: string;
  /** Unit of the period. */
  readonly unit: Unit;
  /** Units per period, 1 to 255. Default 1. */
  readonly multiplier?: number;
  /** What is left in the period that runs now; only in lists, on request. */
  readonly remaining?: string;
}

/** What is asked for, checked. */
export interface GrantRequest {
  /** Who may spend. */
  readonly spender: Address;
  /** Last second, Unix. */
  readonly expiry: number;
  /** Functions that may be called, with the page's own description where it gave one. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    readonly signature?: string;
  }[];
  /** What may be spent. */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: Hex;
    readonly unit: number;
    readonly multiplier: number;
  }[];
}

const MAX_UINT48 = 2 ** 48 - 1;
const MAX_UINT160 = 2n ** 160n - 1n;

/**
 * Reads `{ spender, expiry, permissions: { calls?, spends? } }`.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function readGrant(at: At): GrantRequest {
  const expiry = member(at, "expiry");
  if (
    typeof expiry.value !== "number" || !Number.isSafeInteger(expiry.value) || expiry.value <= 0 ||
    expiry.value > MAX_UINT48
  ) {
    throw wrong(expiry.path, "must be Unix time in whole seconds");
  }
  const permissions = member(at, "permissions");
  const list = (name: string) => {
    const inner = member(permissions, name);
    return isPresent(inner) ? elements(inner, 32) : [];
  };
  const calls = list("calls").map(readCall);
  const spends = list("spends").map(readSpend);
  if (calls.length === 0 && spends.length === 0) {
    throw wrong(permissions.path, "must grant at least one call or spend");
  }
  spends.forEach(({ token }, index) => {
    const same = spends.findIndex((other) => other.token.toLowerCase() === token.toLowerCase());
    if (same !== index) throw wrong(`${permissions.path}.spends[${index}].token`, "is given twice");
  });
  return { spender: address(member(at, "spender")), expiry: expiry.value, calls, spends };
}

/** Reads a request that {@linkcode readGrant} made, as it comes through a window. */
export function readStoredGrant(at: At): GrantRequest {
  const { path } = at;
  const spends = elements(member(at, "spends"), 32).map((spend) => ({
    value: {
      ...(spend.value as object),
      unit: units[Number(member(spend, "unit").value)],
    },
    path: spend.path,
  }));
  const calls = elements(member(at, "calls"), 32).map((call) => ({
    value: { ...(call.value as object), functionSignature: member(call, "signature").value },
    path: call.path,
  }));
  const value = {
    spender: member(at, "spender").value,
    expiry: member(at, "expiry").value,
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
      computed = toFunctionSelector(text(signature, 500));
    } catch {
      throw wrong(signature.path, "must be a signature such as transfer(address,uint256)");
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
    ...(isPresent(signature) && { signature: text(signature, 500) }),
  };
}

function readSpend(at: At): GrantRequest["spends"][number] {
  const allowance = member(at, "allowance");
  const amount = text(allowance, 80);
  if (!/^(0x[0-9a-fA-F]+|\d+)$/.test(amount)) {
    throw wrong(allowance.path, "must be a whole amount as a decimal string");
  }
  const value = BigInt(amount);
  if (value === 0n || value > MAX_UINT160) {
    throw wrong(allowance.path, "must be from 1 to 2^160 - 1");
  }
  const unit = member(at, "unit");
  const number = units.indexOf(text(unit, 16) as Unit);
  if (number < 0) throw wrong(unit.path, `must be one of ${units.join(", ")}`);
  const multiplier = member(at, "multiplier");
  const times = isPresent(multiplier) ? multiplier.value : 1;
  if (typeof times !== "number" || !Number.isInteger(times) || times < 1 || times > 255) {
    throw wrong(multiplier.path, "must be a whole number from 1 to 255");
  }
  return {
    token: address(member(at, "token")),
    allowance: numberToHex(value),
    unit: number,
    multiplier: times,
  };
}

/** What `wallet_grantPermissions` gives. */
export interface WalletGrantPermissionsResponse {
  /** The account. */
  readonly account: Address;
  /** Who may spend. */
  readonly spender: Address;
  /** When it becomes valid, Unix seconds. */
  readonly start: number;
  /** When it expires, Unix seconds. */
  readonly end: number;
  /** Uniqueness salt. */
  readonly salt: Hex;
  /** Functions that may be called. */
  readonly calls: readonly CallPermissionDetail[];
  /** What may be spent. */
  readonly spends: readonly SpendPermissionDetail[];
  /** Identifier. */
  readonly permissionId: Hex;
  /** Chain id. */
  readonly chainId: Hex;
}

/** A permission as it is listed: SPEC's typed fields, and the names that its examples read. */
export interface ListedPermission extends WalletGrantPermissionsResponse {
  /** The same as `permissionId`. */
  readonly id: Hex;
  /** The same as `end`. */
  readonly expiry: number;
}

/** A granted permission in SPEC's shape. */
export function describeGrant(
  permission: Permission,
  id: Hex,
  chainId: number,
  signatures: ReadonlyMap<Hex, string> = new Map(),
): WalletGrantPermissionsResponse {
  return {
    account: permission.account,
    spender: permission.spender,
    start: permission.start,
    end: permission.end,
    salt: numberToHex(permission.salt, { size: 32 }),
    calls: permission.calls.map(({ target, selector }) => {
      const functionSignature = signatures.get(selector);
      return { target, selector, ...(functionSignature !== undefined && { functionSignature }) };
    }),
    spends: permission.spends.map(({ token, allowance, unit, multiplier }) => ({
      token: token.toLowerCase() === NATIVE.toLowerCase() ? NATIVE : token,
      allowance: String(allowance),
      unit: units[unit]!,
      multiplier,
    })),
    permissionId: id,
    chainId: numberToHex(chainId),
  };
}

/** A permission of the index in SPEC's shape for lists. */
export function describeListed(json: PermissionJson, permission: Permission): ListedPermission {
  const grant = describeGrant(permission, json.id, Number(json.chainId));
  return { ...grant, id: json.id, expiry: permission.end };
}
