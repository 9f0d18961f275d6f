/**
 * Checks parameters without viem, for the first load and the shell of the wallet host.
 *
 * @module
 */
import type { Hex } from "../lib/hex.ts";
import { AcctError } from "./errors.ts";

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
  const value = object(at);
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  return { ...at, value: inner, path: `${at.path}.${name}` };
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

/** Checks a string of bounded length. */
export function text({ value, path }: At, max = 4096): string {
  if (typeof value !== "string") throw wrong(path, "must be a string");
  if (value.length > max) throw wrong(path, `must have at most ${max} characters`);
  return value;
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
