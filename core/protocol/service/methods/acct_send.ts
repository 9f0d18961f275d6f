/** `acct_send`: submits a signed operation once. @module */
import type { Hex } from "../../../lib/hex.ts";
import { wrong } from "../../../schema/check.ts";
import { bundleId } from "../../../schema/fields.ts";
import { exact, optional, refined } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account, hexChainId, operation } from "../schema/fields.ts";
import type { AccountJson, OperationJson } from "../../../wire/values.ts";

/** Params of `acct_send`. Sending the same signed operation again returns the same id. */
export interface SendParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** The signed operation. */
  readonly operation: OperationJson;
  /** The account, for the service's history. */
  readonly account: AccountJson;
  /** Bundle id chosen by the dApp (EIP-5792). */
  readonly id?: string;
}

/** Result of `acct_send`. */
export interface SendResult {
  /** The operation's hash. */
  readonly id: Hex;
}

/** Definition of the method. */
export const acctSend: ServiceDefinition<"acct_send", SendParams> = {
  name: "acct_send",
  params: exact({
    chainId: hexChainId,
    operation: refined(operation, ({ signature = "0x" }, { path }) => {
      if (signature === "0x") throw wrong(`${path}.signature`, "is required");
    }),
    account,
    id: optional(bundleId),
  }),
};
