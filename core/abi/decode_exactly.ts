/** Decodes call data so that no byte of it is left unexplained. @module */
import { decodeFunctionData, encodeFunctionData, type Hex, size, slice } from "viem";
import { isCanonical } from "./canonical.ts";
import { type FunctionShape, nameless } from "./shape.ts";

/**
 * Decodes the arguments, tuples as lists; returns `null` unless encoding them gives exactly the data.
 * Decoders ignore bytes after the arguments and beside an address: users would not see all that they
 * send.
 */
export function decodeExactly(of: FunctionShape, data: Hex): readonly unknown[] | null {
  if (data.slice(0, 10).toLowerCase() !== of.selector) return null;
  if (!isCanonical(of.inputs, size(data) > 4 ? slice(data, 4) : "0x")) return null;
  const abi = [nameless(of.name, of.inputs)] as const;
  try {
    const { args = [] } = decodeFunctionData({ abi, data });
    return encodeFunctionData({ abi, args }) === data.toLowerCase() ? args : null;
  } catch {
    return null;
  }
}
