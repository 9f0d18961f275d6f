/** `acct_getName`: returns the name of an account. @module */
import { address, exact } from "../../schema/schema.ts";
import type { ServiceDefinition } from "../definition.ts";

/** Definition of the method. */
export const acctGetName: ServiceDefinition<"acct_getName"> = {
  name: "acct_getName",
  params: exact({ address }),
};
