/**
 * `wallet_sign`: signs a message or typed data with the account of a given chain. The result is the
 * signature, or `{ signature }` for a request with ERC-7871's `version`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7871
 * @module
 */
import type { DeclaredTypedData } from "../../../account/typed_data.ts";
import type { Address, Hex } from "../../../lib/hex.ts";
import { member, text, wrong } from "../../../schema/check.ts";
import { MAX_MESSAGE_BYTES } from "../../../ground/limits.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { capabilities } from "../../../schema/fields.ts";
import type { CapabilitiesOf } from "../calls/wallet_send_calls.ts";
import {
  address,
  anything,
  bytes,
  chainId,
  custom,
  object,
  optional,
  single,
} from "../../../schema/common.ts";
import { typedData, type TypedDataRequest } from "./eth_sign_typed_data_v4.ts";
import { message } from "./personal_sign.ts";

/** A message, data for a contract, or typed data to sign (ERC-7871). */
export type SignRequest =
  | { readonly type: "0x45"; readonly data: { readonly message: string } }
  | { readonly type: "0x00"; readonly data: { readonly validator: Address; readonly data: Hex } }
  | { readonly type: "0x01"; readonly data: TypedDataRequest };

/** Parameters and result; with a version (ERC-7871) the result is an object. */
export type WalletSign<V = string | undefined> = {
  readonly params: readonly [{
    readonly request: SignRequest;
    readonly address?: Address | undefined;
    readonly chainId?: Hex | undefined;
    /** Version of ERC-7871. */
    readonly version?: V | undefined;
    /** Capabilities; none is supported, so each must be `optional`. */
    readonly capabilities?: CapabilitiesOf<Record<never, never>> | undefined;
  }];
  readonly result: [V] extends [string] ? { readonly signature: Hex } : Hex;
};

/** Validated parameters. */
export interface SignParams {
  readonly request:
    | { readonly message: Hex; readonly validator?: Address }
    | { readonly typedData: DeclaredTypedData };
  readonly address?: Address;
  readonly chainId?: number;
  readonly version?: unknown;
}

/** Definition of the method. */
export const walletSign: Definition<SignParams> = define({
  params: single(object({
    request: custom("request", (at): SignParams["request"] => {
      const kind = member(at, "type");
      const type = text(kind, 16);
      const data = member(at, "data");
      if (type === "0x45") return { message: message.read(member(data, "message")) };
      if (type === "0x01") return { typedData: typedData.read(data) };
      if (type === "0x00") {
        return {
          validator: address.read(member(data, "validator")),
          message: bytes(MAX_MESSAGE_BYTES).read(member(data, "data")),
        };
      }
      throw wrong(kind.path, "must be 0x45, 0x01 or 0x00");
    }),
    address: optional(address),
    chainId: optional(chainId),
    version: optional(anything),
    capabilities: optional(capabilities({})),
  })),
  prompts: "signs",
});
