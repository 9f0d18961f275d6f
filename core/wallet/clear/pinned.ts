/** Explains a call by the descriptors that this release brings. @module */
import { type AbiFunction, type Address, isAddressEqual, parseAbiItem } from "viem";
import type { Call } from "../../account/calls.ts";
import type { TokenJson } from "../../service/protocol.ts";
import type { ExplanationView, FieldView } from "../explanation.ts";
import type { Native } from "../tokens.ts";
import { decodeExactly, type FunctionShape, shapeOf } from "./decode_exactly.ts";
import type { Descriptor, FunctionFormat } from "./descriptor.ts";
import { descriptors } from "./descriptors/mod.ts";
import { formatField, type Surroundings } from "./format.ts";
import type { Found } from "./path.ts";
import { MOST_FIELDS } from "./values.ts";

/** A call that a descriptor explains. */
export interface Pinned {
  /** The words. */
  readonly explanation: ExplanationView;
  /** The function that it is. */
  readonly shape: FunctionShape;
  /** Its arguments. */
  readonly args: readonly Found[];
  /** Tokens whose decimals the words need. */
  readonly tokens: readonly Address[];
}

/**
 * Explains a call; `null` if no descriptor is for exactly this contract on this chain, or the data is
 * not exactly what its function takes.
 */
export function explainPinned(
  call: Call,
  of: { readonly chainId: number; readonly native: Native; readonly tokens: readonly TokenJson[] },
  known: readonly Descriptor[] = descriptors,
): Pinned | null {
  for (const descriptor of known) {
    if (!isFor(descriptor, of.chainId, call.to)) continue;
    for (const [key, format] of Object.entries(descriptor.display.formats)) {
      const shape = shapeOf(parseFunction(key));
      const values = decodeExactly(shape, call.data);
      if (values === null) continue;
      const args = shape.inputs.map((input, index) => ({ shape: input, value: values[index] }));
      const { native, tokens } = of;
      const said = sayFields(format, { call, args, native, tokens, descriptor });
      if (said === null) return null;
      return {
        explanation: {
          source: "pinned",
          contract: descriptor.metadata.contractName,
          intent: format.intent,
          fields: said.fields,
          partial: said.partial,
        },
        shape,
        args,
        tokens: said.tokens,
      };
    }
  }
  return null;
}

/** All functions that descriptors name, wherever they are. */
export function pinnedSignatures(): ReadonlyMap<string, string> {
  const functions = descriptors.flatMap(({ display }) => Object.keys(display.formats)).map((key) =>
    shapeOf(parseFunction(key))
  );
  return new Map(functions.map(({ selector, signature }) => [selector, signature]));
}

/** A key of `display.formats` as an ABI's item. */
export function parseFunction(key: string): AbiFunction {
  return parseAbiItem(`function ${key}` as string) as AbiFunction;
}

function isFor({ context }: Descriptor, chainId: number, to: Address): boolean {
  return context.contract.deployments.some((deployment) =>
    deployment.chainId === chainId && isAddressEqual(deployment.address, to)
  );
}

/** All fields; `null` if one of them leads nowhere, since then the words would leave something out. */
function sayFields(
  format: FunctionFormat,
  of: Surroundings,
): { fields: FieldView[]; partial: boolean; tokens: Address[] } | null {
  const fields: FieldView[] = [];
  const tokens: Address[] = [];
  let nested = false;
  for (const field of format.fields) {
    if (field.visible === "never") continue;
    const said = formatField(field, of);
    if (said === null) return null;
    fields.push(...said.fields);
    tokens.push(...said.tokens);
    nested ||= said.nested;
  }
  return {
    fields: fields.slice(0, MOST_FIELDS),
    partial: nested || fields.length > MOST_FIELDS,
    tokens,
  };
}
