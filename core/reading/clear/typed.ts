/**
 * Explains typed data with descriptors of the public registry (ERC-7730), for messages that the
 * wallet cannot decode itself. Descriptors only add texts: the effects and dangers of the signature
 * are determined without them.
 *
 * @module
 */
import { type Address, getAddress } from "viem";
import { elementOf, type Shape } from "../../abi/shape.ts";
import type { TypedData } from "../../account/typed_data_hash.ts";
import type { ExplanationView } from "../../dialog/explanation.ts";
import type { TokenJson } from "../../wire/values.ts";
import type { FunctionFormat } from "../descriptor/descriptor.ts";
import type { Found } from "../descriptor/path.ts";
import { formatFields } from "./pinned.ts";
import { MAX_FIELDS, shownOf } from "../descriptor/values.ts";
import type { Native } from "../tokens.ts";
import { type Believed, type DescriptorSource, loadBelieved } from "./further.ts";
import { formatOf, shapesOf, targetOf, type TypedDescriptor } from "./typed_descriptor.ts";

/** A registry descriptor for a message. */
export interface TypedWords {
  readonly descriptor: TypedDescriptor;
  readonly format: FunctionFormat;
}

/** Loads the descriptor for a message; `null` if it does not exist, or after any error. */
export async function loadTyped(
  service: DescriptorSource,
  data: TypedData,
  signal: AbortSignal,
  believed?: Believed,
): Promise<TypedWords | null> {
  const target = targetOf(data);
  if (target === null) return null;
  const { chainId, contract, typeHash } = target;
  const found = await loadBelieved(
    service,
    { chainId, contracts: [contract], typeHash },
    signal,
    believed,
  );
  for (const each of found) {
    // A descriptor of calls lacks this context.
    const descriptor = each as TypedDescriptor;
    if (descriptor.context?.eip712 === undefined) continue;
    const format = formatOf(descriptor, data);
    if (format !== null) return { descriptor, format };
  }
  return null;
}

/** Further values that formats read. */
export interface TypedContext {
  /** Account that signs. */
  readonly account: Address;
  readonly native: Native;
  /** Tokens described so far. */
  readonly tokens: readonly TokenJson[];
}

/** Explains a message; returns `null` if a path has no value, so that no field is omitted. */
export function explainTyped(
  { descriptor, format }: TypedWords,
  data: TypedData,
  { account, native, tokens }: TypedContext,
): ExplanationView | null {
  const target = targetOf(data);
  const shapes = shapesOf(data.primaryType, data.types);
  if (target === null || shapes === null) return null;
  const args = shapes.map((shape): Found => ({ shape, value: valueOf(shape, data.message) }));
  const call = { to: target.contract, value: 0n, data: "0x" } as const;
  const formatted = formatFields(format, {
    call,
    sender: account,
    args,
    native,
    tokens,
    descriptor,
  });
  if (formatted === null || formatted.nested.length > 0) return null;
  return {
    source: "pinned",
    contract: descriptor.metadata.contractName,
    intent: format.intent,
    fields: shownOf(formatted.fields),
    partial: formatted.fields.length > MAX_FIELDS,
  };
}

/** Lists the tokens of explained amounts. */
export function tokensIn({ fields }: ExplanationView): readonly Address[] {
  const found = fields.flatMap(({ value }) =>
    value.kind === "amount" && value.address !== null ? [getAddress(value.address)] : []
  );
  return [...new Set(found)];
}

/** Reads a member of a canonical struct, as an ABI would decode it. */
function valueOf(shape: Shape, struct: TypedData["message"]): unknown {
  return decoded(shape, struct[shape.name]);
}

function decoded(shape: Shape, value: unknown): unknown {
  const inner = elementOf(shape);
  if (inner !== null) return (value as readonly unknown[]).map((each) => decoded(inner, each));
  if (shape.type === "tuple") {
    return shape.parts.map((part) => valueOf(part, value as TypedData["message"]));
  }
  return /^u?int/.test(shape.type) ? BigInt(value as string) : value;
}
