/** What every answer of a passkey must match. @module */
import { hexToBytes, sha256, stringToBytes } from "viem";
import { toBase64Url } from "../lib/base64url.ts";
import { AcctError } from "../protocol/errors.ts";
import { readAuthenticatorData } from "./authenticator_data.ts";
import { sameBytes } from "./bytes.ts";
import { readClientData } from "./client_data.ts";

/** What a passkey was asked for. */
export interface Expected {
  /** The challenge that was sent. */
  readonly challenge: Uint8Array;
  /** The page's origin. */
  readonly origin: string;
  /** The RP ID. */
  readonly rpId: string;
  /** The origin of the only page that may hold this one in a frame; `null` for none. */
  readonly topOrigin?: string | null;
}

/** Checks type, challenge, origin and who held the page in a frame, and finds the offsets. */
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
    // Browsers that have no `topOrigin` yet are believed: the frame answers one origin only.
    if (expected.topOrigin === null) throw wrong("page: it was in a frame");
    if ((client.topOrigin ?? expected.topOrigin) !== expected.topOrigin) throw wrong("page");
  }
  return client;
}

/** Checks RP ID hash, presence and verification of the person. */
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
      detail: "The authenticator did not verify the person.",
    });
  }
  return data;
}
