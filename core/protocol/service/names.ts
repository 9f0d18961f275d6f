/** Defines the service's methods for names below a dApp's ENS domain. @module */
import type { Address, Hex } from "viem";
import type { TextRecord } from "../../names/claim.ts";
import type { AccountJson } from "./mod.ts";

/** Params of `acct_getDomain`. */
export interface GetDomainParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
}

/** A domain that is linked to the key's project. */
export interface DomainJson {
  /** Normalized name (ENSIP-15). */
  readonly domain: string;
  /** True if names can be claimed now: the link is valid, names resolve, and dApps may claim. */
  readonly open: boolean;
}

/** Params of `acct_nameAvailable`. */
export interface NameAvailableParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
  /** Label as typed by the user. */
  readonly label: string;
}

/**
 * Reason why a label is not available:
 * - `taken`: it is claimed;
 * - `similar`: it looks like a claimed one;
 * - `reserved`: the operator reserved it;
 * - `short`, `long`: below 3 or above 63 characters;
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

/** Availability of a label. */
export type NameAvailableResult =
  | {
    readonly status: "free";
    readonly label: string;
    /** The service's clock in Unix seconds, for `issuedAt`; the device's may be far off. */
    readonly now: number;
  }
  | { readonly status: LabelRefusal };

/** Params of `acct_claimName`. Repeating a claim returns the same name. */
export interface ClaimNameParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
  /** The label; the claim is signed for its normalized form. */
  readonly label: string;
  /** Account that the name points to. */
  readonly account: AccountJson;
  /** Chain whose account signed; one where it is deployed, if there is any. */
  readonly chainId: Hex;
  /** Records to store with the name. */
  readonly texts: readonly TextRecord[];
  /** Time of signing in Unix seconds. */
  readonly issuedAt: number;
  /** The account's signature of the claim (`core/names/claim.ts`); ERC-6492 before deployment. */
  readonly signature: Hex;
}

/** The name of an account, if it has one. */
export interface NameJson {
  /** Full name, or `null`. */
  readonly name: string | null;
}

/** Methods of the service for names. */
export interface NamesSchema {
  readonly acct_getDomain: { readonly params: GetDomainParams; readonly result: DomainJson };
  readonly acct_nameAvailable: {
    readonly params: NameAvailableParams;
    readonly result: NameAvailableResult;
  };
  readonly acct_claimName: {
    readonly params: ClaimNameParams;
    readonly result: { readonly name: string };
  };
  readonly acct_getName: {
    readonly params: { readonly address: Address };
    readonly result: NameJson;
  };
}
