/** The formats of ERC-7730 that are known here. @module */
import { type Address, getAddress, type Hex, hexToBigInt, isAddressEqual, size } from "viem";
import { NATIVE } from "../../chain/native.ts";
import type { TokenJson } from "../../service/protocol.ts";
import type { Call } from "../../account/calls.ts";
import { type Native, tokenAt } from "../tokens.ts";
import type { FieldValue, FieldView } from "../explanation.ts";
import type { Descriptor, FieldFormat } from "./descriptor.ts";
import { follow, type Found } from "./path.ts";
import { rawFields } from "./values.ts";

/** What formats read besides the arguments. */
export interface Surroundings {
  /** The call. */
  readonly call: Call;
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
  /** One or more fields. */
  readonly fields: readonly FieldView[];
  /** Whether they hold bytes for another contract, which nobody has read. */
  readonly nested: boolean;
  /** Tokens whose decimals the fields need. */
  readonly tokens: readonly Address[];
}

/** Formats a field; `null` where its path, or that of its token or collection, leads nowhere. */
export function formatField(field: FieldFormat, of: Surroundings): Formatted | null {
  const found = find(field.path, of);
  if (found === null) return null;
  const { params = {} } = field;
  for (const path of [params.tokenPath, params.collectionPath]) {
    if (path !== undefined && addressAt(path, of) === null) return null;
  }
  const tokens: Address[] = [];
  const fields = found.flatMap((each, index): FieldView[] => {
    const label = found.length > 1 ? `${field.label} [${index + 1}]` : field.label;
    const value = formatted(field, each, of, tokens);
    return value === null ? rawFields(label, each) : [{ label, value }];
  });
  return { fields, nested: field.format === "calldata" && found.length > 0, tokens };
}

/** The value in its format; `null` where the format does not fit or is not known. */
function formatted(
  { format, params = {} }: FieldFormat,
  { shape, value }: Found,
  of: Surroundings,
  tokens: Address[],
): FieldValue | null {
  if (!/^u?int\d+$/.test(shape.type)) return null;
  const number = BigInt(value as bigint | number);
  switch (format) {
    case "amount":
      return { kind: "amount", amount: number, address: null, token: nativeView(of) };
    case "tokenAmount": {
      const address = addressAt(params.tokenPath, of);
      if (address === null) return null;
      const isNative = [NATIVE, ...params.nativeCurrencyAddress ?? []].some((each) =>
        isAddressEqual(each, address)
      );
      if (!isNative) tokens.push(address);
      const { threshold, message } = params;
      return {
        kind: "amount",
        amount: number,
        address: isNative ? null : address,
        token: isNative ? nativeView(of) : tokenAt(address, of.tokens) ?? null,
        ...(threshold !== undefined && number >= hexToBigInt(threshold as Hex) &&
          { beyond: message === undefined ? {} : { message } }),
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
      return {
        kind: "unit",
        value: number,
        decimals: params.decimals ?? 0,
        unit: params.base ?? "",
      };
    case "enum": {
      const name = /^\$\.metadata\.enums\.(.+)$/.exec(params.$ref ?? "")?.[1] ?? "";
      const values = of.descriptor.metadata.enums?.[name] ?? {};
      const word = Object.hasOwn(values, String(number)) ? values[String(number)] : undefined;
      return word === undefined ? null : { kind: "text", text: word };
    }
    default:
      return null;
  }
}

/** The values at a path. */
function find(path: string, { call, args }: Surroundings): readonly Found[] | null {
  if (path === "@.value") {
    return [{ shape: { type: "uint256", name: "", parts: [] }, value: call.value }];
  }
  if (path === "@.to") return [{ shape: { type: "address", name: "", parts: [] }, value: call.to }];
  return follow(path, args);
}

/** The one address at a path, which may be a slice of bytes. */
function addressAt(path: string | undefined, of: Surroundings): Address | null {
  const found = path === undefined ? null : find(path, of);
  const [one] = found ?? [];
  if (found?.length !== 1 || one === undefined) return null;
  if (one.shape.type === "address") return getAddress(one.value as Address);
  return one.shape.type === "bytes" && size(one.value as Hex) === 20
    ? getAddress(one.value as Hex)
    : null;
}

function nativeView({ native }: Surroundings) {
  return { address: null, ...native };
}
