/** Formats decoded values by their type alone. @module */
import type { Address, Hex } from "viem";
import type { FieldValue, FieldView } from "../../dialog/explanation.ts";
import { elementOf } from "../../abi/shape.ts";
import type { Found } from "./path.ts";

/** Maximum number of values shown per call; the dialog reports if there are more. */
export const MAX_FIELDS = 64;

/** Returns whether a descriptor calls an amount unlimited, rather than "everything" or similar. */
export function isUnlimitedAmount({ value }: FieldView): boolean {
  return value.kind === "amount" && value.beyond !== undefined &&
    value.beyond.message === undefined;
}

/** Truncates to the shown fields; an unlimited amount is always included. */
export function shownOf(fields: readonly FieldView[]): readonly FieldView[] {
  const unlimited = fields.slice(MAX_FIELDS).find(isUnlimitedAmount);
  return [...fields.slice(0, MAX_FIELDS), ...unlimited === undefined ? [] : [unlimited]];
}

/** Formats a value by its type; each value in lists and tuples becomes a separate field. */
export function rawFields(label: string, { shape, value }: Found): FieldView[] {
  const fields: FieldView[] = [];
  const visit = (label: string, { shape, value }: Found) => {
    // Collects one more value than is shown, so that callers can detect missing ones.
    if (fields.length > MAX_FIELDS) return;
    const inner = elementOf(shape);
    if (inner !== null) {
      (value as unknown[]).forEach((each, index) =>
        visit(`${label} [${index + 1}]`, { shape: inner, value: each })
      );
    } else if (shape.type === "tuple") {
      shape.parts.forEach((part, index) =>
        visit(`${label}.${part.name || index + 1}`, {
          shape: part,
          value: (value as unknown[])[index],
        })
      );
    } else fields.push({ label, value: rawValue(shape.type, value) });
  };
  visit(label, { shape, value });
  return fields;
}

/** Formats a value that is not a list. */
export function rawValue(type: string, value: unknown): FieldValue {
  if (type === "address") return { kind: "address", address: value as Address };
  if (type === "bool") return { kind: "flag", value: value as boolean };
  if (type.startsWith("bytes")) return { kind: "bytes", value: value as Hex };
  if (/^u?int/.test(type)) return { kind: "number", value: BigInt(value as bigint | number) };
  return { kind: "text", text: String(value) };
}
