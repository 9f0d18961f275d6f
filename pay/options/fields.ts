/**
 * Checks the fields of options. Each error contains the path of the invalid field.
 *
 * @module
 */
import { AcctError } from "@sdk/core/errors";
import type { Address } from "@sdk/core/permission";
import { isAddress } from "viem";

/** A value with its path. */
export interface At {
  /** Value to check. */
  readonly value: unknown;
  /** Path of the value, such as `limits[0].token`. */
  readonly path: string;
}

/** Checks one value. */
export type Check = (at: At) => unknown;

/** Maximum number of list elements. */
const MAX_ELEMENTS = 10_000;
/** Maximum length of a text, in characters. */
const MAX_TEXT_LENGTH = 4_096;

/** Creates the error for an invalid field. */
export function wrong(path: string, rule: string): AcctError {
  return new AcctError("invalid_params", { field: path, detail: `${path} ${rule}.` });
}

/** Checks an object. */
export function object({ value, path }: At): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(path, "must be an object");
  }
  return value as Readonly<Record<string, unknown>>;
}

/** Checks the members of an object and rejects unknown members. */
export function members(
  checks: Readonly<Record<string, Check>>,
  { value, path }: At,
  prefix: string = `${path}.`,
): void {
  const given = object({ value, path });
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(checks, name)) continue;
    throw wrong(`${prefix}${name}`, `is unknown; known are ${Object.keys(checks).join(", ")}`);
  }
  for (const [name, check] of Object.entries(checks)) {
    check({ value: given[name], path: `${prefix}${name}` });
  }
}

/** Accepts `undefined`. `null` is still invalid. */
export function optional(check: Check): Check {
  return (at) => at.value === undefined || check(at);
}

/** Checks a list and returns its elements with their paths. */
export function elements({ value, path }: At): At[] {
  if (!Array.isArray(value)) throw wrong(path, "must be an array");
  if (value.length > MAX_ELEMENTS) throw wrong(path, `must have at most ${MAX_ELEMENTS} elements`);
  // Unlike `map`, `Array.from` also visits holes.
  return Array.from(value, (element, index) => ({ value: element, path: `${path}[${index}]` }));
}

/** Checks a list, element by element. */
export function list(check: Check): Check {
  return (at) => elements(at).forEach((each) => check(each));
}

/** Checks for one of several values. */
export function oneOf(...words: readonly string[]): Check {
  return ({ value, path }) => {
    if (!words.includes(value as string)) throw wrong(path, `must be one of ${words.join(", ")}`);
  };
}

/** Checks a text. */
export function text({ value, path }: At): string {
  if (typeof value !== "string") throw wrong(path, "must be a string");
  if (value.length > MAX_TEXT_LENGTH) {
    throw wrong(path, `must have at most ${MAX_TEXT_LENGTH} characters`);
  }
  return value;
}

/** Checks an address. An address in mixed case must have a valid checksum (ERC-55). */
export function address({ value, path }: At): Address {
  const read = typeof value === "string" && /^0x[0-9A-F]+$/.test(value)
    ? value.toLowerCase()
    : value;
  if (typeof read !== "string" || !isAddress(read)) {
    throw wrong(path, "must be an address, with its checksum if in mixed case");
  }
  return read;
}

/** Checks a function. */
export function callable({ value, path }: At): void {
  if (typeof value !== "function") throw wrong(path, "must be a function");
}

/** Checks an object's methods. `kind` describes the expected object in the error. */
export function methods({ value, path }: At, kind: string, names: readonly string[]): void {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    throw wrong(path, `must be ${kind}`);
  }
  for (const name of names) {
    callable({
      value: (value as Readonly<Record<string, unknown>>)[name],
      path: `${path}.${name}`,
    });
  }
}
