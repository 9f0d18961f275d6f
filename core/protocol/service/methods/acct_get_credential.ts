/** `acct_getCredential`: returns the keys stored for a passkey's id. @module */
import type { Hex } from "../../../lib/hex.ts";
import { exact } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { credentialId } from "../schema/fields.ts";
import type { OwnerStepJson } from "../../../wire/owners.ts";
import type { AccountJson } from "../../../wire/values.ts";

/** Params of `acct_getCredential`. */
export interface GetCredentialParams {
  /** Credential id, base64url. */
  readonly credentialId: string;
}

/** Result of `acct_getCredential`; the client uses the key that verifies its assertion. */
export interface GetCredentialResult {
  /** Keys registered for this id, proven ones first. */
  readonly keys: readonly {
    /** The passkey's x‖y, 64 bytes. */
    readonly publicKey: Hex;
    /** The account that was created with it. */
    readonly account: AccountJson;
    /** Owner changes of the account, if any; one of them may have added the key. */
    readonly changes?: readonly OwnerStepJson[];
  }[];
}

/** Definition of the method. */
export const acctGetCredential: ServiceDefinition<"acct_getCredential", GetCredentialParams> = {
  name: "acct_getCredential",
  params: exact({ credentialId }),
};
