/** `acct_putOwnerChange`: stores a change of owners and relays it. @module */
import {
  MAX_HEADS,
  MAX_INDICES,
  MAX_OWNER_SIGNATURE_BYTES,
  MAX_RECOVERY_DELAY_S,
  MIN_RECOVERY_DELAY_S,
} from "../../../ground/limits.ts";
import {
  bytes,
  exact,
  fixedBytes,
  list,
  optional,
  refined,
  type Schema,
  whole,
} from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { wrong } from "../../../schema/check.ts";
import { account, owners } from "../schema/fields.ts";
import type { OwnerStepJson } from "../../../wire/owners.ts";
import type { AccountJson } from "../../../wire/values.ts";

/** Params of `acct_putOwnerChange`; repeating a change has no effect. */
export interface PutOwnerChangeParams {
  /** The account. */
  readonly account: AccountJson;
  /** The change, or a recovery that was finished on a chain. */
  readonly change: OwnerStepJson;
}

const change = refined(
  exact({
    from: list(fixedBytes(32), MAX_HEADS, { min: 1 }),
    owners,
    next: whole(1, MAX_INDICES),
    delay: optional(whole(MIN_RECOVERY_DELAY_S, MAX_RECOVERY_DELAY_S)),
    salt: optional(fixedBytes(32)),
    signature: bytes(MAX_OWNER_SIGNATURE_BYTES),
  }),
  ({ delay, salt }, { path }) => {
    if ((delay === undefined) === (salt === undefined)) {
      throw wrong(`${path}.delay`, "or salt is required, and not both");
    }
  },
) as Schema<OwnerStepJson>;

/** Definition of the method. */
export const acctPutOwnerChange: ServiceDefinition<"acct_putOwnerChange", PutOwnerChangeParams> = {
  name: "acct_putOwnerChange",
  params: exact({
    account,
    change,
  }),
};
