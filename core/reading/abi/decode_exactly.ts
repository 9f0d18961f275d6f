/** Decodes call data so that no byte of it is left unexplained. @module */
import {
  type AbiFunction,
  type AbiParameter,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  size,
  slice,
  toFunctionSelector,
} from "viem";
import { isCanonical } from "./canonical.ts";
import type { FunctionShape, Shape } from "./shape.ts";

/** Converts an ABI item. */
export function shapeOf({ name, inputs }: AbiFunction): FunctionShape {
  const shapes = inputs.map(readShape);
  return {
    name,
    selector: toFunctionSelector({ ...nameless(name, shapes) }),
    signature: `${name}(${shapes.map(typeOf).join(",")})`,
    inputs: shapes,
  };
}

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

function readShape(parameter: AbiParameter): Shape {
  const parts = "components" in parameter ? parameter.components : [];
  return { type: parameter.type, name: parameter.name ?? "", parts: parts.map(readShape) };
}

/** Builds the ABI without argument names, so that equal names cannot conflict. */
function nameless(name: string, inputs: readonly Shape[]): AbiFunction {
  const parameter = ({ type, parts }: Shape): AbiParameter =>
    parts.length === 0 ? { type } : { type, components: parts.map(parameter) };
  return {
    type: "function",
    name,
    stateMutability: "payable",
    inputs: inputs.map(parameter),
    outputs: [],
  };
}

/** Formats the canonical type. */
function typeOf({ type, parts }: Shape): string {
  return type.startsWith("tuple") ? `(${parts.map(typeOf).join(",")})${type.slice(5)}` : type;
}
