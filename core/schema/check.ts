/**
 * Checks parameters. Each error names the path of the wrong field (`params[0].calls[1].to`) and the
 * broken rule.
 *
 * @module
 */
import { type Address, type Hex, isAddress, isHex } from "viem";
import { type At, wrong } from "../ground/check.ts";

export * from "../ground/check.ts";

/** Returns the elements of an array with their paths. */
export function elements(at: At, max: number): At[] {
  const { value, path } = at;
  if (!Array.isArray(value)) throw wrong(path, "must be an array");
  if (value.length > max) throw wrong(path, `must have at most ${max} elements`);
  // Unlike `map`, this also reads holes.
  return Array.from(
    value,
    (element, index) => ({ ...at, value: element, path: `${path}[${index}]` }),
  );
}

/** Checks a boolean. */
export function flag({ value, path }: At): boolean {
  if (typeof value !== "boolean") throw wrong(path, "must be true or false");
  return value;
}

/** Checks an address; mixed case must be a valid checksum (ERC-55). */
export function address({ value, path }: At): Address {
  const read = typeof value === "string" ? value.replace(/^0x[0-9A-F]+$/, lower) : "";
  if (!isAddress(read)) throw wrong(path, "must be an address, with its checksum if in mixed case");
  return read;
}

const lower = (text: string) => text.toLowerCase();

/** Checks bytes in hex, two digits each. */
export function bytes({ value, path }: At): Hex {
  if (!isHex(value) || value.length % 2 !== 0) throw wrong(path, "must be hex bytes");
  return value;
}

/** Checks 32 bytes in hex. */
export function hash(at: At): Hex {
  const value = bytes(at);
  if (value.length !== 66) throw wrong(at.path, "must be 32 bytes");
  return value.toLowerCase() as Hex;
}
