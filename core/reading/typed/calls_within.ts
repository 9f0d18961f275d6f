/** Finds calls inside of typed data that has no reader: a target beside the data for it. @module */
import { size, zeroAddress } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import type { Pieces } from "../../lib/pieces.ts";
import { MAX_CALLS } from "../../protocol/limits.ts";
import type { Made } from "../effects/mod.ts";
import { addressOf, bytesOf, type Fields, numberOf } from "./fields.ts";

/** Names of members that hold the target of a call, and its data. */
const targets = /^_?(?:to|target|dest(?:ination)?|callee|contract(?:Address)?|call(?:To|Target))$/i;
const payloads = /^_?(?:.*data|call.*|payload|func.*|input)$/i;

/** Calls that were found. */
export interface CallsWithin {
  readonly calls: readonly Made[];
  /** True if there are more. */
  readonly more: boolean;
}

/** Finds calls in a message and in all structs within. */
export function* callsWithin(
  { types, primaryType, message }: TypedData,
): Pieces<CallsWithin> {
  const calls: Made[] = [];
  const open: [type: string, value: unknown][] = [[primaryType, message]];
  const add = (type: string, value: unknown) => {
    if (Object.hasOwn(types, type.replace(/(?:\[\d*\])+$/, ""))) open.push([type, value]);
  };
  // The list grows while it is walked through.
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
    const target = fields.find((field) => field.type === "address" && targets.test(field.name));
    const data = fields.find((field) => field.type === "bytes" && payloads.test(field.name));
    if (target === undefined || data === undefined) continue;
    const call = {
      to: addressOf(values[target.name]) ?? zeroAddress,
      value: numberOf(values.value) ?? 0n,
      data: bytesOf(values[data.name]),
    };
    if (size(call.data) < 4) continue;
    if (calls.length === MAX_CALLS) return { calls, more: true };
    calls.push(call);
  }
  return { calls, more: false };
}
