/** `acct_getAccount`: finds an account by its address. @module */
import type { Address } from "../../../lib/hex.ts";
import { address, exact } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import type { AccountJson } from "../../../wire/values.ts";

/** Params of `acct_getAccount`. */
export interface GetAccountParams {
  /** Address of the account. */
  readonly address: Address;
}

/** Result of `acct_getAccount`. */
export interface GetAccountResult {
  /** The account as the service stores it; `null` if the service does not know the address. */
  readonly account: AccountJson | null;
}

/** Definition of the method. */
export const acctGetAccount: ServiceDefinition<"acct_getAccount", GetAccountParams> = {
  name: "acct_getAccount",
  params: exact({ address }),
};
