/** Defines owner changes on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** Powers of an owner: all, or only to start a recovery with a delay. */
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
  /** Delay of a recovery in seconds. */
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
  /** Hash of a recovery, or the stored word of a recovery owner, which stops all its recoveries. */
  readonly target: Hex;
  /** A full owner's signature in the account's format. */
  readonly signature: Hex;
}

/** A waiting recovery of a chain. */
export interface PendingRecovery {
  /** Index of the recovery owner who started it. */
  readonly index: number;
  /** Hash of the recovery. */
  readonly recovery: Hex;
  /** First second in which the recovery can be finished, in Unix seconds. */
  readonly readyAt: number;
}

/** `GET /v1/recoveries`: a waiting recovery, as last seen by the service. */
export interface WaitingRecoveryJson {
  /** Chain id. */
  readonly chainId: Hex;
  /** Display name of the chain. */
  readonly name: string;
  /** Hash of the recovery. */
  readonly recovery: Hex;
  /** 32 bytes of the recovery owner who started it, an address. */
  readonly owner: Hex;
  /** First second in which the recovery can be finished, in Unix seconds. */
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
   * Owners by index as the account stores them, zero for an index without an owner: an address, an
   * address with bit 160 set for a recovery owner, or the hash of a key. Empty if the account is
   * not deployed.
   */
  readonly words: readonly Hex[];
  /**
   * Earlier heads of the account, from the chain's logs; present if the service does not know the
   * current head. If the known owners' head is among them, the owners were only changed further.
   */
  readonly past?: readonly Hex[];
  /** Recoveries that are waiting there; each is cancelled when a full owner changes the owners. */
  readonly pending: readonly PendingRecovery[];
  /** True if the service submits changes there automatically. */
  readonly carried: boolean;
  /** Implementation behind the account's proxy; `null` if it is not deployed or not read. */
  readonly implementation: Address | null;
  /**
   * Newest implementation that the service supports and that is deployed there; `null` if not read.
   */
  readonly newest: Address | null;
}

/** Owner changes of an account, with the state of each chain. */
export interface OwnersResult {
  /** The changes and finished recoveries, each after a step that it continues. */
  readonly changes: readonly OwnerStepJson[];
  /** All chains that the service supports. */
  readonly chains: readonly OwnersOnChain[];
}
