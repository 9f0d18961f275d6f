/**
 * Normalizes typed data by its declared types. This form is hashed and shown: two spellings of a
 * value have the same text, and members without a type are neither hashed nor shown.
 *
 * @module
 */
import { getAddress, type Hex } from "viem";
import type { Pieces } from "../../lib/pieces.ts";
import { domainFields, type Structs, type TypedData } from "../../account/typed_data_types.ts";

/** Returns the canonical form of typed data that `readTypedData` accepts. */
export function* canonicalTypedData(data: TypedData): Pieces<TypedData> {
  const { types, primaryType } = data;
  const { EIP712Domain: declared, ...structs } = types;
  const domainType = domainFields(data.domain, declared);
  const domain = yield* canonical(data.domain, "EIP712Domain", { EIP712Domain: domainType });
  return {
    types: { ...pickTypes(structs), EIP712Domain: domainType },
    primaryType,
    domain: domain as TypedData["domain"],
    message: (yield* canonical(data.message, primaryType, structs)) as TypedData["message"],
  };
}

/** Copies the types without foreign members. */
function pickTypes(types: Structs): Structs {
  return Object.fromEntries(
    Object.entries(types).map(([name, fields]) => [
      name,
      fields.map(({ name, type }) => ({ name, type })),
    ]),
  );
}

function* canonical(value: unknown, type: string, types: Structs): Pieces<unknown> {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined) {
    if (!Array.isArray(value)) return value;
    const elements: unknown[] = [];
    for (const each of value) elements.push(yield* canonical(each, element, types));
    return elements;
  }
  const fields = Object.hasOwn(types, type) ? types[type] : undefined;
  if (fields === undefined) {
    yield;
    return canonicalValue(value, type);
  }
  if (typeof value !== "object" || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const own: [string, unknown][] = [];
  for (const { name, type } of fields) {
    if (Object.hasOwn(given, name)) own.push([name, yield* canonical(given[name], type, types)]);
  }
  return Object.fromEntries(own);
}

/** Normalizes a value of a built-in type; returns values that do not fit their type unchanged. */
function canonicalValue(value: unknown, type: string): unknown {
  if (type === "address") {
    return typeof value === "string" ? getAddress(value.toLowerCase()) : value;
  }
  if (/^u?int/.test(type)) return canonicalInteger(value);
  if (type.startsWith("bytes")) {
    return typeof value === "string" ? value.toLowerCase() as Hex : value;
  }
  return value;
}

/** Formats an integer in decimal, or as a number if JSON represents it exactly. */
function canonicalInteger(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    return value;
  }
  return BigInt(value).toString();
}
