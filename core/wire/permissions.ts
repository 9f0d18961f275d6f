/** Defines permissions on the wire between client and service. @module */
import type { Address, Hex } from "../lib/hex.ts";

/** A rule, in the form of the contract's struct. */
export interface Rule {
  /** Position of the word after the selector. */
  readonly word: number;
  /** Kind, in the contract's numbering. */
  readonly kind: number;
  /** Words of 32 bytes. */
  readonly values: readonly Hex[];
}

/** A permission, from the event of its grant. */
export interface PermissionJson {
  /** EIP-712 hash; the client verifies it. */
  readonly id: Hex;
  /** Chain id. */
  readonly chainId: Hex;
  /** Account that granted it. */
  readonly account: Address;
  /** Address that may use it. */
  readonly spender: Address;
  /** Start in Unix seconds. */
  readonly start: number;
  /** End in Unix seconds, inclusive. */
  readonly end: number;
  /** Epoch (64 bits), index of the granting owner (16 bits), and random (176 bits). */
  readonly salt: Hex;
  /** Functions that may be called. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    readonly rules: readonly Rule[];
  }[];
  /** Spend limits; units 0 (minute) to 6 (forever). */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: Hex;
    readonly unit: number;
    readonly multiplier: number;
  }[];
  /** Tokens that must not decrease. */
  readonly watched: readonly Address[];
  /** True if it was revoked: separately, with all others, or with its owner. */
  readonly revoked: boolean;
  /** An owner's signature, while it is signed but not yet onchain. */
  readonly signature?: Hex;
}
