/** Compares a passkey's response with its request. @module */
import { hexToBytes, sha256, stringToBytes } from "viem";
import { toBase64Url } from "../lib/base64url.ts";
import { AcctError } from "../ground/errors.ts";
import { readAuthenticatorData } from "./authenticator_data.ts";
import { sameBytes } from "./bytes.ts";
import { readClientData } from "./client_data.ts";

/** Values that a passkey's response must match. */
export interface Expected {
  readonly challenge: Uint8Array;
  /** The page's origin. */
  readonly origin: string;
  readonly rpId: string;
  /** Origin of the only page that may embed this one in an iframe; `null` for none. */
  readonly topOrigin?: string | null;
}

/** Checks type, challenge, origin and embedding origin, and finds the offsets. */
export function checkClientData(
  bytes: Uint8Array,
  type: "webauthn.create" | "webauthn.get",
  expected: Expected,
): ReturnType<typeof readClientData> {
  const client = readClientData(bytes);
  const wrong = (what: string) =>
    new AcctError("passkey_invalid", { detail: `It was made for another ${what}.` });
  if (client.type !== type) throw wrong("purpose");
  if (client.challenge !== toBase64Url(expected.challenge)) throw wrong("challenge");
  if (client.origin !== expected.origin) throw wrong("origin");
  if (expected.topOrigin !== undefined && client.crossOrigin) {
    // Browsers without `topOrigin` are accepted, because the iframe answers only one origin.
    if (expected.topOrigin === null) throw wrong("page: it was in a frame");
    if ((client.topOrigin ?? expected.topOrigin) !== expected.topOrigin) throw wrong("page");
  }
  return client;
}

/** Checks RP ID hash, user presence and user verification. */
export function checkAuthenticatorData(
  bytes: Uint8Array,
  rpId: string,
): ReturnType<typeof readAuthenticatorData> {
  const data = readAuthenticatorData(bytes);
  if (!sameBytes(data.rpIdHash, hexToBytes(sha256(stringToBytes(rpId))))) {
    throw new AcctError("passkey_invalid", { detail: "It belongs to another site." });
  }
  if (!data.userPresent || !data.userVerified) {
    throw new AcctError("passkey_invalid", {
      detail: "The authenticator did not verify the user.",
    });
  }
  return data;
}
