/**
 * Reads CBOR as authenticators write it (CTAP2): integers, byte and text strings, arrays, maps,
 * booleans and null, all of definite length. Everything else is refused, as are duplicate keys.
 *
 * CTAP2 also orders keys and shortens integers. Neither is required here: no meaning depends on it,
 * and authenticators that a platform accepts may differ.
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

/** CTAP2 nests four levels; attestation statements stay below it. */
const MAX_DEPTH = 8;

/** Position in the bytes. */
interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Reads the value that begins at an offset, and returns where it ends.
 *
 * @throws {SyntaxError} if there is none, or if it is of another kind
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

/** Reads the number behind an initial byte: a value or a length. */
function readArgument(cursor: Cursor, info: number): number {
  if (info < 24) return info;
  if (info > 27) throw refuse(cursor, "lengths must be definite");
  let value = 0;
  for (const byte of take(cursor, 2 ** (info - 24))) value = value * 256 + byte;
  // `-1 - value` has to be exact as well.
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

/** Takes bytes off the input. A length beyond its end allocates nothing. */
function take(cursor: Cursor, length: number): Uint8Array {
  const { bytes, at } = cursor;
  if (length > bytes.length - at) throw refuse(cursor, "it is cut off");
  cursor.at += length;
  return bytes.subarray(at, cursor.at);
}

function refuse({ at }: Cursor, what: string): SyntaxError {
  return new SyntaxError(`CBOR before byte ${at}: ${what}.`);
}
