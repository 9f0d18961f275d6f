/** What travels between the SDK and the service about names below an app's ENS domain. @module */
import type { Address, Hex } from "viem";
import type { TextRecord } from "../../names/claim.ts";
import type { AccountJson } from "./mod.ts";

/** A domain as an app asks for it. */
export interface GetDomainParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
}

/** A domain that is linked to the key's project. */
export interface DomainJson {
  /** Normalised (ENSIP-15). */
  readonly domain: string;
  /** Whether a person can get a name now: the link holds, names resolve, and pages may claim. */
  readonly open: boolean;
}

/** What is to be looked up. */
export interface NameAvailableParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
  /** What the person typed. */
  readonly label: string;
}

/**
 * Why a label is not given out:
 * - `taken`: somebody has it;
 * - `similar`: it looks like one that somebody has;
 * - `reserved`: the operator keeps it;
 * - `short`, `long`: below 3 or above 63 characters;
 * - `dot`: it holds a dot;
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

/** Whether a label can be had. */
export type NameAvailableResult =
  | {
    readonly status: "free";
    readonly label: string;
    /** The service's clock in Unix seconds, for `issuedAt`: a device's own may be far off. */
    readonly now: number;
  }
  | { readonly status: LabelRefusal };

/** Params of `acct_claimName`. The same claim again gives the same name. */
export interface ClaimNameParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
  /** The label; the claim is signed for its normalised form. */
  readonly label: string;
  /** Whom the name shall lead to. */
  readonly account: AccountJson;
  /** Chain whose account signed; one where it is deployed, if it is deployed anywhere. */
  readonly chainId: Hex;
  /** Records to store with the name. */
  readonly texts: readonly TextRecord[];
  /** Unix seconds at which it was signed. */
  readonly issuedAt: number;
  /** The account's signature of the claim (`core/names/claim.ts`); ERC-6492 before deployment. */
  readonly signature: Hex;
}

/** A name, or that there is none. */
export interface NameJson {
  /** The whole name, or `null`. */
  readonly name: string | null;
}

/** The service's methods about names. */
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
