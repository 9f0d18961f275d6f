/** `acct_getItems`: lists the items of collections that an account holds. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { address, exact, optional } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../../definition.ts";
import { hexChainId } from "../../fields.ts";

/** Params of `acct_getItems`. */
export interface GetItemsParams {
  /** The account. */
  readonly account: Address;
  /** Chain id; all served chains if left out. */
  readonly chainId?: Hex;
}

/** Definition of the method. */
export const acctGetItems: ServiceDefinition<"acct_getItems", GetItemsParams> = {
  name: "acct_getItems",
  params: exact({ account: address, chainId: optional(hexChainId) }),
};
