/** Converts P-256 signatures from DER to `r, s` with a low `s`. @module */
import { AcctError } from "../ground/errors.ts";
import { toBigInt } from "./bytes.ts";

/** The order of P-256 (FIPS 186-4). */
export const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A signature. */
export interface Signature {
  /** First half. */
  readonly r: bigint;
  /** Second half, at most half of the order. */
  readonly s: bigint;
}

/**
 * Reads a DER signature strictly (X.690: shortest lengths, no padding, no trailing bytes) and
 * lowers `s`, as the contract requires.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export function readDerSignature(bytes: Uint8Array): Signature {
  const [sequence, after] = readElement(bytes, 0, 0x30);
  if (after !== bytes.length) throw refuse("it has trailing bytes");
  const [r, middle] = readElement(sequence, 0, 0x02);
  const [s, end] = readElement(sequence, middle, 0x02);
  if (end !== sequence.length) throw refuse("it has more than two numbers");
  return lowS({ r: readInteger(r), s: readInteger(s) });
}

/** Returns the same signature with the lower of its two possible `s`. */
export function lowS({ r, s }: Signature): Signature {
  if (r <= 0n || r >= P256_ORDER || s <= 0n || s >= P256_ORDER) throw refuse("out of range");
  return { r, s: s > P256_ORDER / 2n ? P256_ORDER - s : s };
}

/** Reads content and end of the element at `offset`. */
function readElement(
  bytes: Uint8Array,
  offset: number,
  tag: number,
): readonly [content: Uint8Array, end: number] {
  const length = bytes[offset + 1];
  // Two numbers of 33 bytes stay below 128, so the long form is never the shortest.
  if (bytes[offset] !== tag || length === undefined || length > 0x7f) {
    throw refuse("wrong structure");
  }
  const end = offset + 2 + length;
  if (end > bytes.length) throw refuse("it is cut off");
  return [bytes.subarray(offset + 2, end), end];
}

/** Reads a positive integer in its shortest form. */
function readInteger(bytes: Uint8Array): bigint {
  const [first, second] = bytes;
  if (first === undefined || first > 0x7f) throw refuse("a number is negative or empty");
  if (first === 0 && (second === undefined || second < 0x80)) throw refuse("a number is padded");
  if (bytes.length > 33) throw refuse("a number is too long");
  return toBigInt(bytes);
}

function refuse(detail: string): AcctError {
  return new AcctError("passkey_invalid", { detail: `The signature is not valid DER: ${detail}.` });
}
