/** `acct_getOwners`: lists the changes of owners, and their progress per chain. @module */
import { exact } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account } from "../schema/fields.ts";
import type { AccountJson } from "../../../wire/values.ts";

/** Params of `acct_getOwners`. */
export interface GetOwnersParams {
  /** The account. */
  readonly account: AccountJson;
}

/** Definition of the method. */
export const acctGetOwners: ServiceDefinition<"acct_getOwners", GetOwnersParams> = {
  name: "acct_getOwners",
  params: exact({ account }),
};
