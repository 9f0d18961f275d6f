/** Defines the events of the service's change stream. @module */
import type { Address, Hex } from "viem";

/** The status of an operation changed. */
export interface CallsStatusChange {
  /** Kind of change. */
  readonly type: "callsStatusChanged";
  /** Address of the account. */
  readonly address: Address;
  /** Operation hash. */
  readonly id: Hex;
  /** Bundle id chosen by the dApp, or `null`. */
  readonly callerId: string | null;
  /** Chain id. */
  readonly chainId: Hex;
  /** EIP-5792 status. */
  readonly status: 100 | 200 | 400 | 500;
  /** Transaction that included it, or `null`. */
  readonly transactionHash: Hex | null;
}

/** Balances changed. */
export interface AssetsChange {
  /** Kind of change. */
  readonly type: "assetsChanged";
  /** Address of the account. */
  readonly address: Address;
  /** Ids of the chains. */
  readonly chainIds: readonly Hex[];
}

/** A permission was granted, used or revoked. */
export interface PermissionsChange {
  /** Kind of change. */
  readonly type: "permissionsChanged";
  /** Account that granted it. */
  readonly address: Address;
  /** Chain id. */
  readonly chainId: Hex;
  /** Permission id; absent if all permissions were revoked. */
  readonly id?: Hex;
}

/** A recovery was started, or is no longer waiting. */
export interface RecoveryChange {
  /** Kind of change. */
  readonly type: "recoveryChanged";
  /** Address of the account. */
  readonly address: Address;
  /** Chain id. */
  readonly chainId: Hex;
}

/** A change of an account. */
export type ChangeJson = CallsStatusChange | AssetsChange | PermissionsChange | RecoveryChange;
