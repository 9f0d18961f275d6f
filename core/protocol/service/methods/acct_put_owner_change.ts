/** `acct_putOwnerChange`: stores a change of owners and relays it. @module */
import {
  MAX_OWNER_CALL_BYTES,
  MAX_OWNER_CALLS,
  MAX_OWNER_CHANGES,
  MAX_OWNER_SIGNATURE_BYTES,
} from "../../limits.ts";
import { bytes, exact, list, whole } from "../../schema/schema.ts";
import type { ServiceDefinition } from "../definition.ts";
import { account } from "../fields.ts";
import type { OwnerChangeJson } from "../owners.ts";
import type { AccountJson } from "../wire.ts";

/** Params of `acct_putOwnerChange`; repeating a change has no effect. */
export interface PutOwnerChangeParams {
  /** The account. */
  readonly account: AccountJson;
  /** The change. */
  readonly change: OwnerChangeJson;
}

/** Definition of the method. */
export const acctPutOwnerChange: ServiceDefinition<"acct_putOwnerChange", PutOwnerChangeParams> = {
  name: "acct_putOwnerChange",
  params: exact({
    account,
    change: exact({
      sequence: whole(0, MAX_OWNER_CHANGES),
      calls: list(bytes(MAX_OWNER_CALL_BYTES), MAX_OWNER_CALLS, { min: 1 }),
      signature: bytes(MAX_OWNER_SIGNATURE_BYTES),
    }),
  }),
};
