/**
 * `eth_signTypedData_v4`: signs typed data.
 *
 * @see https://eips.ethereum.org/EIPS/eip-712
 * @module
 */
import type { TypedData } from "../../../account/typed_data_hash.ts";
import { type DeclaredTypedData, readDeclared } from "../../../account/typed_data.ts";
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { address, custom, positional, type Schema } from "../../../schema/common.ts";

/** Typed data in the form in which dApps pass it (EIP-712). */
export interface TypedDataRequest {
  /** Struct types by name. */
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  /** Type of the message. */
  readonly primaryType: string;
  /** The domain. */
  readonly domain: object;
  /** The message. */
  readonly message: object;
}

/** Parameters and result; the data as JSON text or as an object. */
export type EthSignTypedDataV4 = {
  readonly params: readonly [account: Address, typedData: string | TypedDataRequest];
  readonly result: Hex;
};

/** Request to the wallet. */
export interface SignTypedDataRequest {
  readonly account: Address;
  readonly chainId: number;
  readonly typedData: TypedData;
}

/** Reads the types of typed data; its values are checked later in steps. */
export const typedData: Schema<DeclaredTypedData> = custom("typedData", readDeclared);

/** Definition of the method. */
export const ethSignTypedDataV4: Definition<
  readonly [Address, DeclaredTypedData]
> = define({
  params: positional(address, typedData),
  prompts: "signs",
});
