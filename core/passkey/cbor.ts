/**
 * Reads CBOR as authenticators write it (CTAP2): integers, byte and text strings, arrays, maps,
 * booleans and null, all of definite length. All other input is rejected, including duplicate keys.
 *
 * CTAP2 also requires ordered keys and shortened integers. This reader does not: they do not change
 * the meaning, and authenticators that a platform accepts may differ.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8949
 * @module
 */

/** A value. */
export type CborValue =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly CborValue[]
  | CborMap;

/** A map; its keys are integers or texts. */
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** CTAP2 nests at most four levels, and attestation statements stay below that. */
const MAX_DEPTH = 8;

/** Position in the bytes. */
interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Reads the value that starts at an offset, and returns the offset after it.
 *
 * @throws {SyntaxError} if it is missing, or has another type
 */
export function readCbor(
  bytes: Uint8Array,
  offset = 0,
): { readonly value: CborValue; readonly end: number } {
  const cursor: Cursor = { bytes, at: offset };
  const value = readValue(cursor, 0);
  return { value, end: cursor.at };
}

function readValue(cursor: Cursor, depth: number): CborValue {
  if (depth > MAX_DEPTH) throw refuse(cursor, "values are nested too deep");
  const [initial] = take(cursor, 1);
  const [major, info] = [initial! >> 5, initial! & 0x1f];
  if (major === 7) return readSimple(cursor, info);
  const argument = readArgument(cursor, info);
  switch (major) {
    case 0:
      return argument;
    case 1:
      return -1 - argument;
    case 2:
      return take(cursor, argument).slice();
    case 3:
      return readText(cursor, argument);
    case 4:
      return readArray(cursor, argument, depth);
    case 5:
      return readMap(cursor, argument, depth);
    default:
      throw refuse(cursor, "tags are not supported");
  }
}

/** Reads the number after an initial byte: a value or a length. */
function readArgument(cursor: Cursor, info: number): number {
  if (info < 24) return info;
  if (info > 27) throw refuse(cursor, "lengths must be definite");
  let value = 0;
  for (const byte of take(cursor, 2 ** (info - 24))) value = value * 256 + byte;
  // `-1 - value` must be exact as well.
  if (value >= Number.MAX_SAFE_INTEGER) throw refuse(cursor, "a number is too large");
  return value;
}

function readSimple(cursor: Cursor, info: number): boolean | null {
  if (info === 20) return false;
  if (info === 21) return true;
  if (info === 22) return null;
  throw refuse(cursor, "only true, false and null are supported");
}

function readText(cursor: Cursor, length: number): string {
  const bytes = take(cursor, length);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse(cursor, "a text is not UTF-8");
  }
}

function readArray(cursor: Cursor, length: number, depth: number): readonly CborValue[] {
  const values: CborValue[] = [];
  for (let left = length; left > 0; left--) values.push(readValue(cursor, depth + 1));
  return values;
}

function readMap(cursor: Cursor, length: number, depth: number): CborMap {
  const map = new Map<number | string, CborValue>();
  for (let left = length; left > 0; left--) {
    const key = readValue(cursor, depth + 1);
    if (typeof key !== "number" && typeof key !== "string") {
      throw refuse(cursor, "keys must be integers or texts");
    }
    if (map.has(key)) throw refuse(cursor, `the key ${key} occurs twice`);
    map.set(key, readValue(cursor, depth + 1));
  }
  return map;
}

/** Takes bytes off the input. A length beyond the input allocates no memory. */
function take(cursor: Cursor, length: number): Uint8Array {
  const { bytes, at } = cursor;
  if (length > bytes.length - at) throw refuse(cursor, "it is cut off");
  cursor.at += length;
  return bytes.subarray(at, cursor.at);
}

function refuse({ at }: Cursor, what: string): SyntaxError {
  return new SyntaxError(`CBOR before byte ${at}: ${what}.`);
}
