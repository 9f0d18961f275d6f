/**
 * Parses authenticator data: the RP ID hash, the flags and a new credential's key.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
 * @module
 */
import { decode } from "ox/Cbor";
import { bytesToHex, type Hex } from "viem";
import { AcctError } from "../protocol/errors.ts";

/** Parsed authenticator data. */
export interface AuthenticatorData {
  /** SHA-256 of the RP ID. */
  readonly rpIdHash: Uint8Array;
  /** UP flag: the user was present. */
  readonly userPresent: boolean;
  /** UV flag: the authenticator verified the user. */
  readonly userVerified: boolean;
  /** BE flag: the passkey can be backed up. */
  readonly backupEligible: boolean;
  /** BS flag: the passkey is backed up now. */
  readonly backedUp: boolean;
  /** The new credential, after a creation. */
  readonly credential: { readonly id: Uint8Array; readonly publicKey: Hex } | null;
}

/**
 * Reads authenticator data.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < 37) throw refuse("it is too short");
  const flags = bytes[32]!;
  return {
    rpIdHash: bytes.subarray(0, 32),
    userPresent: (flags & 0x01) !== 0,
    userVerified: (flags & 0x04) !== 0,
    backupEligible: (flags & 0x08) !== 0,
    backedUp: (flags & 0x10) !== 0,
    credential: (flags & 0x40) !== 0 ? readCredential(bytes) : null,
  };
}

/** Reads the attested credential: AAGUID (16), length of the id (2), id, COSE key. */
function readCredential(bytes: Uint8Array): { id: Uint8Array; publicKey: Hex } {
  if (bytes.length < 55) throw refuse("the credential is cut off");
  const length = (bytes[53]! << 8) | bytes[54]!;
  const id = bytes.subarray(55, 55 + length);
  if (length === 0 || id.length !== length) throw refuse("the credential id is cut off");
  return { id, publicKey: readCoseKey(bytes.subarray(55 + length)) };
}

/**
 * Reads the point of a COSE key (RFC 9053): EC2, ES256, P-256. Extensions after the key are ignored.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export function readCoseKey(bytes: Uint8Array): Hex {
  let key: unknown;
  try {
    key = decode(bytes);
  } catch (cause) {
    throw new AcctError("passkey_invalid", { detail: "The passkey's key is not CBOR.", cause });
  }
  if (typeof key !== "object" || key === null) throw refuse("the key is not a map");
  const map = key as Record<string, unknown>;
  if (map["1"] !== 2 || map["3"] !== -7 || map["-1"] !== 1) {
    throw new AcctError("passkey_invalid", {
      detail: "Only ES256 keys on P-256 can own accounts.",
    });
  }
  const [x, y] = [map["-2"], map["-3"]];
  if (
    !(x instanceof Uint8Array) || !(y instanceof Uint8Array) || x.length !== 32 || y.length !== 32
  ) {
    throw refuse("the key has no coordinates of 32 bytes");
  }
  return bytesToHex(Uint8Array.of(...x, ...y));
}

function refuse(detail: string): AcctError {
  return new AcctError("passkey_invalid", { detail: `Authenticator data: ${detail}.` });
}
