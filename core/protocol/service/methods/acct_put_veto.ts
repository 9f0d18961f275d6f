/** `acct_putVeto`: stops waiting recoveries, on every chain. @module */
import { MAX_HEADS, MAX_OWNER_SIGNATURE_BYTES } from "../../../ground/limits.ts";
import { bytes, exact, fixedBytes, list } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account } from "../schema/fields.ts";
import type { VetoJson } from "../../../wire/owners.ts";
import type { AccountJson } from "../../../wire/values.ts";

/** Params of `acct_putVeto`; repeating a veto has no effect. */
export interface PutVetoParams {
  /** The account. */
  readonly account: AccountJson;
  /** The veto; a recovery that it names must be waiting on a chain. */
  readonly veto: VetoJson;
}

/** Definition of the method. */
export const acctPutVeto: ServiceDefinition<"acct_putVeto", PutVetoParams> = {
  name: "acct_putVeto",
  params: exact({
    account,
    veto: exact({
      heads: list(fixedBytes(32), MAX_HEADS, { min: 1 }),
      target: fixedBytes(32),
      signature: bytes(MAX_OWNER_SIGNATURE_BYTES),
    }),
  }),
};
