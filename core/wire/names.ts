/** Defines names below a dApp's ENS domain on the wire between client and service. @module */

/** A domain that is linked to the key's project. */
export interface DomainJson {
  /** Normalized name (ENSIP-15). */
  readonly domain: string;
  /** True if names can be claimed now: the link is valid, names resolve, and dApps may claim. */
  readonly open: boolean;
}

/**
 * Reason why a label is not available:
 * - `taken`: it is claimed;
 * - `similar`: it resembles a claimed one;
 * - `reserved`: the operator reserved it;
 * - `short`, `long`: below 3 characters, above 63 of them or above 63 bytes in UTF-8;
 * - `dot`: it contains a dot;
 * - `characters`: ENSIP-15 does not allow it.
 */
export type LabelRefusal =
  | "taken"
  | "similar"
  | "reserved"
  | "short"
  | "long"
  | "dot"
  | "characters";

/** The name of an account, if it has one. */
export interface NameJson {
  /** Full name, or `null`. */
  readonly name: string | null;
}
