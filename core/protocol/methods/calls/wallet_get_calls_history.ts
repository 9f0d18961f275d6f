/** `wallet_getCallsHistory`: lists the bundles that an account sent, page by page. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { DEFAULT_HISTORY_ITEMS, MAX_HISTORY_ITEMS } from "../../../ground/limits.ts";
import {
  address,
  chainId,
  chainNumber,
  custom,
  fallback,
  object,
  oneOf,
  type Optional,
  optional,
  type Schema,
  singleOptional,
  whole,
} from "../../../schema/schema.ts";
import type { CallsHistoryItemJson } from "../../../wire/history.ts";

/** Parameters and result. */
export type WalletGetCallsHistory = {
  readonly params?: readonly [request?: {
    readonly address?: Address | undefined;
    readonly chainId?: Hex | number | undefined;
    readonly index?: number | undefined;
    readonly limit?: number | undefined;
    readonly sort?: "asc" | "desc" | undefined;
  }];
  readonly result: readonly CallsHistoryItemJson[];
};

/** Validated parameters. */
export interface CallsHistoryParams {
  readonly address?: Address;
  readonly chainId?: number;
  readonly index?: number;
  readonly limit: number;
  readonly sort: "asc" | "desc";
}

/** Reads a page of history; chain ids may be numbers, as in its items. */
export const historyPage: {
  readonly chainId: Optional<number>;
  readonly index: Optional<number>;
  readonly limit: Schema<number>;
  readonly sort: Schema<"asc" | "desc">;
} = {
  chainId: optional(custom(
    "chain",
    (at) => typeof at.value === "number" ? chainNumber.read(at) : chainId.read(at),
  )),
  index: optional(whole()),
  limit: fallback(whole(1, MAX_HISTORY_ITEMS), DEFAULT_HISTORY_ITEMS),
  sort: fallback(oneOf<"asc" | "desc">("asc", "desc"), "desc"),
};

/** Definition of the method. */
export const walletGetCallsHistory: Definition<CallsHistoryParams> = define({
  params: singleOptional(object({ address: optional(address), ...historyPage })),
});
