/** Hashes typed data (EIP-712). @module */
import { bytesToHex, type Hex, hexToBytes, keccak256, stringToBytes } from "viem";
import { atOnce, type Pieces } from "../lib/pieces.ts";
import { domainFields, isBuiltIn, type Structs, type TypedData } from "./typed_data_types.ts";

export type { Structs, TypedData } from "./typed_data_types.ts";

/** The two hashes that EIP-712 combines: of the domain and of the message. */
export interface TypedDataHashes {
  readonly domainHash: Hex;
  readonly messageHash: Hex;
}

/** Computes the two hashes that EIP-712 combines. */
export function typedDataHashes(data: TypedData): TypedDataHashes {
  return atOnce(hashTypedData(data));
}

/** `hashStruct` of typed data, computed in batches. */
export function* hashTypedData(
  { types, primaryType, domain, message }: TypedData,
): Pieces<TypedDataHashes> {
  const { EIP712Domain: declared, ...structs } = types;
  const domainTypes = { EIP712Domain: domainFields(domain, declared) };
  return {
    messageHash: bytesToHex(yield* structHasher(structs)(primaryType, message)),
    domainHash: bytesToHex(yield* structHasher(domainTypes)("EIP712Domain", domain)),
  };
}

/** Hashes a value of a struct type. */
type HashStruct = (type: string, value: unknown) => Pieces<Uint8Array>;

/** Encodes a value in 32 bytes (EIP-712 `encodeData`). */
type Encode = (value: unknown) => Pieces<Uint8Array>;

/**
 * Hashes structs (EIP-712 `hashStruct`). Each type is parsed once for all of its values.
 *
 * @throws {Error} if a value does not match its type
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
function structHasher(types: Structs): HashStruct {
  const structs = new Map<string, HashStruct>();
  const encoders = new Map<string, Encode>();
  const encoderOf = (type: string): Encode => {
    let encode = encoders.get(type);
    if (encode === undefined) encoders.set(type, encode = makeEncoder(type));
    return encode;
  };
  const makeEncoder = (type: string): Encode => {
    const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
    if (element !== undefined) {
      return function* (values) {
        if (!Array.isArray(values)) throw new TypeError(`${type} is no list`);
        const encode = encoderOf(element);
        const data = new Uint8Array(32 * values.length);
        for (let index = 0; index < values.length; index++) {
          data.set(yield* encode(values[index]), 32 * index);
        }
        return keccak256(data, "bytes");
      };
    }
    if (Object.hasOwn(types, type)) return (value) => hash(type, value);
    const encode = builtInEncoder(type);
    return function* (value) {
      yield;
      return encode(value);
    };
  };
  const makeHasher = (type: string): HashStruct => {
    const typeHash = keccak256(stringToBytes(encodeStruct(type, types)), "bytes");
    // Encoders are resolved lazily, because a type may contain itself.
    const fields = types[type]!;
    return function* (_, value) {
      const given = Object(value) as Readonly<Record<string, unknown>>;
      const data = new Uint8Array(32 * (fields.length + 1));
      data.set(typeHash);
      for (const [index, { name, type }] of fields.entries()) {
        data.set(yield* encoderOf(type)(given[name]), 32 * (index + 1));
      }
      return keccak256(data, "bytes");
    };
  };
  const hash: HashStruct = (type, value) => {
    let hashOf = structs.get(type);
    if (hashOf === undefined) structs.set(type, hashOf = makeHasher(type));
    return hashOf(type, value);
  };
  return hash;
}

/** Makes the encoder of a built-in type. */
function builtInEncoder(type: string): (value: unknown) => Uint8Array {
  const [, kind, size] = /^(bytes|u?int)(\d*)$/.exec(type) ?? [];
  if (type === "string") return (value) => keccak256(stringToBytes(asText(value)), "bytes");
  if (type === "bool") {
    return (value) => {
      if (typeof value !== "boolean") throw new TypeError(`${typeof value} is no bool`);
      return encodeInteger(value ? 1n : 0n);
    };
  }
  if (type === "address") return (value) => encodeBytes(asText(value), 20, 12);
  if (kind === "bytes") {
    return size === ""
      ? (value) => keccak256(hexToBytes(asText(value) as Hex), "bytes")
      : (value) => encodeBytes(asText(value), Number(size), 0);
  }
  const bits = Number(size || 256);
  const fit = kind === "int" ? BigInt.asIntN : BigInt.asUintN;
  return (value) => {
    const number = BigInt(value as string | number | bigint);
    if (fit(bits, number) !== number) throw new RangeError(`${number} is no ${type}`);
    return encodeInteger(number);
  };
}

function asText(value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`${typeof value} is no text`);
  return value;
}

/** Encodes an integer in two's complement. */
function encodeInteger(number: bigint): Uint8Array {
  const word = new Uint8Array(32);
  const view = new DataView(word.buffer);
  let left = number;
  for (let at = 24; at >= 0 && left !== 0n; at -= 8) {
    view.setBigUint64(at, BigInt.asUintN(64, left));
    left >>= 64n;
  }
  return word;
}

/** Encodes bytes of a fixed length, starting at a position of the word. */
function encodeBytes(hex: string, length: number, at: number): Uint8Array {
  const bytes = hexToBytes(hex as Hex);
  if (bytes.length !== length) throw new RangeError(`${hex} is not ${length} bytes`);
  const word = new Uint8Array(32);
  word.set(bytes, at);
  return word;
}

/** Encodes a type with all types that it refers to (EIP-712 `encodeType`). */
export function encodeType({ primaryType, types }: TypedData): string {
  const { EIP712Domain: _, ...structs } = types;
  return encodeStruct(primaryType, structs);
}

/** Encodes a struct with all types that it refers to. */
function encodeStruct(primaryType: string, structs: Structs): string {
  const names = usedTypes(primaryType, structs);
  names.delete(primaryType);
  return [primaryType, ...[...names].sort()].map((name) => describeStruct(name, structs)).join("");
}

/** Encodes one struct. */
export function describeStruct(name: string, types: Structs): string {
  return `${name}(${types[name]!.map((field) => `${field.type} ${field.name}`).join(",")})`;
}

/** Collects all struct types reachable from a type. */
export function usedTypes(primaryType: string, types: Structs): Set<string> {
  // The set grows while it is iterated: types may reference each other at any depth.
  const used = new Set([primaryType]);
  for (const name of used) {
    for (const field of types[name]!) {
      const type = field.type.replace(/(\[\d*\])+$/, "");
      if (!isBuiltIn(type)) used.add(type);
    }
  }
  return used;
}
