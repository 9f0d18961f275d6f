/** What the tests of Uniswap's router share: whom it knows, and how its inputs are written and read. */
import { type Address, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import type { CallView } from "../dialog/request.ts";
import { fieldsOf } from "./clear_calls.ts";

/** The router with Uniswap v4. */
export const router: Address = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af";
/** Somebody who calls it in its own name. */
export const multicall3: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";
/** Stands for the caller. */
export const sender: Address = "0x0000000000000000000000000000000000000001";
/** Stands for the router. */
export const self: Address = "0x0000000000000000000000000000000000000002";
/** Stands for the native currency. */
export const ether: Address = "0x0000000000000000000000000000000000000000";

/** An input. */
export function input(types: string, values: readonly unknown[]): Hex {
  return encodeAbiParameters(parseAbiParameters(types), values);
}

/** The steps of a call. */
export function stepsOf(view: CallView): readonly CallView[] {
  return view.explanation?.steps ?? [];
}

/** What a step is for, and its fields by their labels. */
export function wordsOf(view: CallView): readonly [string | undefined, Record<string, unknown>] {
  return [view.explanation?.intent, fieldsOf(view)];
}
