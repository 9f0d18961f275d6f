/** `acct_getCredential`: returns the keys stored for a passkey's id. @module */
import { acctGetCredential as definition } from "../../core/protocol/service/methods/acct_get_credential.ts";
import { getCredential } from "../store/rows/credentials.ts";
import { method } from "./method.ts";

/** Looks up the keys of a credential. */
export const acctGetCredential = method(
  definition,
  (context, _caller, { credentialId }) => getCredential(context.store, credentialId),
);
