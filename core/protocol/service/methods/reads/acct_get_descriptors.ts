/** `acct_getDescriptors`: reads descriptors of the public registry for contracts or typed data. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { MAX_DESCRIBED_CONTRACTS } from "../../../../ground/limits.ts";
import { address, exact, hash, list, optional } from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { hexChainId } from "../../schema/fields.ts";

/** Params of `acct_getDescriptors`. */
export interface GetDescriptorsParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** Contracts, at most 8; the result omits contracts without descriptors. */
  readonly contracts: readonly Address[];
  /**
   * Type hash (EIP-712, 32 bytes) of typed data that these contracts verify; the result contains
   * descriptors of messages of that type. Without it, the result contains descriptors of calls.
   */
  readonly typeHash?: Hex;
}

/**
 * Definition of the method. The result is text; the caller compares its hash with those in its
 * release.
 */
export const acctGetDescriptors: ServiceDefinition<"acct_getDescriptors", GetDescriptorsParams> = {
  name: "acct_getDescriptors",
  params: exact({
    chainId: hexChainId,
    contracts: list(address, MAX_DESCRIBED_CONTRACTS),
    typeHash: optional(hash),
  }),
};
