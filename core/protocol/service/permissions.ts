/** Permissions on the wire between client and service. @module */
import type { Address, Hex } from "../../lib/hex.ts";

/** Which permissions are asked for; all conditions must hold. */
export interface GetPermissionsParams {
  /** Those of this account. */
  readonly account?: Address;
  /** Those of this spender. */
  readonly spender?: Address;
  /** The one with this id. */
  readonly id?: Hex;
  /** Those of this chain. */
  readonly chainId?: Hex;
}

/** A permission that was granted on a chain, as its event told. */
export interface PermissionJson {
  /** EIP-712 hash; the client computes it again. */
  readonly id: Hex;
  /** Chain id. */
  readonly chainId: Hex;
  /** Who lets spend. */
  readonly account: Address;
  /** Who may spend. */
  readonly spender: Address;
  /** First second, Unix. */
  readonly start: number;
  /** Last second, Unix. */
  readonly end: number;
  /** Epoch (64 bits) and random (192 bits). */
  readonly salt: Hex;
  /** Functions that may be called. */
  readonly calls: readonly { readonly target: Address; readonly selector: Hex }[];
  /** What may be spent; units 0 (minute) to 6 (forever). */
  readonly spends: readonly {
    readonly token: Address;
    readonly allowance: Hex;
    readonly unit: number;
    readonly multiplier: number;
  }[];
  /** Whether it was revoked, by itself or with all others. */
  readonly revoked: boolean;
  /** An owner's signature of it, while it was signed and not brought to the chain yet. */
  readonly signature?: Hex;
}

/** A permission that an owner signed, to be brought to the chain in its first use. */
export interface PutGrantParams {
  /** The permission. */
  readonly permission: Omit<PermissionJson, "revoked" | "signature">;
  /** The account's own form of signature over the id. */
  readonly signature: Hex;
}
