/**
 * `wallet_sign`: signs a message or typed data with the account of a chosen chain. The result is the
 * signature, or `{ signature }` for a request with ERC-7871's `version`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7871
 * @module
 */
import type { TypedData } from "../../../account/typed_data_hash.ts";
import type { Address, Hex } from "../../../lib/hex.ts";
import { member, text, wrong } from "../../schema/check.ts";
import { define, type Definition } from "../../schema/definition.ts";
import {
  address,
  anything,
  chainId,
  custom,
  object,
  optional,
  single,
} from "../../schema/schema.ts";
import { typedData, type TypedDataRequest } from "./eth_sign_typed_data_v4.ts";
import { message } from "./personal_sign.ts";

/** A message or typed data to sign (ERC-7871). */
export type SignRequest =
  | { readonly type: "0x45"; readonly data: { readonly message: string } }
  | { readonly type: "0x01"; readonly data: TypedDataRequest };

/** Parameters and result; with a version (ERC-7871) the result is an object. */
export type WalletSign<V = string | undefined> = {
  readonly params: readonly [{
    readonly request: SignRequest;
    readonly address?: Address | undefined;
    readonly chainId?: Hex | undefined;
    /** Version of ERC-7871. */
    readonly version?: V | undefined;
  }];
  readonly result: [V] extends [string] ? { readonly signature: Hex } : Hex;
};

/** Validated parameters. */
export interface SignParams {
  readonly request:
    | { readonly message: Hex }
    /** With the path of the data, for errors. */
    | { readonly typedData: TypedData; readonly path: string };
  readonly address?: Address;
  readonly chainId?: number;
  readonly version?: unknown;
}

/** Definition of the method. */
export const walletSign: Definition<SignParams, "checks"> = define({
  params: single(object({
    request: custom("request", (at): SignParams["request"] => {
      const type = text(member(at, "type"), 16);
      const data = member(at, "data");
      if (type === "0x45") return { message: message.read(member(data, "message")) };
      if (type === "0x01") return { typedData: typedData.read(data), path: data.path };
      throw wrong(`${at.path}.type`, "must be 0x45 (message) or 0x01 (typed data)");
    }),
    address: optional(address),
    chainId: optional(chainId),
    version: optional(anything),
  })),
  prompts: "signs",
  load: "checks",
});
