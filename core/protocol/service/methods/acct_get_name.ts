/** `acct_getName`: returns the name of an account. @module */
import type { Address } from "../../../lib/hex.ts";
import { address, exact } from "../../schema/schema.ts";
import type { ServiceDefinition } from "../definition.ts";

/** Params of `acct_getName`. */
export interface GetNameParams {
  /** Address of the account. */
  readonly address: Address;
}

/** Definition of the method. */
export const acctGetName: ServiceDefinition<"acct_getName", GetNameParams> = {
  name: "acct_getName",
  params: exact({ address }),
};
