/** `acct_putGrant`: stores a permission that was signed and is not yet onchain. @module */
import type { Hex } from "../../../lib/hex.ts";
import { units } from "../../../permission/limits/period.ts";
import { ruleKinds } from "../../../permission/limits/rules.ts";
import {
  ALLOWANCE_BITS,
  MAX_MULTIPLIER,
  MAX_OWNER_SIGNATURE_BYTES,
  MAX_PERMISSION_ENTRIES,
  MAX_RULE_WORD,
  MAX_TIMESTAMP,
} from "../../../ground/limits.ts";
import { address, bytes, exact, fixedBytes, list, whole } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { exactQuantity, hexChainId } from "../schema/fields.ts";
import type { PermissionJson } from "../../../wire/permissions.ts";

/** A permission that an owner signed, to be submitted with its first use. */
export interface PutGrantParams {
  /** The permission. */
  readonly permission: Omit<PermissionJson, "revoked" | "signature">;
  /** Signature of the id in the account's format. */
  readonly signature: Hex;
}

const seconds = whole(0, MAX_TIMESTAMP);

/** Definition of the method. */
export const acctPutGrant: ServiceDefinition<"acct_putGrant", PutGrantParams> = {
  name: "acct_putGrant",
  params: exact({
    permission: exact({
      id: fixedBytes(32),
      chainId: hexChainId,
      account: address,
      spender: address,
      start: seconds,
      end: seconds,
      salt: fixedBytes(32),
      calls: list(
        exact({
          target: address,
          selector: fixedBytes(4),
          rules: list(
            exact({
              word: whole(0, MAX_RULE_WORD),
              kind: whole(0, ruleKinds.length - 1),
              values: list(fixedBytes(32), MAX_PERMISSION_ENTRIES),
            }),
            MAX_PERMISSION_ENTRIES,
          ),
        }),
        MAX_PERMISSION_ENTRIES,
      ),
      spends: list(
        exact({
          token: address,
          allowance: exactQuantity(ALLOWANCE_BITS),
          unit: whole(0, units.length - 1),
          multiplier: whole(1, MAX_MULTIPLIER),
        }),
        MAX_PERMISSION_ENTRIES,
      ),
      watched: list(address, MAX_PERMISSION_ENTRIES),
    }),
    signature: bytes(MAX_OWNER_SIGNATURE_BYTES),
  }),
};
