/** Converts bytes between browser APIs and viem. @module */
import type { Hex } from "viem";

/** Views a buffer source as bytes, without copying. */
export function bytesOf(source: BufferSource): Uint8Array<ArrayBuffer> {
  const view = source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
  return view;
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
