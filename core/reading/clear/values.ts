/** Decoded values as dialogs show them without any knowledge of what they mean. @module */
import type { Address, Hex } from "viem";
import type { FieldValue, FieldView } from "../../dialog/explanation.ts";
import { elementOf, type Found } from "./path.ts";

/** Values that are shown of one call at most; a dialog says that there are more. */
export const MOST_FIELDS = 64;

/** Whether a descriptor calls an amount unlimited, and not "everything" or the like. */
export function isLimitless({ value }: FieldView): boolean {
  return value.kind === "amount" && value.beyond !== undefined &&
    value.beyond.message === undefined;
}

/** As many as are shown; what is unlimited is never what is left out. */
export function shownOf(fields: readonly FieldView[]): readonly FieldView[] {
  const limitless = fields.slice(MOST_FIELDS).find(isLimitless);
  return [...fields.slice(0, MOST_FIELDS), ...limitless === undefined ? [] : [limitless]];
}

/** A value by its type alone; lists and tuples become one field per value in them. */
export function rawFields(label: string, { shape, value }: Found): FieldView[] {
  const fields: FieldView[] = [];
  const visit = (label: string, { shape, value }: Found) => {
    // One more than is shown, so that it can be seen that something is missing.
    if (fields.length > MOST_FIELDS) return;
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

/** A value that is no list. */
export function rawValue(type: string, value: unknown): FieldValue {
  if (type === "address") return { kind: "address", address: value as Address };
  if (type === "bool") return { kind: "flag", value: value as boolean };
  if (type.startsWith("bytes")) return { kind: "bytes", value: value as Hex };
  if (/^u?int/.test(type)) return { kind: "number", value: BigInt(value as bigint | number) };
  return { kind: "text", text: String(value) };
}
