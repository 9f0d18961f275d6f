/** `acct_putCredential`: stores a passkey's public key for other devices. @module */
import type { Hex } from "../../../lib/hex.ts";
import { MAX_AUTHENTICATOR_DATA_BYTES, MAX_CLIENT_DATA_LENGTH } from "../../../ground/limits.ts";
import { bytes, exact, fixedBytes, optional, text } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account, credentialId } from "../schema/fields.ts";
import type { AccountJson, AssertionJson } from "../../../wire/values.ts";

/** Params of `acct_putCredential`. Several keys may be registered per id; none blocks another. */
export interface PutCredentialParams {
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** The passkey's x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** The account that was created with it. */
  readonly account: AccountJson;
  /** An assertion by this key over `sha256(publicKey)`; proven keys are listed first. */
  readonly proof?: AssertionJson;
}

/** Definition of the method. */
export const acctPutCredential: ServiceDefinition<"acct_putCredential", PutCredentialParams> = {
  name: "acct_putCredential",
  params: exact({
    credentialId,
    publicKey: fixedBytes(64),
    account,
    proof: optional(exact({
      authenticatorData: bytes(MAX_AUTHENTICATOR_DATA_BYTES),
      clientDataJSON: text(MAX_CLIENT_DATA_LENGTH),
      signature: fixedBytes(64),
    })),
  }),
};
