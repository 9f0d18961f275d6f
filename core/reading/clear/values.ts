/** Formats decoded values by their type alone. @module */
import type { Address, Hex } from "viem";
import type { FieldValue, FieldView } from "../../dialog/explanation.ts";
import { elementOf } from "../../abi/shape.ts";
import type { Found } from "./path.ts";

/** Values shown per call; a dialog says if there are more. */
export const MAX_FIELDS = 64;

/** Checks whether a descriptor calls an amount unlimited, rather than "everything" or similar. */
export function isUnlimitedAmount({ value }: FieldView): boolean {
  return value.kind === "amount" && value.beyond !== undefined &&
    value.beyond.message === undefined;
}

/** Truncates to the fields that are shown; an unlimited amount is always kept. */
export function shownOf(fields: readonly FieldView[]): readonly FieldView[] {
  const unlimited = fields.slice(MAX_FIELDS).find(isUnlimitedAmount);
  return [...fields.slice(0, MAX_FIELDS), ...unlimited === undefined ? [] : [unlimited]];
}

/** Formats a value by its type; lists and tuples become one field per value in them. */
export function rawFields(label: string, { shape, value }: Found): FieldView[] {
  const fields: FieldView[] = [];
  const visit = (label: string, { shape, value }: Found) => {
    // Collects one more than is shown, so that callers know that some are missing.
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
