/** Builds inputs for the tests of Uniswap's router and formats its steps. */
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import type { CallView } from "../dialog/types.ts";
import { fieldsOf } from "./clear_calls.ts";

/** Router with Uniswap v4. */
export const router: Address = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af";
/** Contract that calls the router on its own behalf. */
export const multicall3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
/** Placeholder of the caller. */
export const sender: Address = "0x0000000000000000000000000000000000000001";
/** Placeholder of the router. */
export const self: Address = "0x0000000000000000000000000000000000000002";
/** Placeholder of the native currency. */
export const ether: Address = "0x0000000000000000000000000000000000000000";

/** Encodes an input. */
export function input(types: string, values: readonly unknown[]): Hex {
  return encodeAbiParameters(parseAbiParameters(types), values);
}

/** Lists the steps of a call. */
export function stepsOf(view: CallView): readonly CallView[] {
  return view.explanation?.steps ?? [];
}

/** Returns the intent of a step and its fields by their labels. */
export function wordsOf(view: CallView): readonly [string | undefined, Record<string, unknown>] {
  return [view.explanation?.intent, fieldsOf(view)];
}
