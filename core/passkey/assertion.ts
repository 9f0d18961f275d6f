/** What a passkey signed, checked before it is used. @module */
import { concat, type Hex, hexToBytes } from "viem";
import { toBase64Url } from "../lib/base64url.ts";
import { word } from "./bytes.ts";
import { checkAuthenticatorData, checkClientData, type Expected } from "./expected.ts";
import { importPublicKey } from "./public_key.ts";
import { readDerSignature, type Signature } from "./signature.ts";

/** What `navigator.credentials.get` gave, reduced to bytes. */
export interface GivenAssertion {
  /** The credential's id. */
  readonly id: Uint8Array;
  /** The client data. */
  readonly clientDataJSON: Uint8Array;
  /** The authenticator data. */
  readonly authenticatorData: Uint8Array;
  /** DER signature. */
  readonly signature: Uint8Array;
}

/** A checked assertion, ready for the account contract. */
export interface Assertion extends Signature {
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** Authenticator data. */
  readonly authenticatorData: Uint8Array;
  /** Client data, as the authenticator signed it. */
  readonly clientDataJSON: Uint8Array;
  /** Byte offset of the type in the client data. */
  readonly typeIndex: number;
  /** Byte offset of the challenge in the client data. */
  readonly challengeIndex: number;
  /** Whether the passkey exists on more than this device. */
  readonly backedUp: boolean;
}

/**
 * Checks an assertion's type, challenge, origin, RP ID hash and flags, and reads its signature. The
 * signature itself is checked by {@linkcode verifyAssertion}, once a key is at hand.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export function checkAssertion(given: GivenAssertion, expected: Expected): Assertion {
  const client = checkClientData(given.clientDataJSON, "webauthn.get", expected);
  const data = checkAuthenticatorData(given.authenticatorData, expected.rpId);
  return {
    ...readDerSignature(given.signature),
    credentialId: toBase64Url(given.id),
    authenticatorData: given.authenticatorData,
    clientDataJSON: given.clientDataJSON,
    typeIndex: client.typeIndex,
    challengeIndex: client.challengeIndex,
    backedUp: data.backedUp,
  };
}

/** Whether this key made the assertion. */
export async function verifyAssertion(
  assertion: Pick<Assertion, "r" | "s" | "authenticatorData" | "clientDataJSON">,
  publicKey: Hex,
): Promise<boolean> {
  const key = await importPublicKey(publicKey);
  const hash = await crypto.subtle.digest("SHA-256", Uint8Array.from(assertion.clientDataJSON));
  const signed = Uint8Array.of(...assertion.authenticatorData, ...new Uint8Array(hash));
  const signature = Uint8Array.from(hexToBytes(concat([word(assertion.r), word(assertion.s)])));
  return await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, signed);
}
