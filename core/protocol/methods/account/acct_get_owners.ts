/** `acct_getOwners`: lists the account's owners, and the progress of changes per chain. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** An owner of the account. */
export interface OwnerView {
  /** Index in the account. */
  readonly index: number;
  /** Kind of owner; a `recovery` owner can only start a recovery with a delay. */
  readonly kind: "passkey" | "address" | "recovery";
  /** The owner's 32 (address) or 64 (key x‖y) bytes. */
  readonly owner: Hex;
  /** Address of an owner that is not a passkey. */
  readonly address?: Address;
  /** Name of the passkey, if it is stored on this device. */
  readonly name?: string;
  /** True for the owner that connected. */
  readonly here: boolean;
}

/** Progress of owner changes on a chain. */
export interface OwnerChainView {
  /** Chain id. */
  readonly id: number;
  /** Display name. */
  readonly name: string;
  /**
   * State of the chain:
   * - `done`: it has these owners;
   * - `coming`: it has earlier owners, and the service submits the changes;
   * - `waiting`: it has earlier owners, and no one submits the changes;
   * - `ahead`: it has later owners, by a change that the service does not have;
   * - `forked`: it has different owners; a change by one of these owners synchronizes it;
   * - `lost`: it has different owners, and none of these;
   * - `unknown`: the account runs code there that the wallet does not recognize;
   * - `down`: the chain is unreachable.
   */
  readonly state: "done" | "coming" | "waiting" | "ahead" | "forked" | "lost" | "unknown" | "down";
  /** Version of the account's code there; `null` if it is not deployed, or unknown. */
  readonly version: number | null;
  /** Later version to which it can be updated there; `null` for none. */
  readonly update: number | null;
  /**
   * Recoveries that are waiting there: the index of the owner who started each, and Unix seconds.
   */
  readonly recovering: readonly { readonly index: number; readonly readyAt: number }[];
}

/** The owners of an account, with the progress of changes per chain. */
export interface OwnersView {
  /** Owners after all changes. */
  readonly owners: readonly OwnerView[];
  /** Progress per chain. */
  readonly chains: readonly OwnerChainView[];
}

/** Parameters and result. */
export type AcctGetOwners = {
  readonly params?: readonly [];
  readonly result: OwnersView;
};

/** Definition of the method. */
export const acctGetOwners: Definition<void> = define({
  params: nothing,
});
