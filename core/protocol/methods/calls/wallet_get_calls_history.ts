/** `wallet_getCallsHistory`: lists what an account has sent, page by page. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../definition.ts";
import { DEFAULT_HISTORY_ITEMS, MAX_HISTORY_ITEMS } from "../../limits.ts";
import {
  address,
  chainId,
  chainNumber,
  custom,
  fallback,
  object,
  oneOf,
  optional,
  singleOptional,
  whole,
} from "../../schema.ts";
import type { CallsHistoryItemJson } from "../../service/mod.ts";

/** Parameters and result. */
export interface WalletGetCallsHistory {
  readonly params?: readonly [request?: {
    readonly address?: Address | undefined;
    readonly chainId?: Hex | number | undefined;
    readonly index?: number | undefined;
    readonly limit?: number | undefined;
    readonly sort?: "asc" | "desc" | undefined;
  }];
  readonly result: readonly CallsHistoryItemJson[];
}

/** Parameters, checked. */
export interface CallsHistoryParams {
  readonly address?: Address;
  readonly chainId?: number;
  readonly index?: number;
  readonly limit: number;
  readonly sort: "asc" | "desc";
}

/** Reads a page of history; items carry their chain's id as a number, so numbers are taken as well. */
export const historyPage = {
  chainId: /* @__PURE__ */ optional(
    /* @__PURE__ */ custom(
      "chainId",
      (at) => typeof at.value === "number" ? chainNumber.read(at) : chainId.read(at),
    ),
  ),
  index: /* @__PURE__ */ optional(/* @__PURE__ */ whole()),
  limit: /* @__PURE__ */ fallback(
    /* @__PURE__ */ whole(1, MAX_HISTORY_ITEMS),
    DEFAULT_HISTORY_ITEMS,
  ),
  sort: /* @__PURE__ */ fallback(/* @__PURE__ */ oneOf<"asc" | "desc">("asc", "desc"), "desc"),
};

/** Definition of the method. */
export const walletGetCallsHistory: Definition<CallsHistoryParams, "session"> = define({
  params: singleOptional(object({ address: optional(address), ...historyPage })),
  load: "session",
});
