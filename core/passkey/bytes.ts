/** Converts bytes between browser APIs and viem. @module */
import type { Hex } from "viem";

/**
 * Copies an `ArrayBuffer` or a view of one, including from another realm; `null` for other values.
 * Password managers return both.
 */
export function bytesOf(source: unknown): Uint8Array<ArrayBuffer> | null {
  try {
    const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(source)
      ? source
      // Throws for values that are not buffers; `instanceof` depends on the realm.
      : new DataView(source as ArrayBuffer);
    return new Uint8Array(buffer, byteOffset, byteLength).slice();
  } catch {
    return null;
  }
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/** Reads a big-endian number. */
export function toBigInt(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** Encodes a number as 32 big-endian bytes in hex. */
export function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, "0")}`;
}
