/** `acct_getDomain`: returns a linked domain. @module */
import { exact } from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { domain } from "../../schema/fields.ts";

/** Params of `acct_getDomain`. */
export interface GetDomainParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
}

/** Definition of the method. */
export const acctGetDomain: ServiceDefinition<"acct_getDomain", GetDomainParams> = {
  name: "acct_getDomain",
  params: exact({ domain }),
};
