/**
 * `wallet_sendPreparedCalls`: sends prepared calls, signed.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7836
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import * as check from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { MAX_SIGNATURE_BYTES } from "../../../ground/limits.ts";
import {
  bytes,
  chainId,
  custom,
  object,
  optional,
  quantity,
  single,
} from "../../../schema/schema.ts";
import { type CheckedKey, type PreparedCalls, preparedCallsKey } from "./wallet_prepare_calls.ts";

/** Parameters and result. */
export type WalletSendPreparedCalls = {
  readonly params: readonly [
    Pick<PreparedCalls, "chainId" | "context"> & {
      /** Key of the preparation. Default: the key in `context`. */
      readonly key?: PreparedCalls["key"] | undefined;
      /** The signature, or an object with its kind. */
      readonly signature: Hex | { readonly type: string; readonly value: Hex };
      /** Capabilities of the preparation. */
      readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
      readonly version?: string | undefined;
      readonly digest?: Hex | undefined;
    },
  ];
  readonly result: readonly { readonly id: Hex }[];
};

/** Validated parameters. */
export interface SendPreparedCallsParams {
  readonly chainId: number;
  readonly key?: CheckedKey;
  readonly context: {
    /** Unchanged from the preparation; the service validates each field. */
    readonly account: Readonly<Record<string, unknown>>;
    readonly operation: Readonly<Record<string, unknown>>;
    readonly ownerIndex: Hex;
    readonly key?: CheckedKey;
  };
  readonly signature: Hex;
}

const whatever = custom("object", check.object);

/** Definition of the method. */
export const walletSendPreparedCalls: Definition<SendPreparedCallsParams> = define({
  params: single(object({
    chainId,
    key: optional(preparedCallsKey),
    context: object({
      account: whatever,
      operation: whatever,
      ownerIndex: quantity(256),
      key: optional(preparedCallsKey),
    }),
    signature: custom("signature", (at) => {
      const value = bytes(MAX_SIGNATURE_BYTES);
      return typeof at.value === "string" ? value.read(at) : value.read(check.member(at, "value"));
    }),
  })),
});
