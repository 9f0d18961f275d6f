/**
 * Reads the responses and errors of `navigator.credentials`. Password managers replace it: members
 * of their objects can be missing, throw, or belong to another realm. This module reads only bytes
 * and names; their content is verified by other modules.
 *
 * @module
 */
import { fromBase64Url } from "../../lib/base64url.ts";
import { AcctError, type Cause } from "../../ground/errors.ts";
import type { GivenAssertion } from "../assertion.ts";
import type { CreatedCredential } from "../attestation.ts";
import { bytesOf } from "../bytes.ts";
import { readCbor } from "../cbor.ts";

/**
 * Reads a new credential. Uses the authenticator data of the attestation object if the response has
 * no working `getAuthenticatorData`.
 *
 * @throws {AcctError} `passkey_invalid` if bytes are missing
 */
export function readCreated(credential: object): CreatedCredential {
  const response = memberOf(credential, "response");
  const authenticatorData = bytesOf(resultOf(response, "getAuthenticatorData")) ??
    readAttested(bytesOf(memberOf(response, "attestationObject")));
  if (authenticatorData === null) throw unreadable("authenticatorData");
  return {
    id: idOf(credential),
    clientDataJSON: requiredBytes(response, "clientDataJSON"),
    authenticatorData,
  };
}

/**
 * Reads an assertion.
 *
 * @throws {AcctError} `passkey_invalid` if bytes are missing
 */
export function readAssertion(
  credential: object,
): GivenAssertion & { userHandle: Uint8Array | null } {
  const response = memberOf(credential, "response");
  return {
    id: idOf(credential),
    clientDataJSON: requiredBytes(response, "clientDataJSON"),
    authenticatorData: requiredBytes(response, "authenticatorData"),
    signature: requiredBytes(response, "signature"),
    userHandle: bytesOf(memberOf(response, "userHandle")),
  };
}

/** Maps an error of WebAuthn to a cause. A cancellation is never mapped to "not supported". */
export function causeOf(error: unknown): Cause {
  const name = typeof error === "string" ? error : memberOf(error, "name");
  const message = memberOf(error, "message");
  switch (name) {
    case "OperationError":
      return "passkey_pending";
    case "NotAllowedError":
      return typeof message === "string" && /already pending/i.test(message)
        ? "passkey_pending"
        : "passkey_cancelled";
    case "TimeoutError":
      return "passkey_cancelled";
    case "AbortError":
      return "aborted";
    case "InvalidStateError":
      return "passkey_exists";
    case "SecurityError":
      return "passkey_wrong_site";
    case "NotSupportedError":
    case "ConstraintError":
      return "passkey_no_authenticator";
    default:
      return "passkey_failed";
  }
}

/** Reads a member of any value; `undefined` if it is missing or throws. */
export function memberOf(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

/** Calls a method of any value; `undefined` if it is missing or throws. */
export function resultOf(value: unknown, name: string): unknown {
  try {
    return (value as Readonly<Record<string, () => unknown>>)[name]?.();
  } catch {
    return undefined;
  }
}

function idOf(credential: object): Uint8Array {
  const id = memberOf(credential, "id");
  const bytes = bytesOf(memberOf(credential, "rawId")) ??
    (typeof id === "string" ? fromBase64Url(id) : null);
  if (bytes === null) throw unreadable("rawId");
  return bytes;
}

function requiredBytes(response: unknown, name: string): Uint8Array {
  const bytes = bytesOf(memberOf(response, name));
  if (bytes === null) throw unreadable(name);
  return bytes;
}

/** Reads the authenticator data of an attestation object; `null` if the data is missing. */
function readAttested(object: Uint8Array | null): Uint8Array | null {
  if (object === null) return null;
  try {
    const { value } = readCbor(object);
    return value instanceof Map ? bytesOf(value.get("authData")) : null;
  } catch {
    return null;
  }
}

function unreadable(name: string): AcctError {
  return new AcctError("passkey_invalid", {
    detail: `Its ${name} cannot be read; the browser or a password manager omits it.`,
  });
}
