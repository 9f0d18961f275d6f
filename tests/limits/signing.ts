/** Fields of messages and typed data. @module */
import * as limits from "../../core/ground/limits.ts";
import { address, addressed, bytes, type Row, wallet, words } from "./requests.ts";
import { provide } from "./sides.ts";

/** Typed data whose type has a name of any length. */
const named = (primaryType: string) => ({
  ...words,
  types: { [primaryType.slice(0, limits.MAX_TYPE_NAME_LENGTH)]: words.types.Words },
  primaryType,
});

/** Typed data with this many lists inside each other. */
function nested(depth: number) {
  let text: unknown = [];
  for (let level = 1; level < depth; level++) text = [text];
  const Words = [{ name: "text", type: `string${"[]".repeat(depth)}` }];
  return { ...words, types: { Words }, message: { text } };
}

/** Typed data with these fields. */
const withFields = (names: readonly string[]) => ({
  ...words,
  types: { Words: names.map((name) => ({ name, type: "string" })) },
  message: Object.fromEntries(names.map((name) => [name, "hello"])),
});

/** Fields with a limit. */
export const signingRows: readonly Row[] = [
  {
    limit: "MAX_MESSAGE_BYTES",
    of: bytes,
    page: { path: "params[0]", read: (message) => provide("personal_sign", [message, address]) },
    host: wallet("personal_sign", "params[0]", (message) => ({ ...addressed, message })),
  },
  {
    limit: "MAX_TYPED_DATA_LENGTH",
    of: (size) => JSON.stringify(words).padEnd(size),
    page: { path: "params[1]", read: (data) => provide("eth_signTypedData_v4", [address, data]) },
  },
  {
    limit: "MAX_STRUCT_MEMBERS",
    of: (size) => Array.from({ length: size }, (_, index) => `text${index}`),
    page: {
      path: "params[1].types.Words",
      read: (names) => provide("eth_signTypedData_v4", [address, withFields(names as string[])]),
    },
    host: wallet("eth_signTypedData_v4", "params[1].types.Words", (names) => ({
      ...addressed,
      typedData: withFields(names as string[]),
    })),
  },
  {
    limit: "MAX_TYPE_NAME_LENGTH",
    of: (size) => "X".repeat(size),
    page: {
      path: "params[1].primaryType",
      read: (name) => provide("eth_signTypedData_v4", [address, named(name as string)]),
    },
    host: wallet("eth_signTypedData_v4", "params[1].primaryType", (name) => ({
      ...addressed,
      typedData: named(name as string),
    })),
  },
  {
    limit: "MAX_TYPED_DATA_DEPTH",
    of: nested,
    below: `.text${"[0]".repeat(limits.MAX_TYPED_DATA_DEPTH)}`,
    page: {
      path: "params[1].message",
      read: (data) => provide("eth_signTypedData_v4", [address, data]),
    },
    host: wallet("eth_signTypedData_v4", "params[1].message", (typedData) => ({
      ...addressed,
      typedData,
    })),
  },
];
