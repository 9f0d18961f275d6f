/** `acct_putRecovery`: starts a recovery on every chain, and finishes it after its delay. @module */
import { MAX_HEADS, MAX_INDICES, MAX_OWNER_SIGNATURE_BYTES } from "../../../ground/limits.ts";
import {
  bytes,
  exact,
  fixedBytes,
  list,
  refined,
  type Schema,
  whole,
} from "../../../schema/schema.ts";
import { wrong } from "../../../schema/check.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account, owners } from "../schema/fields.ts";
import type { RecoveryJson } from "../../../wire/owners.ts";
import type { AccountJson } from "../../../wire/values.ts";

/** Params of `acct_putRecovery`; repeating a recovery has no effect. */
export interface PutRecoveryParams {
  /** The account; it must have an included operation. */
  readonly account: AccountJson;
  /** The recovery, signed by a recovery owner. */
  readonly recovery: RecoveryJson;
}

const recovery: Schema<RecoveryJson> = refined(
  exact({
    from: list(fixedBytes(32), MAX_HEADS, { min: 1 }),
    owners,
    next: whole(1, MAX_INDICES),
    salt: fixedBytes(32),
    signature: bytes(MAX_OWNER_SIGNATURE_BYTES),
  }),
  ({ owners }, { path }) => {
    if (!owners.some(({ kind }) => kind === "full")) {
      throw wrong(`${path}.owners`, "must contain a full owner");
    }
  },
);

/** Definition of the method. */
export const acctPutRecovery: ServiceDefinition<"acct_putRecovery", PutRecoveryParams> = {
  name: "acct_putRecovery",
  params: exact({ account, recovery }),
};
