/** Finds calls in typed data without a reader: a target with call data next to it. @module */
import { type Hex, size, zeroAddress } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import type { Pieces } from "../../lib/pieces.ts";
import { MAX_CALLS } from "../../ground/limits.ts";
import { insideOf } from "../effects/calls/inside.ts";
import { knownFunction, type Made } from "../effects/mod.ts";
import { addressOf, bytesOf, type Fields, numberOf } from "./fields.ts";

/** Names of members for the target of a call, and for its data. */
const targets =
  /^_?(?:to|targets?|dest(?:ination)?s?|callees?|contract(?:Address)?|call(?:To|Target)|target(?:Contract|Address))$/i;
const payloads = /^_?(?:.*data|call.*|payload|func.*|input)$/i;

/** Returns whether a member can contain call data. */
function isPayload({ name, type }: { readonly name: string; readonly type: string }): boolean {
  return /^bytes(?:\[\d*\])?$/.test(type) && payloads.test(name);
}

/** Returns whether the message itself, excluding nested structs, can contain call data. */
export function hasPayload({ types, primaryType }: TypedData): boolean {
  return (types[primaryType] ?? []).some(isPayload);
}

/** Calls that were found. */
export interface CallsWithin {
  readonly calls: readonly Made[];
  /** True if there are more. */
  readonly more: boolean;
}

/** Returns whether data calls a function that the wallet supports. */
function isKnown(data: Hex): boolean {
  return knownFunction(data) !== undefined ||
    insideOf({ to: zeroAddress, value: 0n, data }, 1) !== null;
}

/**
 * Finds calls in a message and in all nested structs. Data without a target is for the verifying
 * contract, if the contract has such a function.
 */
export function* callsWithin(
  { types, primaryType, domain, message }: TypedData,
): Pieces<CallsWithin> {
  const calls: Made[] = [];
  const open: [type: string, value: unknown][] = [[primaryType, message]];
  const add = (type: string, value: unknown) => {
    if (Object.hasOwn(types, type.replace(/(?:\[\d*\])+$/, ""))) open.push([type, value]);
  };
  // The list grows while it is iterated.
  for (const [type, value] of open) {
    yield;
    const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
    if (element !== undefined) {
      for (const each of value as unknown[]) add(element, each);
      continue;
    }
    const values = value as Fields;
    const fields = types[type]!;
    for (const field of fields) add(field.type, values[field.name]);
    const target = fields.find(({ name, type }) =>
      /^address(?:\[\d*\])?$/.test(type) && targets.test(name)
    );
    const to = target === undefined ? domain.verifyingContract : values[target.name];
    for (const { name, type } of fields.filter(isPayload)) {
      const all = type === "bytes" ? [values[name]] : values[name] as unknown[];
      for (const [index, data] of all.map(bytesOf).entries()) {
        yield;
        if (size(data) < 4 || (target === undefined && !isKnown(data))) continue;
        if (calls.length === MAX_CALLS) return { calls, more: true };
        // Lists of targets and data have matching indices.
        const made = addressOf(Array.isArray(to) ? to[index] : to);
        calls.push({ to: made ?? zeroAddress, value: numberOf(values.value) ?? 0n, data });
      }
    }
  }
  return { calls, more: false };
}
