/**
 * Validates typed data (EIP-712) from dApps: its types, and each value against its type. Valid data
 * can always be hashed and signed, so no dialog opens for unsignable data. Data can have thousands
 * of values, which are checked in batches.
 *
 * @module
 */
import { isAddress } from "viem";
import { atOnce, type Pieces } from "../lib/pieces.ts";
import {
  MAX_STRUCT_MEMBERS,
  MAX_TYPE_NAME_LENGTH,
  MAX_TYPED_DATA_DEPTH,
  MAX_TYPED_DATA_LENGTH,
} from "../ground/limits.ts";
import {
  type At,
  bytes,
  elements,
  flag,
  isPresent,
  member,
  object as checkObject,
  text,
  wrong,
} from "../schema/check.ts";
import { custom, list, object, record } from "../schema/common.ts";
import { domainFields, isBuiltIn, type Structs, type TypedData } from "./typed_data_types.ts";

const name = custom("name", (at) => text(at, MAX_TYPE_NAME_LENGTH));
const anyObject = custom("object", checkObject);

const members = object({
  types: record(name, list(object({ name, type: name }), MAX_STRUCT_MEMBERS)),
  primaryType: name,
  domain: anyObject,
  message: anyObject,
});

/** Typed data with checked types and unchecked values; `checkValues` checks the values. */
export interface DeclaredTypedData {
  /** The original data, for errors about its values. */
  readonly given: At;
  readonly data: TypedData;
}

/**
 * Reads typed data.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong type or value
 */
export function readTypedData(given: At): TypedData {
  return atOnce(checkValues(readDeclared(given)));
}

/**
 * Reads the types of typed data.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong type
 */
export function readDeclared(at: At): DeclaredTypedData {
  const given = typeof at.value === "string" ? parse(at, at.value) : at;
  const data = members.read(given);
  checkTypes(at.path, data);
  return { given, data };
}

/**
 * Checks the values of typed data.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong value
 */
export function* checkValues({ given, data }: DeclaredTypedData): Pieces<TypedData> {
  const { EIP712Domain: declared, ...structs } = data.types;
  const domain = { EIP712Domain: domainFields(data.domain, declared) };
  yield* checkValue(member(given, "domain"), "EIP712Domain", domain, -1);
  yield* checkValue(member(given, "message"), data.primaryType, structs, -1);
  return data;
}

function parse(at: At, json: string): At {
  if (json.length > MAX_TYPED_DATA_LENGTH) throw wrong(at.path, "is too long");
  try {
    return { value: JSON.parse(json), path: at.path };
  } catch {
    throw wrong(at.path, "is not valid JSON");
  }
}

/** Checks that the types are complete, and that ERC-7739 allows the primary one. */
function checkTypes(path: string, { types, primaryType }: TypedData): void {
  const { EIP712Domain: domain = [], ...structs } = types;
  if (primaryType === "EIP712Domain") throw wrong(`${path}.primaryType`, "cannot be EIP712Domain");
  if (!/^[^a-z(),\0\s][^(),\0\s]*$/.test(primaryType)) {
    throw wrong(
      `${path}.primaryType`,
      "must have no lower-case initial, bracket, comma or blank (ERC-7739)",
    );
  }
  // The set grows while it is iterated: types may reference each other at any depth.
  const used = new Set([primaryType]);
  for (const type of used) {
    const at = `${path}.types.${type}`;
    if (!Object.hasOwn(structs, type)) {
      if (isBuiltIn(type)) continue;
      throw wrong(at, "is missing");
    }
    if (elementary.test(type)) throw wrong(at, "is named like a built-in type");
    if (structural.test(type)) throw wrong(at, "must have no bracket or blank");
    checkFields(at, structs[type]!);
    for (const field of structs[type]!) used.add(field.type.replace(/(?:\[\d*\])+$/, ""));
  }
  checkFields(`${path}.types.EIP712Domain`, domain);
  const wrongAt = domain.findIndex(({ type }) => !isBuiltIn(type));
  if (wrongAt >= 0) {
    throw wrong(`${path}.types.EIP712Domain[${wrongAt}].type`, "must be a built-in type");
  }
}

/**
 * Matches names that equal or resemble a built-in type: different implementations would hash the
 * struct differently, and users would mistake it for a plain value.
 */
const elementary = /^(?:address|bool|string|function|(?:bytes|u?int|u?fixed)[\dx]*)$/i;

/**
 * Matches characters that EIP-712 writes between names, with which one encoding could represent two
 * types.
 */
const structural = /[(),\s\0[\]]/;

/** Checks that names of a struct's fields are unique and well-formed. */
function checkFields(path: string, fields: Structs[string]): void {
  const seen = new Set<string>();
  fields.forEach(({ name }, index) => {
    const at = `${path}[${index}].name`;
    if (seen.has(name)) throw wrong(at, "is used twice");
    if (structural.test(name)) throw wrong(at, "must have no bracket or blank");
    seen.add(name);
  });
}

/** Checks a value. The depth limit is that of the dialogs' lists and structs. */
function* checkValue(at: At, type: string, structs: Structs, depth: number): Pieces<void> {
  if (isBuiltIn(type)) {
    checkBuiltIn(at, type);
    yield;
    return;
  }
  if (depth >= MAX_TYPED_DATA_DEPTH) {
    throw wrong(at.path, `is nested more than ${MAX_TYPED_DATA_DEPTH} deep`);
  }
  const [, element, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (element === undefined) {
    for (const field of structs[type]!) {
      yield* checkValue(member(at, field.name), field.type, structs, depth + 1);
    }
    return;
  }
  const list = elements(at, Infinity);
  if (length !== "" && list.length !== Number(length)) {
    throw wrong(at.path, `must have ${length} elements`);
  }
  for (const each of list) yield* checkValue(each, element, structs, depth + 1);
}

/**
 * Checks a value of a built-in type, so that one spelling has one hash in both SDK and contracts.
 */
function checkBuiltIn(at: At, type: string): void {
  const { path } = at;
  if (!isPresent(at)) throw wrong(path, `is missing: it must be ${type}`);
  const [, kind, size] = /^(bytes|u?int)(\d*)$/.exec(type) ?? [];
  if (type === "bool") flag(at);
  else if (type === "address") {
    if (!isAddress(text(at))) throw wrong(path, "must be an address");
  } else if (kind === undefined) {
    // Lone surrogates would all be hashed as the same character.
    if (/\p{Surrogate}/u.test(text(at, Infinity))) throw wrong(path, "must be well-formed text");
  } else if (kind === "bytes") {
    if (bytes(at).length / 2 - 1 !== Number(size) && size !== "") {
      throw wrong(path, `must be ${size} bytes`);
    }
  } else checkInteger(at, kind === "int", Number(size || 256));
}

function checkInteger({ value, path }: At, signed: boolean, bits: number): void {
  // JSON has no greater numbers, so parsing may have changed the value.
  const written = typeof value === "string" && /^(?:-?\d{1,80}|0x[\da-f]{1,64})$/i.test(value);
  if (!written && !Number.isSafeInteger(value) && typeof value !== "bigint") {
    throw wrong(path, "must be a whole number, as text above 2^53");
  }
  const number = BigInt(value as string | number | bigint);
  const cut = signed ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number);
  if (cut !== number) throw wrong(path, `must fit into ${signed ? "int" : "uint"}${bits}`);
}
