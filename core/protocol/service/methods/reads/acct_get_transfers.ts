/** `acct_getTransfers`: lists transfers that no operation of the account made, in pages. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import {
  DEFAULT_HISTORY_ITEMS,
  MAX_HISTORY_ITEMS,
  MAX_PLACE_LENGTH,
} from "../../../../ground/limits.ts";
import {
  address,
  boolean,
  exact,
  fallback,
  optional,
  refined,
  text,
  whole,
} from "../../../../schema/schema.ts";
import { wrong } from "../../../../schema/check.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { hexChainId } from "../../schema/fields.ts";

/** Params of `acct_getTransfers`. */
export interface GetTransfersParams {
  /** The account. */
  readonly account: Address;
  /** Chain id. Default: all supported chains. */
  readonly chainId?: Hex;
  /**
   * True for transfers of tokens that the operator does not list, and of items of collections from
   * which the account never received one itself: anyone can send these, under any name. Default:
   * false, for all others.
   */
  readonly unlisted?: boolean;
  /** `id` of the previous page's last transfer. */
  readonly after?: string;
  /** Maximum number, 1 to 100. Default: 20. */
  readonly limit?: number;
}

/** Definition of the method. */
export const acctGetTransfers: ServiceDefinition<
  "acct_getTransfers",
  GetTransfersParams & { readonly limit: number }
> = {
  name: "acct_getTransfers",
  params: exact({
    account: address,
    chainId: optional(hexChainId),
    unlisted: optional(boolean),
    after: optional(refined(text(MAX_PLACE_LENGTH), (value, { path }) => {
      if (!/^\d{1,13}(?:\.-?\d{1,16}){4}$/.test(value)) throw wrong(path, "is no transfer's id");
    })),
    limit: fallback(whole(1, MAX_HISTORY_ITEMS), DEFAULT_HISTORY_ITEMS),
  }),
};
