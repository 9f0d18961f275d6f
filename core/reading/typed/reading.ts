/** Defines the effects of typed data. @module */
import type { Address } from "viem";
import type { TypedData } from "../../account/typed_data_hash.ts";
import type { Effect, Made } from "../effects/mod.ts";

/** Canonical typed data with the account that signs it. */
export interface Given {
  readonly data: TypedData;
  readonly account: Address;
}

/** The effect of a signature. */
export interface Action {
  /**
   * Kind: an allowance, a transfer, a call that others execute, control of a contract, a change of
   * an account of this wallet's kind, or only hashes.
   */
  readonly kind: "permit" | "transfer" | "call" | "control" | "account" | "hash";
  readonly effects: readonly Effect[];
  /** Calls that the signature lets others execute. */
  readonly calls?: readonly Made[];
  /** Contract that executes the calls, if it is not the account. */
  readonly by?: Address;
  /** Expiry in Unix seconds; `null` if the data does not contain it. */
  readonly until: bigint | null;
}

/** Reads typed data of certain types; returns `null` for others. */
export type Reader = (given: Given) => Action | null;
