/** Decodes the data of a call so that nothing in it goes unsaid. @module */
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

/** A type with what it is called; the parts of a tuple stand in `parts`. */
export interface Shape {
  /** The ABI's type, such as `tuple[]`. */
  readonly type: string;
  /** Its name; it may be empty, and two parts may have the same. */
  readonly name: string;
  /** What a tuple is made of. */
  readonly parts: readonly Shape[];
}

/** A function with its arguments. */
export interface FunctionShape {
  /** Its name. */
  readonly name: string;
  /** The first four bytes of data that is for it. */
  readonly selector: Hex;
  /** Name and types, as they are hashed: `transfer(address,uint256)`. */
  readonly signature: string;
  /** Its arguments. */
  readonly inputs: readonly Shape[];
}

/** The function of an ABI's item. */
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
 * The arguments, tuples as lists; `null` where the data is not exactly what encoding them gives.
 * Decoders pass over bytes behind the arguments and beside an address: who reads them would be told
 * less than what is sent.
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

/** The ABI without names of arguments: whatever they are, they cannot get in each other's way. */
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

/** A type as it is hashed. */
function typeOf({ type, parts }: Shape): string {
  return type.startsWith("tuple") ? `(${parts.map(typeOf).join(",")})${type.slice(5)}` : type;
}
