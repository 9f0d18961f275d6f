/** Defines owner changes on the wire between client and service. @module */
import type { Address, Hex } from "../../lib/hex.ts";

/** Powers of an owner: all, or to start a recovery that waits. */
export type OwnerKind = "full" | "recovery";

/** An owner at its index. */
export interface OwnerJson {
  /** Index in the account. */
  readonly index: number;
  /** Only an address can be a recovery owner. */
  readonly kind: OwnerKind;
  /** 32 bytes (an address) or 64 (a key x‖y). */
  readonly owner: Hex;
}

/** The complete owners after a change, signed once by a full owner for every chain. */
export interface OwnerChangeJson {
  /** Heads that it may continue; zero for an account that was never changed. */
  readonly from: readonly Hex[];
  /** All owners after it, by index. */
  readonly owners: readonly OwnerJson[];
  /** Index of the next owner to be added. */
  readonly next: number;
  /** Seconds that a recovery waits. */
  readonly delay: number;
  /** A full owner's signature in the account's format. */
  readonly signature: Hex;
}

/** The complete owners after a recovery, signed once by a recovery owner for every chain. */
export interface RecoveryJson {
  /** Heads that it may continue. */
  readonly from: readonly Hex[];
  /** All owners after it, by index. */
  readonly owners: readonly OwnerJson[];
  /** Index of the next owner to be added. */
  readonly next: number;
  /** 32 random bytes. */
  readonly salt: Hex;
  /** A recovery owner's signature in the account's format. */
  readonly signature: Hex;
}

/** A step from one head to the next. */
export type OwnerStepJson = OwnerChangeJson | RecoveryJson;

/** Stops recoveries, signed once by a full owner for every chain. */
export interface VetoJson {
  /** Heads at which it stops them. */
  readonly heads: readonly Hex[];
  /** Hash of a recovery, or the stored word of a recovery owner: all that this owner starts. */
  readonly target: Hex;
  /** A full owner's signature in the account's format. */
  readonly signature: Hex;
}

/** A recovery that waits on a chain. */
export interface PendingRecovery {
  /** Index of the recovery owner who started it. */
  readonly index: number;
  /** Hash of the recovery. */
  readonly recovery: Hex;
  /** First second in which it can be finished, in Unix seconds. */
  readonly readyAt: number;
}

/** `GET /v1/recoveries`: a recovery that waits, as the service last saw it. */
export interface WaitingRecoveryJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Display name of the chain. */
  readonly name: string;
  /** Hash of the recovery. */
  readonly recovery: Hex;
  /** 32 bytes of the recovery owner who started it, an address. */
  readonly owner: Hex;
  /** First second in which it can be finished, in Unix seconds. */
  readonly readyAt: number;
  /** True if the service can stop it there. */
  readonly carried: boolean;
}

/** The owners of an account on one chain. */
export interface OwnersOnChain {
  /** Chain id. */
  readonly chainId: Hex;
  /** Display name. */
  readonly name: string;
  /** True if the account is deployed there; `null` while the chain is unreachable. */
  readonly deployed: boolean | null;
  /** Hash of the last change there; zero for the first owners. */
  readonly head: Hex;
  /**
   * Owners by index as the account stores them, zero where there is none: an address, an address
   * with bit 160 set for a recovery owner, or the hash of a key. Empty where it is not deployed.
   */
  readonly words: readonly Hex[];
  /**
   * Heads that it had before, where the service does not know the current one and the chain's logs
   * tell: with the known owners' among them, it was only changed further.
   */
  readonly past?: readonly Hex[];
  /** Recoveries that wait there; each ends when a full owner changes the owners. */
  readonly pending: readonly PendingRecovery[];
  /** True if the service submits changes there automatically. */
  readonly carried: boolean;
  /** Implementation behind the account's proxy; `null` where it is not deployed or not read. */
  readonly implementation: Address | null;
  /** Newest implementation that the service knows and that is deployed there; `null` if not read. */
  readonly newest: Address | null;
}

/** Owner changes of an account, with the state of each chain. */
export interface OwnersResult {
  /** The changes and finished recoveries, each after one that it continues. */
  readonly changes: readonly OwnerStepJson[];
  /** All chains that the service serves. */
  readonly chains: readonly OwnersOnChain[];
}
