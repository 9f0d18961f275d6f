/** Verifies new passkeys before they are used. @module */
import type { Hex } from "viem";
import { AcctError } from "../ground/errors.ts";
import { toBase64Url } from "../lib/base64url.ts";
import { sameBytes } from "./bytes.ts";
import { checkAuthenticatorData, checkClientData, type Expected } from "./expected.ts";
import { importPublicKey } from "./public_key.ts";

/** Result of `navigator.credentials.create`, reduced to bytes. */
export interface CreatedCredential {
  readonly id: Uint8Array;
  readonly clientDataJSON: Uint8Array;
  readonly authenticatorData: Uint8Array;
}

/** A new passkey. */
export interface NewPasskey {
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** `true` if the passkey is synced to other devices. */
  readonly backedUp: boolean;
  /** 16 bytes that identify the passkey provider; zero if the browser hides them. */
  readonly aaguid: Hex;
}

/**
 * Checks a new passkey: type, challenge, origin, RP ID hash, flags, id and key.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export async function checkAttestation(
  created: CreatedCredential,
  expected: Expected,
): Promise<NewPasskey> {
  checkClientData(created.clientDataJSON, "webauthn.create", expected);
  const data = checkAuthenticatorData(created.authenticatorData, expected.rpId);
  if (data.credential === null || !sameBytes(data.credential.id, created.id)) {
    throw new AcctError("passkey_invalid", { detail: "It describes another credential." });
  }
  await importPublicKey(data.credential.publicKey);
  return {
    credentialId: toBase64Url(created.id),
    publicKey: data.credential.publicKey,
    backedUp: data.backedUp,
    aaguid: data.credential.aaguid,
  };
}
