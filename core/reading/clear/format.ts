/** The formats of ERC-7730 that are known here, and two of our own. @module */
import { type Address, getAddress, type Hex, hexToBigInt, isAddressEqual, size } from "viem";
import { NATIVE } from "../../chain/native.ts";
import type { TokenJson } from "../../protocol/service/mod.ts";
import type { Call } from "../../account/calls.ts";
import { type Native, tokenAt } from "../tokens.ts";
import type { FieldValue, FieldView } from "../../dialog/explanation.ts";
import type { Descriptor, FieldFormat, FormatParams } from "./descriptor.ts";
import { follow, type Found } from "./path.ts";
import { poolFields } from "./pools.ts";
import { type Inner, innerCalls, innerCommands } from "./inner.ts";
import { rawFields } from "./values.ts";

/** What formats read besides the arguments. */
export interface Surroundings {
  /** The call. */
  readonly call: Call;
  /** Who makes it. */
  readonly sender: Address;
  /** Its arguments. */
  readonly args: readonly Found[];
  /** The native currency of its chain. */
  readonly native: Native;
  /** Tokens that have been described. */
  readonly tokens: readonly TokenJson[];
  /** Whose enums are meant. */
  readonly descriptor: Descriptor;
}

/** What a field became. */
export interface Formatted {
  /** Its values. */
  readonly fields: readonly FieldView[];
  /** The steps that it holds. */
  readonly inner: readonly Inner[];
}

/** Formats a field; `null` where its path, or that of its token or collection, leads nowhere. */
export function formatField(field: FieldFormat, of: Surroundings): Formatted | null {
  const found = find(field.path, of);
  const params = oriented(field.params ?? {}, of);
  if (found === null || params === null) return null;
  const { visible } = field;
  if (typeof visible === "object" && found.every(({ value }) => isOneOf(value, visible.ifNotIn))) {
    return { fields: [], inner: [] };
  }
  if (field.format === "calldata" || field.format === "commands") {
    const at = (path: string) => find(path, of);
    const inner = field.format === "calldata"
      ? innerCalls(params, found, of.call.to, at)
      : innerCommands(params, found, at);
    return inner === null ? null : { fields: [], inner };
  }
  for (const path of [params.tokenPath, params.collectionPath]) {
    if (path !== undefined && addressesAt(path, found.length, of) === null) return null;
  }
  const fields: FieldView[] = [];
  for (const [index, each] of found.entries()) {
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
  return { fields, inner: [] };
}

/** With the token's path, where that depends on a boolean; `null` if there is none. */
function oriented(params: FormatParams, of: Surroundings): FormatParams | null {
  const { tokenPathIf } = params;
  if (tokenPathIf === undefined) return params;
  const [by] = find(tokenPathIf.path, of) ?? [];
  if (by?.shape.type !== "bool") return null;
  return { ...params, tokenPath: by.value === true ? tokenPathIf.true : tokenPathIf.false };
}

/** Whether a value is one of these, written in lower case. */
function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return texts.includes(String(value).toLowerCase());
}

/** What is known beside a value: which of how many it is. */
interface Beside extends Surroundings {
  readonly index: number;
  readonly count: number;
}

/** The value in its format; `null` where the format does not fit or is not known. */
function formatted(
  { format, params = {} }: FieldFormat,
  { shape, value }: Found,
  of: Beside,
): FieldValue | null {
  if (format === "addressName" && shape.type === "address") {
    return { kind: "address", address: standIn(value as Address, params, of) };
  }
  if (format === "enum") return enumWord(params, value, of);
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
      const address = addressAt(params.tokenPath, of);
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

/** What an amount means that is no amount. */
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

/** What a single number means. */
function exactly(
  number: bigint,
  { exactly = {} }: FormatParams,
): { kind: "text"; text: string } | null {
  const key = String(number);
  return Object.hasOwn(exactly, key) ? { kind: "text", text: exactly[key]! } : null;
}

/** The address that is meant. */
function standIn(address: Address, { senderAddress = [], selfAddress = [] }: FormatParams, of: {
  readonly sender: Address;
  readonly call: Call;
}): Address {
  const isAmong = (all: readonly Address[]) => all.some((each) => isAddressEqual(each, address));
  return isAmong(senderAddress) ? of.sender : isAmong(selfAddress) ? of.call.to : address;
}

function enumWord(params: FormatParams, value: unknown, of: Surroundings): FieldValue | null {
  const name = /^\$\.metadata\.enums\.(.+)$/.exec(params.$ref ?? "")?.[1] ?? "";
  const values = of.descriptor.metadata.enums?.[name] ?? {};
  const word = Object.hasOwn(values, String(value)) ? values[String(value)] : undefined;
  return word === undefined ? null : { kind: "text", text: word };
}

/** The values at a path. */
function find(path: string, { call, sender, args }: Surroundings): readonly Found[] | null {
  const one = (type: string, value: unknown) => [{ shape: { type, name: "", parts: [] }, value }];
  if (path === "@.value") return one("uint256", call.value);
  if (path === "@.to") return one("address", call.to);
  if (path === "@.from") return one("address", sender);
  return follow(path, args);
}

/** Addresses at a path: one, or one for each of `count` values; a slice of bytes can be one. */
function addressesAt(path: string, count: number, of: Surroundings): readonly Address[] | null {
  const found = find(path, of);
  if (found === null || (found.length !== 1 && found.length !== count)) return null;
  const addresses = found.map(({ shape, value }) =>
    shape.type === "address" || (shape.type === "bytes" && size(value as Hex) === 20)
      ? getAddress(value as Hex)
      : null
  );
  return addresses.includes(null) ? null : addresses.map((each) => each!);
}

/** The address at a path that goes with a value. */
function addressAt(path: string | undefined, of: Beside): Address | null {
  const found = path === undefined ? null : addressesAt(path, of.count, of);
  return found === null ? null : found[found.length === 1 ? 0 : of.index] ?? null;
}

function nativeView({ native }: Surroundings) {
  return { address: null, ...native };
}
