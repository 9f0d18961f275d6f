/** Describes data for an owner to sign: a digest, and its EIP-712 data. @module */
import { hashTypedData } from "viem";
import type { Address, Hex } from "../lib/hex.ts";

/** A digest for an owner of the account to sign. */
export interface ToSign {
  /** The challenge of a passkey. */
  readonly digest: Hex;
  /** Builds the EIP-712 data of the digest, for owners that sign with `eth_signTypedData_v4`. */
  typedData(): OwnerTypedData;
}

/**
 * EIP-712 data that an owner signs.
 *
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export interface OwnerTypedData {
  /** Domain of the contract that verifies the signature. */
  readonly domain: object;
  /** Members of each type. */
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  /** Type of the message. */
  readonly primaryType: string;
  /** The message. Own numbers are `bigint`; contents of an app are as the app passed them. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** A signer that can own an account; every local account of viem is one. */
export interface OwnerSigner {
  /** The signer's address, which is not the account's. */
  readonly address: Address;
  /** Signs EIP-712 data and returns r‖s‖v. */
  signTypedData(data: OwnerTypedData): Promise<Hex>;
}

/** Typed data whose message is an interface. */
export type OwnData = Omit<OwnerTypedData, "message"> & { readonly message: object };

/** Hashes typed data for an owner to sign. */
export function toSign(given: OwnData): ToSign {
  const data = given as OwnerTypedData;
  return { digest: hashTypedData(data), typedData: () => data };
}
