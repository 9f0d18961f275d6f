/** Explains calls and nested commands by the descriptors in this release. @module */
import { type Address, concat } from "viem";
import type { Call } from "../../account/calls.ts";
import type { TokenJson } from "../../wire/values.ts";
import type { ExplanationView, FieldView } from "../../dialog/explanation.ts";
import type { Native } from "../tokens.ts";
import type { DescriptorRegistry, Entry } from "./registry.ts";
import { decodeExactly } from "../../abi/decode_exactly.ts";
import type { FunctionShape } from "../../abi/shape.ts";
import type { Descriptor, FunctionFormat } from "../descriptor/descriptor.ts";
import { type FormatContext, formatField } from "./format.ts";
import type { NestedStep } from "../descriptor/nested.ts";
import type { Found } from "../descriptor/path.ts";
import { MAX_FIELDS, rawFields, shownOf } from "../descriptor/values.ts";

/** Context of a call. */
export interface CallContext {
  readonly chainId: number;
  readonly native: Native;
  /** Tokens described so far. */
  readonly tokens: readonly TokenJson[];
  /** Caller: the account or a contract. */
  readonly sender: Address;
}

/** A call or command that a descriptor explains. */
export interface DescribedCall {
  /** Explanation, without the steps. */
  readonly explanation: ExplanationView;
  /** Steps of the call. */
  readonly nested: readonly NestedStep[];
  /** Descriptor that explains it. */
  readonly descriptor: Descriptor;
  /** Function or command; absent if only its bytes are shown. */
  readonly shape?: FunctionShape;
  readonly args: readonly Found[];
}

/**
 * Explains a call; returns `null` if no descriptor is for exactly this contract on this chain, or
 * the data is not an exact encoding of the function's arguments.
 */
export function explainVerified(
  call: Call,
  context: CallContext,
  registry: DescriptorRegistry,
): DescribedCall | null {
  const entry = registry.verified(context.chainId, call);
  if (entry === null) return null;
  return formatCall(entry, call, context, {
    source: "pinned",
    contract: entry.descriptor.metadata.contractName,
  });
}

/** Explains a call to an unknown contract by the convention for its function's name. */
export function explainByConvention(
  call: Call,
  context: CallContext,
  registry: DescriptorRegistry,
): DescribedCall | null {
  const entry = registry.convention(call);
  return entry === null ? null : formatCall(entry, call, context, { source: "convention" });
}

/** Explains a command of a contract; shows its input as bytes if it cannot be decoded. */
export function explainCommand(
  { type, table, input }: Extract<NestedStep, { kind: "command" }>,
  of: { readonly descriptor: Descriptor; readonly contract: Address },
  context: CallContext,
  registry: DescriptorRegistry,
): DescribedCall {
  const { descriptor } = of;
  const known = registry.command(descriptor, table, type);
  const origin = { source: "pinned", contract: descriptor.metadata.contractName } as const;
  if (known !== null && known.shape !== null) {
    const { shape, format } = known;
    const call = { to: of.contract, value: 0n, data: concat([shape.selector, input]) };
    const formatted = formatCall({ shape, format, descriptor }, call, context, origin);
    if (formatted !== null) return formatted;
  }
  const bytes = { shape: { type: "bytes", name: "", parts: [] }, value: input };
  return {
    explanation: {
      ...origin,
      // The name would be misleading if the input does not match it.
      intent: known?.shape === null
        ? known.format.intent
        : `${table === "commands" ? "Command" : "Action"} 0x${type.toString(16).padStart(2, "0")}`,
      fields: rawFields("Input", bytes),
      partial: true,
    },
    nested: [],
    descriptor,
    args: [],
  };
}

function formatCall(
  { shape, format, descriptor }: Entry,
  call: Call,
  { native, tokens, sender }: CallContext,
  origin: Pick<ExplanationView, "source" | "contract">,
): DescribedCall | null {
  const values = decodeExactly(shape, call.data);
  if (values === null) return null;
  const args = shape.inputs.map((input, index) => ({ shape: input, value: values[index] }));
  const formatted = formatFields(format, { call, sender, args, native, tokens, descriptor });
  if (formatted === null) return null;
  return {
    explanation: {
      ...origin,
      intent: format.intent,
      fields: shownOf(formatted.fields),
      partial: formatted.fields.length > MAX_FIELDS,
    },
    nested: formatted.nested,
    descriptor,
    shape,
    args,
  };
}

/** Formats all fields; returns `null` if one is missing, so that no field is omitted. */
export function formatFields(
  format: FunctionFormat,
  of: FormatContext,
): { fields: FieldView[]; nested: NestedStep[] } | null {
  const fields: FieldView[] = [];
  const nested: NestedStep[] = [];
  for (const field of format.fields) {
    if (field.visible === "never") continue;
    const formatted = formatField(field, of);
    if (formatted === null) return null;
    for (const each of formatted.fields) fields.push(each);
    for (const each of formatted.nested) nested.push(each);
  }
  return { fields, nested };
}
