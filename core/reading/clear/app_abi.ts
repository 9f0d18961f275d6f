/** Explains calls by a dApp's own ABIs. @module */
import type { Hex } from "viem";
import type { ExplanationView } from "../../dialog/explanation.ts";
import { decodeExactly } from "../../abi/decode_exactly.ts";
import type { FunctionShape } from "../../abi/shape.ts";
import { MAX_FIELDS, rawFields } from "../descriptor/values.ts";

/** Maximum bytes of data that are explained with a dApp's ABI. */
const MAX_DATA_BYTES = 64_000;

/** Explains a call by the dApp's ABI; returns `null` unless exactly one function matches. */
export function explainByApp(
  functions: readonly FunctionShape[],
  data: Hex,
): ExplanationView | null {
  if (data.length > 2 * MAX_DATA_BYTES + 2) return null;
  const meant = new Map(
    functions.filter(({ selector }) => selector === data.slice(0, 10).toLowerCase())
      .map((each) => [JSON.stringify(each), each]),
  );
  const [one] = meant.values();
  // Ambiguous: two functions differ in a type or a name.
  if (meant.size !== 1 || one === undefined) return null;
  const values = decodeExactly(one, data);
  if (values === null) return null;
  const fields = one.inputs.flatMap((input, index) =>
    rawFields(input.name || input.type, { shape: input, value: values[index] })
  );
  return {
    source: "app",
    intent: one.name,
    fields: fields.slice(0, MAX_FIELDS),
    partial: fields.length > MAX_FIELDS,
  };
}
