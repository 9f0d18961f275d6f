/**
 * Describes the protocol's schemas as JSON Schema, from the `of` property of each.
 *
 * @see https://json-schema.org
 * @module
 */
import {
  MAX_ASSETS,
  MAX_BUNDLE_ID_BYTES,
  MAX_CALLS,
  MAX_CONTEXT_LENGTH,
  MAX_TEXT_KEY_LENGTH,
  MAX_TEXT_VALUE_LENGTH,
  MAX_URL_LENGTH,
} from "../../core/ground/limits.ts";
import type { Members, Schema } from "../../core/schema/schema.ts";

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Bounds of a length or of a number. */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

const hex = (digits: string, more: JsonSchema = {}): JsonSchema => ({
  type: "string",
  pattern: `^0x${digits}$`,
  ...more,
});
const address = hex("[0-9a-fA-F]{40}");
const hexChainId = hex("[0-9a-fA-F]+");

/** Describes each kind of schema by its `of`. */
const kinds: Readonly<Record<string, (of: unknown) => JsonSchema>> = {
  address: () => address,
  anything: () => ({}),
  asset: () => ({
    type: "object",
    properties: {
      address: { anyOf: [address, { enum: ["native", null] }] },
      type: { enum: ["native", "erc20"] },
    },
    required: ["address", "type"],
  }),
  assets: (of) => ({
    ...describe(of as Schema<unknown>),
    description: `at most ${MAX_ASSETS} assets in all`,
  }),
  base64url: (max) => ({ type: "string", pattern: "^[A-Za-z0-9_-]+$", maxLength: max }),
  batch: (call) => ({
    type: "array",
    items: describe(call as Schema<unknown>),
    maxItems: MAX_CALLS,
  }),
  boolean: () => ({ type: "boolean" }),
  bundleId: () => ({
    type: "string",
    minLength: 1,
    description: `at most ${MAX_BUNDLE_ID_BYTES} bytes`,
  }),
  bytes: (max) =>
    hex("([0-9a-fA-F]{2})*", typeof max === "number" ? { maxLength: 2 + 2 * max } : {}),
  chain: () => ({ anyOf: [hexChainId, { type: "integer", minimum: 1 }] }),
  choice: (of) => ({ enum: of }),
  exact: (of) => ({ ...objectOf(of as Members), additionalProperties: false }),
  exactQuantity: (bits) => hex("(0|[1-9a-fA-F][0-9a-fA-F]*)", { description: `below 2^${bits}` }),
  fixedBytes: (of) => {
    const all = (of as readonly number[]).map((length) => hex(`[0-9a-fA-F]{${2 * length}}`));
    return all.length === 1 ? all[0]! : { anyOf: all };
  },
  hash: () => hex("[0-9a-fA-F]{64}"),
  list: (of) => {
    const { element, min, max } = of as Bounds & { readonly element: Schema<unknown> };
    return {
      type: "array",
      items: describe(element),
      maxItems: max,
      ...(min > 0 && { minItems: min }),
    };
  },
  object: (of) => objectOf(of as Members),
  quantity: (bits) => hex("[0-9a-fA-F]+", { description: `below 2^${bits}` }),
  record: (of) => {
    const { key, value } = of as { readonly key: Schema<string>; readonly value: Schema<unknown> };
    return {
      type: "object",
      propertyNames: describe(key),
      additionalProperties: describe(value),
    };
  },
  sponsor: () => ({
    type: "object",
    properties: {
      url: { type: "string", format: "uri", maxLength: MAX_URL_LENGTH },
      context: {
        type: "object",
        description: `at most ${MAX_CONTEXT_LENGTH} characters as JSON`,
      },
    },
    required: ["url"],
  }),
  text: (of) => {
    const { min, max } = of as Bounds;
    return { type: "string", ...(min > 0 && { minLength: min }), maxLength: max };
  },
  textRecord: () => ({
    type: "object",
    properties: {
      key: { type: "string", minLength: 1, maxLength: MAX_TEXT_KEY_LENGTH },
      value: { type: "string", maxLength: MAX_TEXT_VALUE_LENGTH },
    },
    required: ["key", "value"],
  }),
  whole: (of) => {
    const { min, max } = of as Bounds;
    return { type: "integer", minimum: min, maximum: max };
  },
};

/**
 * Describes a schema.
 *
 * @throws {Error} for a kind that has no description
 */
export function describe({ kind, of }: Schema<unknown>): JsonSchema {
  const row = kinds[kind];
  if (row === undefined) throw new Error(`no JSON Schema for the kind ${kind}`);
  return row(of);
}

/** Returns true unless a schema accepts an absent value. */
export function isRequired(schema: Schema<unknown>): boolean {
  try {
    schema.read({ value: undefined, path: "" });
    return false;
  } catch {
    return true;
  }
}

function objectOf(members: Members): JsonSchema {
  const entries = Object.entries(members);
  const required = entries.filter(([, schema]) => isRequired(schema)).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, schema]) => [name, describe(schema)])),
    ...(required.length > 0 && { required }),
  };
}
