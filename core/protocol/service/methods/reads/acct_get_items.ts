/** `acct_getItems`: lists the collection items that an account owns. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { address, exact, optional } from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { hexChainId } from "../../schema/fields.ts";

/** Params of `acct_getItems`. */
export interface GetItemsParams {
  /** The account. */
  readonly account: Address;
  /** Chain id. Default: all supported chains. */
  readonly chainId?: Hex;
}

/** Definition of the method. */
export const acctGetItems: ServiceDefinition<"acct_getItems", GetItemsParams> = {
  name: "acct_getItems",
  params: exact({ account: address, chainId: optional(hexChainId) }),
};
