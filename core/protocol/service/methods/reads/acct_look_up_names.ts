/** `acct_lookUpNames`: returns the verified names of addresses. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { MAX_LOOKED_UP } from "../../../../ground/limits.ts";
import { address, exact, list } from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { hexChainId } from "../../schema/fields.ts";

/** Params of `acct_lookUpNames`. */
export interface LookUpNamesParams {
  /** Addresses, at most 20. */
  readonly addresses: readonly Address[];
  /** Network on which the addresses are used. */
  readonly chainId: Hex;
}

/** Name of an address. */
export interface LookedUpName {
  readonly address: Address;
  /**
   * Name that the address chose (ENSIP-3 reverse record, or issued below the project's domain) and
   * that resolves to it on that network; `null` if it does not exist, or resolves to another
   * address.
   */
  readonly name: string | null;
}

/** Definition of the method. */
export const acctLookUpNames: ServiceDefinition<"acct_lookUpNames", LookUpNamesParams> = {
  name: "acct_lookUpNames",
  params: exact({ addresses: list(address, MAX_LOOKED_UP), chainId: hexChainId }),
};
