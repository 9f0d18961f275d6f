/** Validates typed data (EIP-712) from dApps. @module */
import {
  MAX_STRUCT_MEMBERS,
  MAX_TYPE_NAME_LENGTH,
  MAX_TYPED_DATA_LENGTH,
} from "../protocol/limits.ts";
import { type At, elements, member, object, text, wrong } from "../protocol/schema/check.ts";
import type { TypedData } from "./message.ts";

/** Reads typed data and checks its shape. */
export function readTypedData(at: At): TypedData {
  const parsed = typeof at.value === "string" ? parse(at, at.value) : at;
  const types = Object.keys(object(member(parsed, "types"))).map((name) => {
    const fields = elements(member(member(parsed, "types"), name), MAX_STRUCT_MEMBERS).map((
      field,
    ) => ({
      name: text(member(field, "name"), MAX_TYPE_NAME_LENGTH),
      type: text(member(field, "type"), MAX_TYPE_NAME_LENGTH),
    }));
    return [name, fields] as const;
  });
  return {
    types: Object.fromEntries(types),
    primaryType: text(member(parsed, "primaryType"), MAX_TYPE_NAME_LENGTH),
    domain: object(member(parsed, "domain")),
    message: object(member(parsed, "message")),
  };
}

function parse(at: At, json: string): At {
  if (json.length > MAX_TYPED_DATA_LENGTH) throw wrong(at.path, "is too long");
  try {
    return { value: JSON.parse(json), path: at.path };
  } catch {
    throw wrong(at.path, "is not valid JSON");
  }
}
