/** `acct_getCredential`: returns the keys stored for a passkey's id. @module */
import { z } from "zod";
import { getCredential } from "../store/credentials.ts";
import { method } from "./method.ts";

/** Credential id: WebAuthn allows 1023 bytes. */
export const credentialId = z.string().regex(/^[A-Za-z0-9_-]{1,1364}$/, "must be base64url");

const schema = z.strictObject({ credentialId });

/** Looks up the keys of a credential. */
export const acctGetCredential = method(
  schema,
  (context, _caller, { credentialId }) => getCredential(context.store, credentialId),
);
