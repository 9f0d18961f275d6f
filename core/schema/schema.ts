/**
 * Defines schemas. Each schema reads a value, and its errors name the path and the rule. Page,
 * wallet host and service share them, and the service's OpenRPC document is generated from them. A
 * page loads the schemas of `common.ts` with its session, and these schemas with the methods that
 * need them.
 *
 * @module
 */
import type { Hex } from "../lib/hex.ts";
import * as check from "./check.ts";
import type { At } from "./check.ts";
import { custom, type Schema } from "./definition.ts";
import { type Members, object, type ReadMembers } from "./common.ts";

export * from "./common.ts";

/** Reads an object; unknown members are rejected. */
export function exact<M extends Members>(members: M): Schema<ReadMembers<M>> {
  const { read } = object(members);
  return custom("exact", (at) => {
    for (const name of Object.keys(check.object(at))) {
      if (!Object.hasOwn(members, name)) {
        throw check.wrong(`${at.path}.${name}`, "is not known here");
      }
    }
    return read(at);
  }, members);
}

/** Adds a rule to a schema; `check` throws if a value breaks it. */
export function refined<T>(schema: Schema<T>, check: (value: T, at: At) => void): Schema<T> {
  const read = (at: At): T => {
    const value = schema.read(at);
    check(value, at);
    return value;
  };
  return { ...schema, read };
}

/**
 * Reads a member that has another path in the dApp's own request, from the root or below the same
 * object. Errors name the field of that request, on both sides.
 */
export function as<S extends Schema<unknown>>(path: string, schema: S): S {
  const move = (own: string) => path.startsWith("params") ? path : own.replace(/[^.]+$/, path);
  return { ...schema, read: (at) => schema.read({ ...at, path: move(at.path) }) };
}

/** Adds a default value for an absent member. */
export function fallback<T>(schema: Schema<T>, value: T): Schema<T> {
  return { ...schema, read: (at) => check.isPresent(at) ? schema.read(at) : value };
}

/** Reads bytes of one of these lengths. */
export function fixedBytes(...lengths: readonly number[]): Schema<Hex> {
  return custom("fixedBytes", (at) => {
    const value = check.bytes(at);
    if (!lengths.includes(value.length / 2 - 1)) {
      throw check.wrong(at.path, `must be ${lengths.join(" or ")} bytes`);
    }
    return value;
  }, lengths);
}

/** Reads a chain id that is a number. */
export const chainNumber: Schema<number> = custom("whole", ({ value, path }) => {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
  throw check.wrong(path, "must be a chain id");
}, { min: 1, max: Number.MAX_SAFE_INTEGER });

/** Reads an optional single parameter; `[]` and absent parameters count as `[{}]`. */
export function singleOptional<T>(schema: Schema<T>): Schema<T> {
  return custom("single", (at) => {
    const first = check.paramsAt(at, 0);
    return schema.read({ ...first, value: first.value ?? {} });
  }, schema);
}

/** Reads a whole number. */
export function whole(min = 0, max: number = Number.MAX_SAFE_INTEGER): Schema<number> {
  return custom("whole", ({ value, path }) => {
    const number = value as number;
    if (Number.isInteger(value) && number >= min && number <= max) return number;
    throw check.wrong(path, `must be a whole number from ${min} to ${max}`);
  }, { min, max });
}

/** Reads text of a bounded length. */
export function text(max: number, { min = 0 }: { readonly min?: number } = {}): Schema<string> {
  return custom("text", (at) => {
    const value = check.text(at, max);
    if (value.length < min) throw check.wrong(at.path, "must not be empty");
    return value;
  }, { max, min });
}
