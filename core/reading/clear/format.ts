/** Formats fields by ERC-7730, with two additional formats. @module */
import { type Address, getAddress, type Hex, hexToBigInt, isAddressEqual, size } from "viem";
import { NATIVE } from "../../chain/native.ts";
import type { TokenJson } from "../../wire/values.ts";
import type { Call } from "../../account/calls.ts";
import { type Native, tokenAt } from "../tokens.ts";
import type { FieldValue, FieldView } from "../../dialog/explanation.ts";
import type { Descriptor, FieldFormat, FormatParams } from "../descriptor/descriptor.ts";
import { follow, type Found } from "../descriptor/path.ts";
import { poolFields } from "../descriptor/pools.ts";
import { nestedCalls, nestedCommands, type NestedStep } from "../descriptor/nested.ts";
import { MAX_FIELDS, rawFields } from "../descriptor/values.ts";

/** Values that formats read. */
export interface FormatContext {
  readonly call: Call;
  /** Caller: the account or a contract. */
  readonly sender: Address;
  readonly args: readonly Found[];
  readonly native: Native;
  /** Tokens described so far. */
  readonly tokens: readonly TokenJson[];
  /** Descriptor that defines the enums. */
  readonly descriptor: Pick<Descriptor, "metadata">;
}

/** A formatted field. */
export interface Formatted {
  readonly fields: readonly FieldView[];
  /** Steps of the call. */
  readonly nested: readonly NestedStep[];
}

/** Formats a field; returns `null` if its value, token or collection is missing. */
export function formatField(field: FieldFormat, of: FormatContext): Formatted | null {
  const found = find(field.path, of);
  const params = withTokenPath(field.params ?? {}, of);
  if (found === null || params === null) return null;
  const { visible } = field;
  if (typeof visible === "object" && found.every(({ value }) => isOneOf(value, visible.ifNotIn))) {
    return { fields: [], nested: [] };
  }
  if (field.format === "calldata" || field.format === "commands") {
    const at = (path: string) => find(path, of);
    const nested = field.format === "calldata"
      ? nestedCalls(params, found, of.call.to, at)
      : nestedCommands(params, found, at);
    return nested === null ? null : { fields: [], nested };
  }
  for (const path of [params.tokenPath, params.collectionPath]) {
    if (path !== undefined && addressesAt(path, found.length, of) === null) return null;
  }
  const fields: FieldView[] = [];
  // All amounts are read: an unlimited one is listed at any position.
  const most = /amount|pools/i.test(field.format) ? Infinity : MAX_FIELDS;
  for (const [index, each] of found.entries()) {
    if (fields.length > most) break;
    const label = found.length > 1 ? `${field.label} [${index + 1}]` : field.label;
    if (field.format === "pools") {
      const pools = poolFields(each, label, params.reversed === true);
      if (pools === null) return null;
      fields.push(...pools);
      continue;
    }
    const value = formatted({ ...field, params }, each, { ...of, index, count: found.length });
    fields.push(...value === null ? rawFields(label, each) : [{ label, value }]);
  }
  return { fields, nested: [] };
}

/** Resolves a token path that depends on a boolean; returns `null` if the boolean is missing. */
function withTokenPath(params: FormatParams, of: FormatContext): FormatParams | null {
  const { tokenPathIf } = params;
  if (tokenPathIf === undefined) return params;
  const [by] = find(tokenPathIf.path, of) ?? [];
  if (by?.shape.type !== "bool") return null;
  return { ...params, tokenPath: by.value === true ? tokenPathIf.true : tokenPathIf.false };
}

/** Returns whether a value is one of these lowercase texts. */
function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return texts.includes(String(value).toLowerCase());
}

/** Adds the index of a value within its field. */
interface ValueContext extends FormatContext {
  readonly index: number;
  readonly count: number;
}

/** Formats one value; returns `null` if the format is unknown or does not fit the type. */
function formatted(
  { format, params = {} }: FieldFormat,
  { shape, value }: Found,
  of: ValueContext,
): FieldValue | null {
  if (format === "addressName" && shape.type === "address") {
    return { kind: "address", address: resolvePlaceholder(value as Address, params, of) };
  }
  if (format === "enum") return enumLabel(params, value, of);
  if (!/^u?int\d+$/.test(shape.type)) return null;
  const number = BigInt(value as bigint | number);
  switch (format) {
    case "amount":
      return {
        kind: "amount",
        amount: number,
        address: null,
        token: nativeView(of),
        ...beyond(number, params),
      };
    case "tokenAmount": {
      const address = params.token ?? mappedToken(params, of) ?? addressAt(params.tokenPath, of);
      if (address === null) return null;
      const isNative = [NATIVE, ...params.nativeCurrencyAddress ?? []].some((each) =>
        isAddressEqual(each, address)
      );
      return {
        kind: "amount",
        amount: number,
        address: isNative ? null : address,
        token: isNative ? nativeView(of) : tokenAt(address, of.tokens) ?? null,
        ...beyond(number, params),
      };
    }
    case "nftName": {
      const collection = addressAt(params.collectionPath, of);
      return collection === null ? null : { kind: "item", id: number, collection };
    }
    case "date":
      return params.encoding === "timestamp" ? { kind: "date", seconds: number } : null;
    case "duration":
      return { kind: "duration", seconds: number };
    case "unit":
      return exactly(number, params) ?? {
        kind: "unit",
        value: number,
        decimals: params.decimals ?? 0,
        unit: params.base ?? "",
      };
    default:
      return null;
  }
}

/** Finds the token of a map; `null` if its key is missing or not in the map. */
function mappedToken({ tokenMap }: FormatParams, of: ValueContext): Address | null {
  if (tokenMap === undefined) return null;
  const found = find(tokenMap.path, of);
  if (found === null || (found.length !== 1 && found.length !== of.count)) return null;
  const key = String(found[found.length === 1 ? 0 : of.index]?.value).toLowerCase();
  return Object.hasOwn(tokenMap.values, key) ? tokenMap.values[key]! : null;
}

/** Returns the message to show instead of an amount, if any. */
function beyond(
  number: bigint,
  params: FormatParams,
): { beyond?: { message?: string } } {
  const { threshold, message } = params;
  const exact = exactly(number, params);
  if (exact !== null) return { beyond: { message: exact.text } };
  if (threshold === undefined || number < hexToBigInt(threshold as Hex)) return {};
  return { beyond: message === undefined ? {} : { message } };
}

/** Returns the meaning of a special number, if any. */
function exactly(
  number: bigint,
  { exactly = {} }: FormatParams,
): { kind: "text"; text: string } | null {
  const key = String(number);
  return Object.hasOwn(exactly, key) ? { kind: "text", text: exactly[key]! } : null;
}

/** Resolves placeholder addresses. */
function resolvePlaceholder(
  address: Address,
  { senderAddress = [], selfAddress = [] }: FormatParams,
  of: {
    readonly sender: Address;
    readonly call: Call;
  },
): Address {
  const isAmong = (all: readonly Address[]) => all.some((each) => isAddressEqual(each, address));
  return isAmong(senderAddress) ? of.sender : isAmong(selfAddress) ? of.call.to : address;
}

function enumLabel(params: FormatParams, value: unknown, of: FormatContext): FieldValue | null {
  const name = /^\$\.metadata\.enums\.(.+)$/.exec(params.$ref ?? "")?.[1] ?? "";
  const values = of.descriptor.metadata.enums?.[name] ?? {};
  const word = Object.hasOwn(values, String(value)) ? values[String(value)] : undefined;
  return word === undefined ? null : { kind: "text", text: word };
}

/** Finds the values at a path. */
function find(path: string, { call, sender, args }: FormatContext): readonly Found[] | null {
  const one = (type: string, value: unknown) => [{ shape: { type, name: "", parts: [] }, value }];
  if (path === "@.value") return one("uint256", call.value);
  if (path === "@.to") return one("address", call.to);
  if (path === "@.from") return one("address", sender);
  return follow(path, args);
}

/**
 * Finds addresses at a path: one, or one for each of `count` values; 20 bytes are read as one
 * address.
 */
function addressesAt(path: string, count: number, of: FormatContext): readonly Address[] | null {
  const found = find(path, of);
  if (found === null || (found.length !== 1 && found.length !== count)) return null;
  const addresses = found.map(({ shape, value }) =>
    shape.type === "address" || (shape.type === "bytes" && size(value as Hex) === 20)
      ? getAddress(value as Hex)
      : null
  );
  return addresses.includes(null) ? null : addresses.map((each) => each!);
}

/** Finds the address at a path for the same index as a value. */
function addressAt(path: string | undefined, of: ValueContext): Address | null {
  const found = path === undefined ? null : addressesAt(path, of.count, of);
  return found === null ? null : found[found.length === 1 ? 0 : of.index] ?? null;
}

function nativeView({ native }: FormatContext) {
  return { address: null, ...native };
}
