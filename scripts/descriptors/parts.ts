/**
 * Reads the parts that files of ERC-7730 (version 2) share: names, contracts, formats and fields,
 * with references resolved and groups taken apart.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import { getAddress, isAddress, numberToHex } from "viem";
import type {
  Deployment,
  Descriptor,
  FieldFormat,
  FormatParams,
  FunctionFormat,
} from "../../core/reading/descriptor/descriptor.ts";

/** An object of a file. */
export type Json = Readonly<Record<string, unknown>>;

/** A descriptor, or a part of it, that cannot be read. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Checks that a file is of the newest schema. */
export function checkSchema({ $schema: schema }: Json): void {
  if (!/erc7730-v2\.schema\.json$/.test(String(schema))) {
    throw new Unreadable("its schema is not version 2");
  }
}

/** Reads the names of a contract. */
export function namesOf({ context, metadata }: Json): {
  readonly $id: string;
  readonly metadata: Descriptor["metadata"];
} {
  const { owner, contractName, enums } = record(metadata);
  const { $id } = record(context);
  const names = contractName ?? $id ?? owner;
  return {
    $id: String($id ?? names ?? ""),
    metadata: {
      owner: String(owner ?? names ?? ""),
      contractName: String(names ?? ""),
      ...(enums !== undefined && { enums: enumsOf(enums) }),
    },
  };
}

/** Returns the reason of a failure. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads an object. */
export function record(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Unreadable("an object is missing");
  }
  return value as Json;
}

/** Lists contracts. */
export function deploymentsOf(value: unknown): readonly Deployment[] {
  if (!Array.isArray(value)) throw new Unreadable("it is for no contract");
  return value.map((each) => {
    const { chainId, address } = record(each);
    return { chainId: Number(chainId), address: checksummed(address) };
  });
}

function checksummed(value: unknown) {
  if (typeof value !== "string" || !isAddress(value, { strict: false })) {
    throw new Unreadable(`${value} is no address`);
  }
  // Written with capital letters, it has a checksum that must hold.
  if (/[A-F]/.test(value.slice(2)) && /[a-f]/.test(value.slice(2)) && !isAddress(value)) {
    throw new Unreadable(`${value} has a wrong checksum`);
  }
  return getAddress(value.toLowerCase());
}

/** Keeps names of enum values that fit into a line. */
export function enumsOf(value: unknown): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record(value)).map(([name, words]) => [
      name,
      Object.fromEntries(
        Object.entries(record(words)).flatMap(([key, word]) =>
          typeof word === "string" && /^[\x20-\x7e]{1,60}$/.test(word) ? [[key, word]] : []
        ),
      ),
    ]),
  );
}

/** Reads a function, or a message, with its fields. */
export function functionOf(
  { intent, interpolatedIntent, fields }: Json,
  file: Json,
): FunctionFormat {
  if (typeof intent !== "string") throw new Unreadable("its intent is no text");
  if (!Array.isArray(fields)) throw new Unreadable("it has no fields");
  const read = fields.flatMap((field) => fieldsOf(record(field), "", file));
  // The interpolated values are values of listed fields, so the sentence is checked but not shown.
  if (interpolatedIntent !== undefined) checkSentence(interpolatedIntent, read);
  return { intent, fields: read };
}

/** Checks that a sentence names visible fields only. */
function checkSentence(sentence: unknown, fields: readonly FieldFormat[]): void {
  if (typeof sentence !== "string") throw new Unreadable("its interpolatedIntent is no text");
  const plain = sentence.replaceAll("{{", "").replaceAll("}}", "");
  const shown = new Set(fields.flatMap(({ path, visible }) => visible === "never" ? [] : [path]));
  for (const [, path = ""] of plain.matchAll(/\{([^{}]*)\}/g)) {
    if (!shown.has(pathOf(path))) throw new Unreadable(`its sentence names ${path}`);
  }
  if (/[{}]/.test(plain.replace(/\{[^{}]*\}/g, ""))) throw new Unreadable("its sentence is torn");
}

/** Reads a field, or each field of a group. */
function fieldsOf(given: Json, prefix: string, file: Json): FieldFormat[] {
  const { $ref, ...own } = given;
  const field = $ref === undefined ? own : merged(definition($ref, file), own);
  const { path, fields, label, format = "raw", params, visible, value } = field;
  if (Array.isArray(fields)) {
    const group = joined(prefix, path === undefined ? "" : pathOf(path));
    return fields.flatMap((each) => fieldsOf(record(each), group, file));
  }
  // A constant describes no part of the call.
  if (path === undefined && value !== undefined) return [];
  if (typeof path !== "string" || path.startsWith("$")) throw new Unreadable("a field has no path");
  const at = path.startsWith("@.") ? path : joined(prefix, pathOf(path));
  if (visible === "never") return [{ path: at, label: at.slice(0, 40), format: "raw", visible }];
  if (typeof label !== "string") throw new Unreadable(`${path} has no label`);
  const read = params === undefined
    ? {}
    : paramsOf(record(params), String(format), prefix, record(file.metadata ?? {}));
  const condition = visibilityOf(visible);
  return [{
    path: at,
    label,
    format: String(format),
    ...(Object.keys(read).length > 0 && { params: read }),
    ...(condition !== undefined && { visible: condition }),
  }];
}

function merged(base: Json, over: Json): Json {
  return {
    ...base,
    ...over,
    ...(base.params !== undefined && over.params !== undefined &&
      { params: { ...record(base.params), ...record(over.params) } }),
  };
}

function definition(ref: unknown, { display }: Json): Json {
  const name = /^\$\.display\.definitions\.(\w+)$/.exec(String(ref))?.[1] ?? "";
  const definitions = record(record(display).definitions ?? {});
  if (!Object.hasOwn(definitions, name)) throw new Unreadable(`${ref} is not defined`);
  return record(definitions[name]);
}

function visibilityOf(visible: unknown): { readonly ifNotIn: readonly string[] } | undefined {
  // An optional value may be hidden; the wallet shows it.
  if (visible === undefined || visible === "always" || visible === "optional") return undefined;
  const { ifNotIn, ...others } = record(visible);
  if (!Array.isArray(ifNotIn) || Object.keys(others).length > 0) {
    throw new Unreadable("a condition is not known");
  }
  return { ifNotIn: ifNotIn.map((each) => String(each).toLowerCase()) };
}

const pathOf = (path: unknown): string => String(path).replace(/^#\.?/, "");
const joined = (prefix: string, path: string): string =>
  prefix === "" ? path : path === "" ? prefix : `${prefix}.${path}`;

/** Parameters without an effect on the display. */
const silent: ReadonlySet<string> = new Set(["types", "sources", "prefix"]);

function paramsOf(given: Json, format: string, prefix: string, metadata: Json): FormatParams {
  const out: Record<string, unknown> = {};
  const path = (value: unknown) =>
    String(value).startsWith("@.") ? String(value) : joined(prefix, pathOf(value));
  const addresses = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).map((each) => checksummed(constant(each, metadata)));
  for (const [name, value] of Object.entries(given)) {
    if (silent.has(name)) continue;
    switch (name) {
      case "tokenPath":
      case "calleePath":
      case "amountPath":
      case "collectionPath":
        out[name] = path(value);
        break;
      case "token":
        if (typeof value === "object") out.tokenMap = tokenMap(record(value), path, metadata);
        else out.token = checksummed(constant(value, metadata));
        break;
      case "nativeCurrencyAddress":
      case "senderAddress":
        out[name] = addresses(value);
        break;
      case "threshold":
        out.threshold = numberToHex(BigInt(String(constant(value, metadata))));
        break;
      case "callee":
        out.callee = checksummed(constant(value, metadata));
        break;
      case "message":
      case "base":
      case "encoding":
      case "$ref":
        out[name] = String(constant(value, metadata));
        break;
      case "decimals": {
        const decimals = Number(constant(value, metadata));
        if (!Number.isInteger(decimals) || decimals < 0 || decimals > 77) {
          throw new Unreadable("decimals are no number");
        }
        out.decimals = decimals;
        break;
      }
      default:
        throw new Unreadable(`${format} with ${name}`);
    }
  }
  return out;
}

/** Resolves a reference to a constant. */
function constant(value: unknown, metadata: Json): unknown {
  const name = /^\$\.metadata\.constants\.(\w+)$/.exec(String(value))?.[1];
  if (name === undefined) return value;
  const constants = record(metadata.constants ?? {});
  if (!Object.hasOwn(constants, name)) throw new Unreadable(`${value} is not defined`);
  return constants[name];
}

/** Resolves a map of tokens by the value at a path. */
function tokenMap({ map, keyPath }: Json, path: (value: unknown) => string, metadata: Json) {
  const name = /^\$\.metadata\.maps\.(\w+)$/.exec(String(map))?.[1] ?? "";
  const maps = record(metadata.maps ?? {});
  if (!Object.hasOwn(maps, name)) throw new Unreadable(`${map} is not defined`);
  const values = Object.entries(record(record(maps[name]).values));
  return {
    path: path(keyPath),
    values: Object.fromEntries(
      values.map(([key, value]) => [key.toLowerCase(), checksummed(value)]),
    ),
  };
}
