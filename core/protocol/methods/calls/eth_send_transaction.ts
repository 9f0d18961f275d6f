/** `eth_sendTransaction`: sends one call and waits for its transaction. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import {
  appCall,
  batch,
  type Call,
  sponsored,
  type SponsorRequest,
} from "../../../schema/fields.ts";
import { address, chainId, custom, object, optional, single } from "../../../schema/common.ts";
import type { RequestCapabilities } from "./wallet_send_calls.ts";

/** A transaction to send; the account chooses nonce, type, gas and fees itself. */
export interface SendTransactionRequest {
  /** Contract or recipient. */
  readonly to: Address;
  /** The connected account. */
  readonly from?: Address | undefined;
  /** Value in wei. Default: `0x0`. */
  readonly value?: Hex | undefined;
  /** Call data. */
  readonly data?: Hex | undefined;
  /** Call data under the name that nodes use; read if `data` is absent. */
  readonly input?: Hex | undefined;
  /** Chain id. Default: the current chain. */
  readonly chainId?: Hex | undefined;
  /** Capabilities. */
  readonly capabilities?: RequestCapabilities | undefined;
  /** Ignored. */
  readonly accessList?: readonly object[] | undefined;
  /** Ignored. */
  readonly gas?: Hex | undefined;
  /** Ignored. */
  readonly gasLimit?: Hex | undefined;
  /** Ignored. */
  readonly gasPrice?: Hex | undefined;
  /** Ignored. */
  readonly maxFeePerGas?: Hex | undefined;
  /** Ignored. */
  readonly maxPriorityFeePerGas?: Hex | undefined;
  /** Ignored. */
  readonly nonce?: Hex | undefined;
  /** Ignored. */
  readonly type?: Hex | undefined;
}

/** Parameters and result: the transaction's hash, once it is on the chain. */
export type EthSendTransaction = {
  readonly params: readonly [SendTransactionRequest];
  readonly result: Hex;
};

/** Validated parameters. */
export interface SendTransactionParams {
  readonly call: readonly Call[];
  readonly from?: Address;
  readonly chainId?: number;
  readonly capabilities?: { readonly paymasterService?: SponsorRequest };
}

const members = object({
  from: optional(address),
  chainId: optional(chainId),
  capabilities: optional(sponsored),
});
const { read } = appCall({});

/** Definition of the method. */
export const ethSendTransaction: Definition<SendTransactionParams> = define({
  params: single(custom("transaction", (at) => {
    // Capabilities belong to the request, not to its call.
    const value = { ...at.value as object, capabilities: undefined };
    const call = custom("call", () => read({ ...at, value }));
    return { ...members.read(at), call: batch(call).read({ ...at, value: [value] }) };
  })),
  prompts: "sends",
});
