/** `eth_sendTransaction`: sends one call and waits for its transaction. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { appCall, batch, type Call, sponsored, type SponsorRequest } from "../../schema/fields.ts";
import { address, chainId, custom, object, optional, single } from "../../schema/schema.ts";
import type { RequestCapabilities } from "./wallet_send_calls.ts";

/** Parameters and result: the transaction's hash, once it is on the chain. */
export type EthSendTransaction = {
  readonly params: readonly [{
    readonly to: Address;
    readonly from?: Address | undefined;
    readonly value?: Hex | undefined;
    readonly data?: Hex | undefined;
    readonly chainId?: Hex | undefined;
    readonly capabilities?: RequestCapabilities | undefined;
    readonly [field: string]: unknown;
  }];
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
const calls = batch(appCall({}));

/** Definition of the method. */
export const ethSendTransaction: Definition<SendTransactionParams, "session"> = define({
  params: single(custom("transaction", (at) => {
    const read = members.read(at);
    // Capabilities belong to the request, not to its call.
    const call = { ...at.value as object, capabilities: undefined };
    return { ...read, call: calls.read({ value: [call], path: at.path }) };
  })),
  prompts: "sends",
  load: "session",
});
