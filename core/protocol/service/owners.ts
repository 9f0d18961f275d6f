/** Defines owner changes on the wire between client and service. @module */
import type { Hex } from "../../lib/hex.ts";

/** A change of owners, signed once for every chain. */
export interface OwnerChangeJson {
  /** Number of previous changes. */
  readonly sequence: number;
  /** Calls of the account's own owner functions. */
  readonly calls: readonly Hex[];
  /** An owner's signature in the account's format. */
  readonly signature: Hex;
}

/** Progress of owner changes on a chain. */
export interface OwnersOnChain {
  /** Chain id. */
  readonly chainId: Hex;
  /** Display name. */
  readonly name: string;
  /** True if the account is deployed there; `null` while the chain is unreachable. */
  readonly deployed: boolean | null;
  /** Number of changes that are applied there. */
  readonly applied: number;
  /** True if the service submits changes there automatically. */
  readonly carried: boolean;
}

/** Owner changes of an account in order, with the progress per chain. */
export interface OwnersResult {
  /** The changes. */
  readonly changes: readonly OwnerChangeJson[];
  /** All chains that the service serves. */
  readonly chains: readonly OwnersOnChain[];
}
