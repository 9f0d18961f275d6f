/** Decodes call data so that every byte of it is explained. @module */
import { decodeFunctionData, encodeFunctionData, type Hex, size, slice } from "viem";
import { isCanonical } from "./canonical.ts";
import { type FunctionShape, nameless } from "./shape.ts";

/**
 * Decodes the arguments, with tuples as lists. Returns `null` unless re-encoding them produces
 * exactly the same data. Decoders ignore bytes after the arguments and next to an address, so users
 * would not see all the data that they send.
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
