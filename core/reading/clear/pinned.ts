/** Explains calls, and commands within them, by the descriptors that this release brings. @module */
import { type Address, concat } from "viem";
import type { Call } from "../../account/calls.ts";
import type { TokenJson } from "../../protocol/service/mod.ts";
import type { ExplanationView, FieldView } from "../../dialog/explanation.ts";
import type { Native } from "../tokens.ts";
import type { Book, Entry } from "./book.ts";
import { decodeExactly, type FunctionShape } from "./decode_exactly.ts";
import type { Descriptor, FunctionFormat } from "./descriptor.ts";
import { formatField, type Surroundings } from "./format.ts";
import type { Inner } from "./inner.ts";
import type { Found } from "./path.ts";
import { MOST_FIELDS, rawFields, shownOf } from "./values.ts";

/** Where a call is made. */
export interface Place {
  /** Its chain. */
  readonly chainId: number;
  /** The chain's native currency. */
  readonly native: Native;
  /** Tokens that have been described. */
  readonly tokens: readonly TokenJson[];
  /** Who makes it. */
  readonly sender: Address;
}

/** Something that a descriptor explains. */
export interface Pinned {
  /** The words, without those for the steps. */
  readonly explanation: ExplanationView;
  /** The steps within it. */
  readonly inner: readonly Inner[];
  /** What it was explained by. */
  readonly descriptor: Descriptor;
  /** The function or command that it is; absent if only its bytes are shown. */
  readonly shape?: FunctionShape;
  /** Its arguments. */
  readonly args: readonly Found[];
}

/**
 * Explains a call; `null` if no descriptor is for exactly this contract on this chain, or the data is
 * not exactly what its function takes.
 */
export function explainPinned(call: Call, place: Place, book: Book): Pinned | null {
  const entry = book.pinned(place.chainId, call);
  if (entry === null) return null;
  return say(entry, call, place, {
    source: "pinned",
    contract: entry.descriptor.metadata.contractName,
  });
}

/** Explains a call by what contracts usually mean; what this one means is not known. */
export function explainUsual(call: Call, place: Place, book: Book): Pinned | null {
  const entry = book.usual(call);
  return entry === null ? null : say(entry, call, place, { source: "convention" });
}

/** Explains a command of a contract; its input as bytes, if it cannot be read. */
export function explainCommand(
  { type, table, input }: Extract<Inner, { kind: "command" }>,
  of: { readonly descriptor: Descriptor; readonly contract: Address },
  place: Place,
  book: Book,
): Pinned {
  const { descriptor } = of;
  const known = book.command(descriptor, table, type);
  const whose = { source: "pinned", contract: descriptor.metadata.contractName } as const;
  if (known !== null && known.shape !== null) {
    const { shape, format } = known;
    const call = { to: of.contract, value: 0n, data: concat([shape.selector, input]) };
    const said = say({ shape, format, descriptor }, call, place, whose);
    if (said !== null) return said;
  }
  const bytes = { shape: { type: "bytes", name: "", parts: [] }, value: input };
  return {
    explanation: {
      ...whose,
      // What it is called says nothing of an input that is not what it takes.
      intent: known?.shape === null
        ? known.format.intent
        : `${table === "commands" ? "Command" : "Action"} 0x${type.toString(16).padStart(2, "0")}`,
      fields: rawFields("Input", bytes),
      partial: true,
    },
    inner: [],
    descriptor,
    args: [],
  };
}

function say(
  { shape, format, descriptor }: Entry,
  call: Call,
  { native, tokens, sender }: Place,
  whose: Pick<ExplanationView, "source" | "contract">,
): Pinned | null {
  const values = decodeExactly(shape, call.data);
  if (values === null) return null;
  const args = shape.inputs.map((input, index) => ({ shape: input, value: values[index] }));
  const said = sayFields(format, { call, sender, args, native, tokens, descriptor });
  if (said === null) return null;
  return {
    explanation: {
      ...whose,
      intent: format.intent,
      fields: shownOf(said.fields),
      partial: said.fields.length > MOST_FIELDS,
    },
    inner: said.inner,
    descriptor,
    shape,
    args,
  };
}

/** All fields; `null` if one of them leads nowhere, since then the words would leave something out. */
function sayFields(
  format: FunctionFormat,
  of: Surroundings,
): { fields: FieldView[]; inner: Inner[] } | null {
  const fields: FieldView[] = [];
  const inner: Inner[] = [];
  for (const field of format.fields) {
    if (field.visible === "never") continue;
    const said = formatField(field, of);
    if (said === null) return null;
    for (const each of said.fields) fields.push(each);
    for (const each of said.inner) inner.push(each);
  }
  return { fields, inner };
}
