/**
 * Checks parameters. Each error names the path of the wrong field (`params[0].calls[1].to`) and the
 * broken rule.
 *
 * @module
 */
import { type Address, type Hex, isAddress, isHex } from "viem";
import { AcctError } from "../errors.ts";

/** A value with its path. */
export interface At {
  /** Value to check. */
  readonly value: unknown;
  /** Path of the value. */
  readonly path: string;
  /** Origin of the dApp, for values that are bound to it; `null` outside of a page. */
  readonly origin?: string | null;
}

/** Returns a positional parameter with its path. */
export function paramsAt(at: At, index: number): At {
  const params = at.value ?? [];
  if (!Array.isArray(params)) throw wrong("params", "must be an array");
  return { ...at, value: params[index], path: `params[${index}]` };
}

/** Creates the error for a wrong field. */
export function wrong(path: string, rule: string): AcctError {
  return new AcctError("invalid_params", { field: path, detail: `${path} ${rule}.` });
}

/** Returns a member of an object with its path. */
export function member(at: At, name: string): At {
  const { value, path } = at;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(path, "must be an object");
  }
  const inner = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  return { ...at, value: inner, path: `${path}.${name}` };
}

/** Returns true unless a value is absent. */
export function isPresent({ value }: At): boolean {
  return value !== undefined && value !== null;
}

/** Checks an object. */
export function object({ value, path }: At): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(path, "must be an object");
  }
  return value as Record<string, unknown>;
}

/** Returns the elements of an array with their paths. */
export function elements(at: At, max: number): At[] {
  const { value, path } = at;
  if (!Array.isArray(value)) throw wrong(path, "must be an array");
  if (value.length > max) throw wrong(path, `must have at most ${max} elements`);
  // Unlike `map`, this reads holes too.
  return Array.from(
    value,
    (element, index) => ({ ...at, value: element, path: `${path}[${index}]` }),
  );
}

/** Checks a string of bounded length. */
export function text({ value, path }: At, max = 4096): string {
  if (typeof value !== "string") throw wrong(path, "must be a string");
  if (value.length > max) throw wrong(path, `must have at most ${max} characters`);
  return value;
}

/** Checks a boolean. */
export function flag({ value, path }: At): boolean {
  if (typeof value !== "boolean") throw wrong(path, "must be true or false");
  return value;
}

/** Checks an address; mixed case must be a valid checksum (ERC-55). */
export function address({ value, path }: At): Address {
  const read = typeof value === "string" ? value.replace(/^0x[0-9A-F]+$/, lower) : "";
  if (!isAddress(read)) throw wrong(path, "must be an address");
  return read;
}

const lower = (text: string) => text.toLowerCase();

/** Checks bytes in hex, two digits each. */
export function bytes({ value, path }: At): Hex {
  if (typeof value !== "string" || !isHex(value) || value.length % 2 !== 0) {
    throw wrong(path, "must be hex bytes");
  }
  return value;
}

/** Checks 32 bytes in hex. */
export function hash(at: At): Hex {
  const value = bytes(at);
  if (value.length !== 66) throw wrong(at.path, "must be 32 bytes");
  return value.toLowerCase() as Hex;
}

/** Checks a number in hex, below 2^256. */
export function quantity({ value, path }: At): Hex {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]+$/.test(value)) {
    throw wrong(path, "must be a hex number such as 0x0");
  }
  const digits = BigInt(value).toString(16);
  if (digits.length > 64) throw wrong(path, "must be below 2^256");
  return `0x${digits}`;
}

/** Reads a chain id in hex. */
export function chainId(at: At): number {
  const id = Number(quantity(at));
  if (!Number.isSafeInteger(id) || id === 0) throw wrong(at.path, "must be a chain id");
  return id;
}

/**
 * Rejects capabilities that are neither known nor optional (EIP-5792).
 *
 * @throws {AcctError} `capability_unsupported` with the path of the first one
 */
export function checkCapabilities(at: At, known: readonly string[]): void {
  for (const [name, value] of Object.entries(object(at))) {
    const isOptional = (value as { optional?: unknown } | null)?.optional === true;
    if (value !== undefined && !known.includes(name) && !isOptional) {
      throw new AcctError("capability_unsupported", {
        field: `${at.path}.${name}`,
        detail: `(${name})`,
      });
    }
  }
}
