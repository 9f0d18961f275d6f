/** Fields of orders. Typed data that could be hashed has them all; the forms of numbers differ. @module */
import type { Address } from "../../lib/hex.ts";
import { NATIVE } from "../../chain/native.ts";
import type { AssetView } from "../../dialog/explanation.ts";

/** A field is not what its type says: the order is not read. */
export class Odd extends Error {}

/** Members by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** A whole number. */
export function whole(value: unknown): bigint {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    throw new Odd("no number");
  }
  if (value === "" || (typeof value === "string" && value.length > 80)) throw new Odd("no number");
  try {
    return BigInt(value);
  } catch {
    throw new Odd("no number");
  }
}

/** Whether a number, or bytes, are nothing but zeros. */
export function isZero(value: unknown): boolean {
  return whole(value) === 0n;
}

/** An address in lower case. */
export function address(value: unknown): Address {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw new Odd("no address");
  return value.toLowerCase() as Address;
}

/** A struct. */
export function struct(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw new Odd("no struct");
  return value as Fields;
}

/** Structs of a list. */
export function list(value: unknown): readonly Fields[] {
  if (!Array.isArray(value)) throw new Odd("no list");
  return value.map(struct);
}

/** No address. */
export const nobody = `0x${"0".repeat(40)}`;

/** An amount of a token, or of the native currency where its address stands for it. */
export function coin(token: unknown, amount: bigint): AssetView {
  const of = address(token);
  return of === nobody || of === NATIVE.toLowerCase()
    ? { kind: "native", address: null, amount }
    : { kind: "token", address: token as Address, amount };
}

/** The larger of two. */
export function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

/** The smaller of two. */
export function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
