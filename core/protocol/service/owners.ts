/** Owner changes on the wire between client and service. @module */
import type { Hex } from "../../lib/hex.ts";
import type { AccountJson } from "./mod.ts";

/** A change of owners, signed once for every chain. */
export interface OwnerChangeJson {
  /** How many changes came before. */
  readonly sequence: number;
  /** Calls of the account's own owner functions. */
  readonly calls: readonly Hex[];
  /** An owner's signature, in the account's form. */
  readonly signature: Hex;
}

/** Params of `acct_putOwnerChange`; the same change again changes nothing. */
export interface PutOwnerChangeParams {
  /** The account. */
  readonly account: AccountJson;
  /** The change. */
  readonly change: OwnerChangeJson;
}

/** Params of `acct_getOwners`. */
export interface GetOwnersParams {
  /** The account. */
  readonly account: AccountJson;
}

/** How far a chain is with the changes. */
export interface OwnersOnChain {
  /** Chain id. */
  readonly chainId: Hex;
  /** Its name. */
  readonly name: string;
  /** Whether the account is deployed there; `null` while the chain cannot be asked. */
  readonly deployed: boolean | null;
  /** How many of the changes were applied there. */
  readonly applied: number;
  /** Whether the service brings changes there by itself. */
  readonly carried: boolean;
}

/** The changes of an account, in their order, and where they arrived. */
export interface OwnersResult {
  /** The changes. */
  readonly changes: readonly OwnerChangeJson[];
  /** Every chain that the service serves. */
  readonly chains: readonly OwnersOnChain[];
}

/** The methods. */
export interface OwnersSchema {
  readonly acct_putOwnerChange: {
    readonly params: PutOwnerChangeParams;
    readonly result: OwnersResult;
  };
  readonly acct_getOwners: { readonly params: GetOwnersParams; readonly result: OwnersResult };
}
