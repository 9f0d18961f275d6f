/**
 * Parses fields of orders. Hashable typed data always contains them, with numbers in various forms.
 *
 * @module
 */
import { MAX_AMOUNT_LENGTH } from "../../ground/limits.ts";
import type { Address } from "../../lib/hex.ts";
import { NATIVE } from "../../chain/native.ts";
import type { AssetView } from "../../dialog/explanation.ts";

/** Thrown if a field does not match its type: the order is not recognized. */
export class Odd extends Error {}

/** Members by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses an integer. */
export function whole(value: unknown): bigint {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    throw new Odd("no number");
  }
  if (value === "" || (typeof value === "string" && value.length > MAX_AMOUNT_LENGTH)) {
    throw new Odd("no number");
  }
  try {
    return BigInt(value);
  } catch {
    throw new Odd("no number");
  }
}

/** Checks whether a number or bytes are zero. */
export function isZero(value: unknown): boolean {
  return whole(value) === 0n;
}

/** Parses an address, in lowercase. */
export function address(value: unknown): Address {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Odd("no address");
  return value.toLowerCase() as Address;
}

/** Parses a struct. */
export function struct(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw new Odd("no struct");
  return value as Fields;
}

/** Parses a list of structs. */
export function list(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) throw new Odd("no list");
  return value.map(struct);
}

export const zeroAddress = `0x${"0".repeat(40)}`;

/** Formats an amount of a token, or of the native currency for its placeholder addresses. */
export function coin(token: unknown, amount: bigint): AssetView {
  const of = address(token);
  return of === zeroAddress || of === NATIVE.toLowerCase()
    ? { kind: "native", address: null, amount }
    : { kind: "token", address: token as Address, amount };
}

export function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

export function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
