/** Verifies passkey assertions before they are used. @module */
import { concat, type Hex, hexToBytes } from "viem";
import { toBase64Url } from "../lib/base64url.ts";
import { word } from "./bytes.ts";
import { checkAuthenticatorData, checkClientData, type Expected } from "./expected.ts";
import { importPublicKey } from "./public_key.ts";
import { readDerSignature, type Signature } from "./signature.ts";

/** Result of `navigator.credentials.get`, reduced to bytes. */
export interface GivenAssertion {
  readonly id: Uint8Array;
  readonly clientDataJSON: Uint8Array;
  readonly authenticatorData: Uint8Array;
  /** DER signature. */
  readonly signature: Uint8Array;
}

/** A checked assertion, ready for the account contract. */
export interface Assertion extends Signature {
  /** Credential id, base64url. */
  readonly credentialId: string;
  readonly authenticatorData: Uint8Array;
  /** Client data, as signed by the authenticator. */
  readonly clientDataJSON: Uint8Array;
  /** Byte offset of the type in the client data. */
  readonly typeIndex: number;
  /** Byte offset of the challenge in the client data. */
  readonly challengeIndex: number;
  /** `true` if the passkey is synced to other devices. */
  readonly backedUp: boolean;
}

/**
 * Checks an assertion's type, challenge, origin, RP ID hash and flags, and reads its signature. The
 * signature itself is verified by {@linkcode verifyAssertion}, once the key is known.
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

/** Verifies that this key signed the assertion. */
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
