/**
 * Defines the schemas that a page needs with every session; `schema.ts` includes all others.
 *
 * @module
 */
import type { Address, Hex } from "../lib/hex.ts";
import * as check from "./check.ts";
import type { At } from "./check.ts";
import { custom, type Schema } from "./definition.ts";

export { custom, type Schema } from "./definition.ts";

/** Reads a member that may be absent; `null` counts as absent. */
export interface Optional<T> extends Schema<T | undefined> {
  readonly optional: true;
}

/** Members of an object. */
export type Members = Readonly<Record<string, Schema<unknown>>>;

/** Type of a schema's value. */
export type Read<S> = S extends Schema<infer T> ? T : never;

/** Type of an object with these members; optional ones are absent instead of `undefined`. */
export type ReadMembers<M extends Members> =
  & { readonly [K in keyof M as M[K] extends { optional: true } ? never : K]: Read<M[K]> }
  & {
    readonly [K in keyof M as M[K] extends { optional: true } ? K : never]?: Exclude<
      Read<M[K]>,
      undefined
    >;
  };

/** Reads an object; unknown members are ignored. */
export function object<M extends Members>(members: M): Schema<ReadMembers<M>> {
  return custom("object", (at) => readMembers(at, members), members);
}

function readMembers<M extends Members>(at: At, members: M): ReadMembers<M> {
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(members)) {
    const value = members[name]!.read(check.member(at, name));
    if (value !== undefined) read[name] = value;
  }
  return read as ReadMembers<M>;
}

/** Makes a member optional. */
export function optional<T>(schema: Schema<T>): Optional<T> {
  return {
    ...schema,
    optional: true,
    read: (at) => check.isPresent(at) ? schema.read(at) : undefined,
  };
}

/** Reads a list; its length is checked before its elements. */
export function list<T>(
  element: Schema<T>,
  max: number,
  { min = 0 }: { readonly min?: number } = {},
): Schema<readonly T[]> {
  return custom("list", (at) => {
    const elements = check.elements(at, max);
    if (elements.length < min) throw check.wrong(at.path, `must have at least ${min} elements`);
    return elements.map(element.read);
  }, { element, max, min });
}

/** Reads an object whose keys and values share schemas. */
export function record<K extends string, T>(
  key: Schema<K>,
  value: Schema<T>,
): Schema<Record<K, T>> {
  return custom("record", (at) =>
    Object.fromEntries(
      Object.keys(check.object(at)).map((name) => {
        const inner = check.member(at, name);
        return [key.read({ ...inner, value: name }), value.read(inner)];
      }),
    ) as Record<K, T>, { key, value });
}

/** Reads one of several strings or numbers. */
export function oneOf<T extends string | number>(...choices: readonly T[]): Schema<T> {
  return custom("choice", ({ value, path }) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw check.wrong(path, `must be ${choices.join(" or ")}`);
  }, choices);
}

/** Reads bytes of a bounded length. */
export function bytes(max: number): Schema<Hex> {
  return custom("bytes", (at) => {
    const value = check.bytes(at);
    if (value.length > 2 + 2 * max) throw check.wrong(at.path, `must be at most ${max} bytes`);
    return value;
  }, max);
}

/** Reads a number in hex, below 2^bits; leading zeros are dropped. */
export function quantity(bits: number): Schema<Hex> {
  return custom("quantity", (at) => {
    const value = check.quantity(at);
    if (BigInt(value) >> BigInt(bits) !== 0n) throw check.wrong(at.path, `must be below 2^${bits}`);
    return value;
  }, bits);
}

/** Reads a boolean. */
export const boolean: Schema<boolean> = custom("boolean", check.flag);
/** Reads an address; mixed case must be a valid checksum (ERC-55). */
export const address: Schema<Address> = custom("address", check.address);
/** Reads 32 bytes. */
export const hash: Schema<Hex> = custom("hash", check.hash);
/** Reads a chain id in hex as a number. */
export const chainId: Schema<number> = custom("chainId", check.chainId);
/** Returns a value unchanged; it is validated later. */
export const anything: Schema<unknown> = custom("anything", ({ value }) => value ?? undefined);

/** Reads positional parameters; optional ones at the end may be omitted. */
export function positional<const S extends readonly Schema<unknown>[]>(
  ...schemas: S
): Schema<{ readonly [K in keyof S]: Read<S[K]> }> {
  return custom(
    "positional",
    (at) =>
      schemas.map((schema, index) => schema.read(check.paramsAt(at, index))) as {
        readonly [K in keyof S]: Read<S[K]>;
      },
    schemas,
  );
}

/** Reads the single parameter of a method. */
export function single<T>(schema: Schema<T>): Schema<T> {
  return custom(
    "single",
    (at) => schema.read(check.paramsAt(at, 0)),
    schema,
  );
}
