/**
 * Converts an ERC-7730 file (version 2) for typed data (EIP-712) to the wallet's format. A message
 * is skipped, with the reason, if it cannot be converted completely, if the wallet would not sign
 * it, or if the wallet has its own reader for it. The compiler never guesses.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import { isHex, size, zeroAddress } from "viem";
import { elementOf, fixedLength, type Shape } from "../../core/abi/shape.ts";
import { encodeType } from "../../core/account/message.ts";
import { readTypedData } from "../../core/account/typed_data.ts";
import { isBuiltIn, type Structs, type TypedData } from "../../core/account/typed_data_types.ts";
import { AcctError } from "../../core/ground/errors.ts";
import {
  $schema,
  type Deployment,
  type FunctionFormat,
} from "../../core/reading/descriptor/descriptor.ts";
import {
  formatProblems,
  headProblems,
  leafTypes,
  pathProblems,
} from "../../core/reading/clear/rules.ts";
import { shapesOf, type TypedDescriptor } from "../../core/reading/clear/typed_descriptor.ts";
import { readTyped } from "../../core/reading/typed/mod.ts";
import {
  checkSchema,
  deploymentsOf,
  functionOf,
  type Json,
  namesOf,
  reasonOf,
  record,
  Unreadable,
} from "./parts.ts";
import { sharedIntents, wordsProblem } from "./words.ts";

/** A descriptor of typed data that was compiled. */
export interface CompiledTyped {
  readonly descriptor: TypedDescriptor;
  /** Skipped messages, with the reasons. */
  readonly left: readonly string[];
}

/**
 * Compiles a file with merged includes.
 *
 * @throws {Error} with the reason, if no part of it can be read
 */
export function compileTyped(file: unknown): CompiledTyped {
  const given = record(file);
  checkSchema(given);
  const { eip712 } = record(given.context);
  if (eip712 === undefined) throw new Unreadable("it is not for typed data");
  const { $id, metadata } = namesOf(given);
  const head: TypedDescriptor = {
    $schema,
    context: { $id, eip712: contextOf(record(eip712)) },
    metadata,
    display: { formats: {} },
  };
  const { deployments } = head.context.eip712;
  const [problem] = headProblems({ context: { $id, contract: { deployments } }, metadata });
  if (problem !== undefined) throw new Unreadable(problem);
  const formats: Record<string, FunctionFormat> = {};
  const left: string[] = [];
  for (const [name, format] of Object.entries(record(record(given.display).formats))) {
    try {
      const key = name.trim().replace(/\s+/g, " ").replace(/\s*([,()])\s*/g, "$1");
      if (Object.hasOwn(formats, key)) throw new Unreadable("it is there twice");
      formats[key] = messageOf(key, record(format), given, head);
    } catch (error) {
      left.push(`${name.slice(0, 60)}: ${reasonOf(error)}`);
    }
  }
  const shared = sharedIntents(formats);
  for (const [key, { intent }] of Object.entries(formats)) {
    if (!shared.has(intent)) continue;
    delete formats[key];
    left.push(`${key.slice(0, 60)}: its intent is that of another message, too: ${intent}`);
  }
  if (Object.keys(formats).length === 0) {
    throw new Unreadable(`no message can be read (${left[0] ?? "none"})`);
  }
  return { descriptor: { ...head, display: { formats } }, left };
}

/** Parts of a context that are read; `schemas` is of version 1, and its types are in the keys. */
const known: ReadonlySet<string> = new Set([
  "deployments",
  "domain",
  "domainSeparator",
  "schemas",
]);

function contextOf(eip712: Json): TypedDescriptor["context"]["eip712"] {
  const unknown = Object.keys(eip712).find((name) => !known.has(name));
  if (unknown !== undefined) throw new Unreadable(`its context has ${unknown.slice(0, 40)}`);
  const { deployments, domain, domainSeparator } = eip712;
  if (domainSeparator !== undefined && !(isHex(domainSeparator) && size(domainSeparator) === 32)) {
    throw new Unreadable("its domainSeparator is no hash");
  }
  return {
    deployments: deploymentsOf(deployments),
    ...(domain !== undefined && { domain: domainOf(record(domain)) }),
    ...(domainSeparator !== undefined && {
      domainSeparator: String(domainSeparator).toLowerCase() as `0x${string}`,
    }),
  };
}

/** Reads the required values of the domain, as text. */
function domainOf(domain: Json): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(domain).map(([name, value]) => {
      // Contract and chain are the deployments'.
      if (name !== "name" && name !== "version") {
        throw new Unreadable(`its domain has ${name.slice(0, 40)}`);
      }
      if (typeof value !== "string" || value.length > 100) {
        throw new Unreadable(`its domain's ${name} is no short text`);
      }
      return [name, value];
    }),
  );
}

/** Formats that show other calls, or that only the wallet's own descriptors have. */
const ofCalls: ReadonlySet<string> = new Set(["calldata", "commands", "pools"]);

function messageOf(key: string, format: Json, file: Json, head: TypedDescriptor): FunctionFormat {
  const { primaryType, types } = typesOf(key);
  const shapes = shapesOf(primaryType, types);
  if (shapes === null) throw new Unreadable("its types are nested too deeply, or without end");
  const described = functionOf(format, file);
  const { fields } = described;
  const call = fields.find((field) => ofCalls.has(field.format) || field.path === "@.value");
  if (call !== undefined) throw new Unreadable(`${call.path} is of calls`);
  const [wrong] = [
    ...pathProblems(shapes, described),
    ...formatProblems(shapes, described, head),
  ];
  if (wrong !== undefined) throw new Unreadable(wrong);
  const words = wordsProblem(described, leafTypes(shapes));
  if (words !== null) throw new Unreadable(words);
  const { domain, deployments } = head.context.eip712;
  const samples = deployments.map((deployment) => {
    const data = { primaryType, types, ...sampleOf(shapes, domain, deployment) };
    return readable(data, deployment.chainId);
  });
  if (samples.every((isPlain) => !isPlain)) throw new Unreadable("the wallet reads it by itself");
  return described;
}

/** Reads an encoded type (EIP-712 `encodeType`). */
function typesOf(key: string): Pick<TypedData, "primaryType" | "types"> {
  const types: Record<string, Structs[string]> = Object.create(null);
  let primaryType: string | undefined;
  for (const [, name = "", list = ""] of key.matchAll(/([^(),]+)\(([^()]*)\)/g)) {
    // Hyperliquid's types have a colon in their names.
    if (!/^[A-Za-z_][\w:]*$/.test(name)) throw new Unreadable("its key is no type");
    primaryType ??= name;
    types[name] = list === "" ? [] : list.split(",").map((member) => {
      const [, type, name] = /^([A-Za-z_][\w:]*(?:\[\d*\])*) ([A-Za-z_]\w*)$/.exec(member) ?? [];
      if (type === undefined || name === undefined) throw new Unreadable("its key is no type");
      return { type, name };
    });
  }
  const isKnown = ({ type }: { readonly type: string }) => {
    const base = type.replace(/(?:\[\d*\])+$/, "");
    return isBuiltIn(base) || Object.hasOwn(types, base);
  };
  if (primaryType === undefined || !Object.values(types).flat().every(isKnown)) {
    throw new Unreadable("its key is no type");
  }
  const read = { primaryType, types: { ...types } };
  // Extra, missing or reordered types would have a different hash.
  if (encodeType({ ...read, domain: {}, message: {} }) !== key) {
    throw new Unreadable("its key is not as types are encoded");
  }
  return read;
}

/** Makes a message with empty values. */
function sampleOf(
  shapes: readonly Shape[],
  domain: Readonly<Record<string, string>> = {},
  { chainId, address }: Deployment,
): Pick<TypedData, "domain" | "message"> {
  return {
    domain: { name: "", ...domain, chainId, verifyingContract: address },
    message: struct(shapes),
  };
}

/** Values of a message with empty values, at most. */
const MAX_VALUES = 10_000;

function struct(shapes: readonly Shape[], budget = { left: MAX_VALUES }): Record<string, unknown> {
  return Object.fromEntries(shapes.map((shape) => [shape.name, sample(shape, budget)]));
}

function sample(shape: Shape, budget: { left: number }): unknown {
  const inner = elementOf(shape);
  if (inner !== null) {
    const length = fixedLength(shape) ?? 1;
    // Empty lists inside lists count too.
    budget.left -= Math.max(length, 1);
    if (budget.left < 0) throw new Unreadable("its lists are too long");
    return Array.from({ length }, () => sample(inner, budget));
  }
  const { type } = shape;
  if (type === "tuple") return struct(shape.parts, budget);
  if (type === "bool") return false;
  if (type === "address") return zeroAddress;
  if (type === "string") return "";
  return type.startsWith("bytes") ? `0x${"00".repeat(Number(type.slice(5)))}` : "0";
}

/** Returns whether the wallet would sign such a message and has no dedicated reader for it. */
function readable(data: TypedData, chainId: number): boolean {
  try {
    const { isPlain } = readTyped(readTypedData({ value: data, path: "it" }), {
      address: zeroAddress,
      chainId,
    });
    return isPlain;
  } catch (error) {
    if (!(error instanceof AcctError)) throw error;
    throw new Unreadable(`the wallet does not sign it: ${error.message}`);
  }
}
