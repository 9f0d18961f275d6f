/** Describes the types of ABI values. @module */
import { type AbiFunction, type AbiParameter, type Hex, toFunctionSelector } from "viem";

/** A type with its name; `parts` contains the members of a tuple. */
export interface Shape {
  /** ABI type, such as `tuple[]`. */
  readonly type: string;
  /** Name; may be empty or duplicate. */
  readonly name: string;
  /** Members of a tuple. */
  readonly parts: readonly Shape[];
}

/** A function with its arguments. */
export interface FunctionShape {
  readonly name: string;
  /** First four bytes of its call data. */
  readonly selector: Hex;
  /** Canonical signature: `transfer(address,uint256)`. */
  readonly signature: string;
  readonly inputs: readonly Shape[];
}

/** Returns the element type of a list; `null` for other types. */
export function elementOf(shape: Shape): Shape | null {
  const end = shape.type.lastIndexOf("[");
  return end < 0 || !shape.type.endsWith("]") ? null : { ...shape, type: shape.type.slice(0, end) };
}

/** Returns the length of a fixed-size list; `null` if the data contains the length. */
export function fixedLength(shape: Shape): number | null {
  const count = /\[(\d*)\]$/.exec(shape.type)?.[1];
  return count === undefined || count === "" ? null : Number(count);
}

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

function readShape(parameter: AbiParameter): Shape {
  const parts = "components" in parameter ? parameter.components : [];
  return { type: parameter.type, name: parameter.name ?? "", parts: parts.map(readShape) };
}

/** Builds the ABI without argument names, so that equal names cannot conflict. */
export function nameless(name: string, inputs: readonly Shape[]): AbiFunction {
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
