/** Checks descriptors (ERC-7730) against the rules with which this wallet reads them. @module */
import { getAddress, isAddress } from "viem";
import { elementOf, fixedLength, type Shape, shapeOf } from "../../abi/shape.ts";
import type { Descriptor, FieldFormat, FunctionFormat } from "../descriptor/descriptor.ts";
import { parseFunction } from "./registry.ts";

/** Supported formats of ERC-7730; any other one is shown as `raw`. */
const formats: ReadonlySet<string> = new Set([
  ...["raw", "amount", "tokenAmount", "addressName", "date", "duration", "unit", "enum"],
  ...["calldata", "nftName", "commands", "pools"],
]);

/** A text in plain characters, short enough for one line. */
const LINE = /^[\x20-\x7e]{1,40}$/;

/** Validates the head of a descriptor, with its names and contracts, and returns the problems. */
export function headProblems(
  { context, metadata }: Pick<Descriptor, "context" | "metadata">,
): string[] {
  const problems: string[] = [];
  if (context.$id === "" || metadata.owner === "") problems.push("it has no id or owner");
  if (!LINE.test(metadata.contractName)) problems.push(`contractName: ${metadata.contractName}`);
  const { deployments } = context.contract;
  if (deployments.length === 0) problems.push("it is for no contract");
  const seen = new Set<string>();
  for (const { chainId, address } of deployments) {
    if (!Number.isSafeInteger(chainId) || chainId <= 0) problems.push(`chain ${chainId}`);
    // The checksum detects typos.
    if (!isAddress(address) || getAddress(address) !== address) problems.push(`${address}`);
    if (seen.has(`${chainId}:${address}`)) problems.push(`${chainId}:${address} is there twice`);
    seen.add(`${chainId}:${address}`);
  }
  return problems;
}

/**
 * Validates a function of a descriptor by its key in `display.formats`, and returns the problems.
 */
export function functionProblems(
  key: string,
  format: FunctionFormat,
  descriptor: Descriptor,
): string[] {
  let inputs: readonly Shape[];
  try {
    ({ inputs } = shapeOf(parseFunction(key)));
  } catch {
    return ["its key is no function"];
  }
  return [
    ...(/, |uint[ ,)]/.test(key) || key.includes("  ") ? ["its key is not canonical"] : []),
    ...formatProblems(inputs, format, descriptor),
  ];
}

/**
 * Validates the texts and fields of a format, given the values that it shows, and returns the
 * problems.
 */
export function formatProblems(
  inputs: readonly Shape[],
  { intent, fields }: FunctionFormat,
  descriptor: Pick<Descriptor, "metadata" | "display">,
): string[] {
  const problems: string[] = [];
  if (!LINE.test(intent)) problems.push(`intent: ${intent}`);
  for (const field of fields) {
    if (!formats.has(field.format)) problems.push(`format ${field.format}`);
    if (!LINE.test(field.label)) {
      problems.push(`label: ${field.label}`);
    }
    const problem = paramProblem(field, descriptor);
    if (problem !== null) problems.push(`${field.path}: ${problem}`);
  }
  // Hidden values must be listed too, so that no value is forgotten.
  const named = fields.map(({ path }) => path.replace(/\.\[[^\]]*\]$/, ""));
  const used = fields.flatMap(({ params: { amountPath = "", mayFailPath = "" } = {} }) => [
    amountPath,
    mayFailPath,
  ]);
  // Shown as part of an amount, an item or a step.
  for (const { visible, params: { tokenPath, collectionPath, calleePath } = {} } of fields) {
    if (visible === undefined) {
      used.push(...[tokenPath, collectionPath, calleePath].flatMap((path) => path ?? []));
    }
  }
  for (const leaf of leafTypes(inputs).keys()) {
    if (![...named, ...used].some((path) => leaf === path || leaf.startsWith(`${path}.`))) {
      problems.push(`${leaf} is not shown`);
    }
  }
  return problems;
}

/** Validates `path` and `params` of a field, and returns the problem. */
function paramProblem(
  { path, format, params = {} }: FieldFormat,
  { metadata, display }: Pick<Descriptor, "metadata" | "display">,
): string | null {
  if (!/^(?:@\.(?:value|to|from)|[\w.[\]:-]+)$/.test(path)) return "the path cannot be read";
  if (format === "tokenAmount") {
    const { token, tokenPath, tokenPathIf, tokenMap } = params;
    const given = [token, tokenPath, tokenPathIf, tokenMap].filter((each) => each !== undefined);
    if (given.length !== 1) return "it needs one token";
  }
  if (params.message !== undefined) {
    if (params.threshold === undefined) return "a message needs a threshold";
    if (!LINE.test(params.message)) return "the message is no line";
  }
  if (params.threshold !== undefined && !/^0x[0-9a-f]+$/.test(params.threshold)) {
    return "the threshold is no number";
  }
  if (format === "date" && params.encoding !== "timestamp") return "the date has no encoding";
  if (format === "unit" && (params.base === undefined || params.base.length > 12)) {
    return "it needs a unit";
  }
  if (
    format === "calldata" && (params.calleePath === undefined) === (params.callee === undefined)
  ) {
    return "it needs one callee";
  }
  if (format === "nftName" && params.collectionPath === undefined) return "it needs a collection";
  if (format === "commands") {
    if (params.commandsPath === undefined || !display[params.table ?? "commands"]) {
      return "it needs commands";
    }
  }
  for (
    const address of [
      ...params.senderAddress ?? [],
      ...params.selfAddress ?? [],
      ...params.nativeCurrencyAddress ?? [],
      ...params.token === undefined ? [] : [params.token],
      ...Object.values(params.tokenMap?.values ?? {}),
    ]
  ) {
    if (!isAddress(address) || getAddress(address) !== address) return `${address} is no address`;
  }
  if (format === "enum") {
    const name = params.$ref?.replace("$.metadata.enums.", "") ?? "";
    if (!Object.hasOwn(metadata.enums ?? {}, name)) return `${params.$ref} is no enum`;
  }
  return null;
}

/** Lists the paths of a format without a value, given the values that it shows. */
export function pathProblems(
  inputs: readonly Shape[],
  { fields }: Pick<FunctionFormat, "fields">,
): string[] {
  const whole: Shape = { type: "tuple", name: "", parts: inputs };
  return fields.flatMap(({ path, params = {} }) =>
    [path, params.tokenPath, params.collectionPath, params.tokenMap?.path].flatMap((each) =>
      each === undefined || /^@\.(?:to|from)$/.test(each) || leads(whole, each.split("."))
        ? []
        : [`${each} leads nowhere`]
    )
  );
}

function leads(shape: Shape, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  const selector = /^\[(.*)\]$/.exec(step)?.[1];
  if (selector === undefined) {
    const part = shape.type === "tuple" ? shape.parts.find(({ name }) => name === step) : undefined;
    return part !== undefined && leads(part, rest);
  }
  if (shape.type === "bytes") return /^-?\d*:-?\d*$/.test(selector) && leads(shape, rest);
  const inner = elementOf(shape);
  if (inner === null || !/^(?:-?\d+)?$/.test(selector)) return false;
  const length = fixedLength(shape);
  const index = Number(selector);
  const isInside = length === null || (index < length && index >= -length);
  return (selector === "" || isInside) && leads(inner, rest);
}

/** Returns the types of all values by their paths. */
export function leafTypes(inputs: readonly Shape[]): ReadonlyMap<string, string> {
  return new Map(inputs.flatMap((input) => leavesOf(input, input.name)));
}

function leavesOf(shape: Shape, path: string): (readonly [path: string, type: string])[] {
  if (shape.parts.length === 0) return [[path, shape.type]];
  const list = shape.type.endsWith("]") ? ".[]" : "";
  return shape.parts.flatMap((part) => leavesOf(part, `${path}${list}.${part.name}`));
}
