/** `acct_getDescriptors`: reads descriptors of the public registry for contracts. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { MAX_DESCRIBED_CONTRACTS } from "../../../limits.ts";
import { address, exact, list } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../../definition.ts";
import { hexChainId } from "../../fields.ts";

/** Params of `acct_getDescriptors`. */
export interface GetDescriptorsParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** Contracts, at most 8; the result omits those that have none. */
  readonly contracts: readonly Address[];
}

/** Definition of the method. The result is text, whose hash the caller compares with its release. */
export const acctGetDescriptors: ServiceDefinition<"acct_getDescriptors", GetDescriptorsParams> = {
  name: "acct_getDescriptors",
  params: exact({ chainId: hexChainId, contracts: list(address, MAX_DESCRIBED_CONTRACTS) }),
};
