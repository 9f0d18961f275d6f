/** What the service's change stream tells. @module */
import type { Address, Hex } from "viem";

/** The status of an operation changed. */
export interface CallsStatusChange {
  /** Kind of change. */
  readonly type: "callsStatusChanged";
  /** The account. */
  readonly address: Address;
  /** Operation hash. */
  readonly id: Hex;
  /** The caller's own id, if it gave one. */
  readonly callerId: string | null;
  /** Chain id. */
  readonly chainId: Hex;
  /** EIP-5792 status. */
  readonly status: 100 | 200 | 400 | 500;
  /** Where it landed. */
  readonly transactionHash: Hex | null;
}

/** Balances changed. */
export interface AssetsChange {
  /** Kind of change. */
  readonly type: "assetsChanged";
  /** The account. */
  readonly address: Address;
  /** Where. */
  readonly chainIds: readonly Hex[];
}

/** A permission was granted, used or ended. */
export interface PermissionsChange {
  /** Kind of change. */
  readonly type: "permissionsChanged";
  /** Who granted it. */
  readonly address: Address;
  /** Chain id. */
  readonly chainId: Hex;
  /** Which one; absent if all ended at once. */
  readonly id?: Hex;
}

/** A change of an account. */
export type ChangeJson = CallsStatusChange | AssetsChange | PermissionsChange;
