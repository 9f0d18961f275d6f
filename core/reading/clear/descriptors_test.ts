import { assert, assertEquals } from "@std/assert";
import { getAddress, isAddress, keccak256, stringToHex } from "viem";
import { parseFunction } from "./registry.ts";
import { shapeOf } from "../../abi/shape.ts";
import type { Shape } from "../../abi/shape.ts";
import type { Descriptor, FieldFormat, FunctionFormat } from "./descriptor.ts";
import { convention, descriptors } from "./descriptors/mod.ts";

const formats = [
  ...["raw", "amount", "tokenAmount", "addressName", "date", "duration", "unit", "enum"],
  ...["calldata", "commands", "pools"],
];

Deno.test("descriptors: all of them are well formed", () => {
  const seen = new Set<string>();
  for (const descriptor of descriptors) {
    const { context, metadata, display } = descriptor;
    assert(context.$id !== "" && metadata.owner !== "");
    assert(/^[\x20-\x7e]{1,40}$/.test(metadata.contractName), metadata.contractName);
    assert(context.contract.deployments.length > 0, context.$id);
    for (const { chainId, address } of context.contract.deployments) {
      assert(Number.isSafeInteger(chainId) && chainId > 0);
      // The checksum detects typos.
      assert(isAddress(address) && getAddress(address) === address, `${context.$id}: ${address}`);
      const key = `${chainId}:${address}`;
      assert(!seen.has(key), `${key} is described twice`);
      seen.add(key);
    }
    checkFunctions(descriptor);
    const tables = [display.commands, display.actions].map((table) => Object.entries(table ?? {}));
    for (const [type, { input, ...format }] of tables.flat()) {
      assert(/^0x[0-7][0-9a-f]$/.test(type), type);
      if (input === undefined) assertEquals(format.fields, [], `${type} is not read`);
      else checkFunction(input, format, descriptor);
    }
  }
  assertEquals(convention.context.contract.deployments, []);
  checkFunctions(convention);
});

function checkFunctions(descriptor: Descriptor) {
  const selectors = new Set<string>();
  for (const [key, format] of Object.entries(descriptor.display.formats)) {
    const { selector } = checkFunction(key, format, descriptor);
    assert(!selectors.has(selector), `${key} is there twice`);
    selectors.add(selector);
  }
}

function checkFunction(key: string, { intent, fields }: FunctionFormat, descriptor: Descriptor) {
  const shape = shapeOf(parseFunction(key));
  assert(
    !/, |uint[ ,)]/.test(key) && !key.includes("  "),
    `${key} is not written as ERC-7730 wants it`,
  );
  assert(/^[\x20-\x7e]{1,40}$/.test(intent), intent);
  for (const field of fields) {
    assert(formats.includes(field.format), field.format);
    assert(field.label.length > 0 && field.label.length <= 40, field.label);
    checkParams(field, descriptor);
  }
  // Hidden values must be listed too, so that none is forgotten.
  const named = fields.map(({ path }) => path.replace(/\.\[[^\]]*\]$/, ""));
  const used = fields.flatMap(({ params: { amountPath = "", mayFailPath = "" } = {} }) => [
    amountPath,
    mayFailPath,
  ]);
  for (const leaf of shape.inputs.flatMap((input) => leavesOf(input, input.name))) {
    assert(
      [...named, ...used].some((path) => leaf === path || leaf.startsWith(`${path}.`)),
      `${key}: ${leaf} is not shown`,
    );
  }
  return shape;
}

/** Checks `params` by the rules that this wallet uses. */
function checkParams(
  { path, format, params = {} }: FieldFormat,
  { metadata, display }: Descriptor,
) {
  assert(/^(?:@\.(?:value|to|from)|[\w.[\]:-]+)$/.test(path), path);
  if (format === "tokenAmount") {
    assert((params.tokenPath === undefined) !== (params.tokenPathIf === undefined), path);
  }
  if (params.message !== undefined) assert(params.threshold !== undefined, path);
  if (params.threshold !== undefined) assert(/^0x[0-9a-f]+$/.test(params.threshold), path);
  if (format === "date") assertEquals(params.encoding, "timestamp");
  if (format === "unit") assert(params.base !== undefined, path);
  if (format === "calldata") {
    assert((params.calleePath === undefined) !== (params.callee === undefined), path);
  }
  if (format === "commands") {
    assert(params.commandsPath !== undefined && display[params.table ?? "commands"], path);
  }
  for (const address of [...params.senderAddress ?? [], ...params.selfAddress ?? []]) {
    assert(isAddress(address) && getAddress(address) === address, address);
  }
  if (format === "enum") {
    const name = params.$ref?.replace("$.metadata.enums.", "") ?? "";
    assert(Object.hasOwn(metadata.enums ?? {}, name), `${path}: ${params.$ref}`);
  }
}

/** Lists the paths of all values of a type. */
function leavesOf(shape: Shape, path: string): string[] {
  if (shape.parts.length === 0) return [path];
  const list = shape.type.endsWith("]") ? ".[]" : "";
  return shape.parts.flatMap((part) => leavesOf(part, `${path}${list}.${part.name}`));
}

Deno.test("descriptors: they are what was read when they were pinned", () => {
  // After a change, check every address again, then update the hash.
  assertEquals(
    keccak256(stringToHex(JSON.stringify([descriptors, convention]))),
    "0x3c56d8ce661ffd9e2ac3ebf151fc614812362bb0501737e0bc89cecbd38e4866",
  );
});
