/** Validates typed data (EIP-712) from dApps. @module */
import {
  MAX_STRUCT_MEMBERS,
  MAX_TYPE_NAME_LENGTH,
  MAX_TYPED_DATA_LENGTH,
} from "../protocol/limits.ts";
import { type At, object as checkObject, text, wrong } from "../protocol/schema/check.ts";
import { custom, list, object, record } from "../protocol/schema/schema.ts";
import type { TypedData } from "./message.ts";

const name = custom("name", (at) => text(at, MAX_TYPE_NAME_LENGTH));
const anyObject = custom("object", checkObject);

const members = object({
  types: record(name, list(object({ name, type: name }), MAX_STRUCT_MEMBERS)),
  primaryType: name,
  domain: anyObject,
  message: anyObject,
});

/** Reads typed data and checks its shape. */
export function readTypedData(at: At): TypedData {
  return members.read(typeof at.value === "string" ? parse(at, at.value) : at);
}

function parse(at: At, json: string): At {
  if (json.length > MAX_TYPED_DATA_LENGTH) throw wrong(at.path, "is too long");
  try {
    return { value: JSON.parse(json), path: at.path };
  } catch {
    throw wrong(at.path, "is not valid JSON");
  }
}
