/**
 * Parses authenticator data: the RP ID hash, the flags and a new credential's key.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
 * @module
 */
import { bytesToHex, type Hex } from "viem";
import { AcctError } from "../ground/errors.ts";
import { type CborValue, readCbor } from "./cbor.ts";

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
  readonly credential: AttestedCredential | null;
}

/** A new credential. */
export interface AttestedCredential {
  readonly id: Uint8Array;
  readonly publicKey: Hex;
  /** 16 bytes that identify the passkey provider; zero if the browser hides them. */
  readonly aaguid: Hex;
}

/**
 * Reads authenticator data. Bytes that no flag announces are rejected, as WebAuthn requires of
 * relying parties: no signed byte should be ignored.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  if (bytes.length < 37) throw refuse("it is too short");
  const flags = bytes[32]!;
  let end = 37;
  let credential: AuthenticatorData["credential"] = null;
  if ((flags & 0x40) !== 0) ({ credential, end } = readCredential(bytes));
  if ((flags & 0x80) !== 0) end = readExtensions(bytes, end);
  if (end !== bytes.length) throw refuse("it has trailing bytes");
  return {
    rpIdHash: bytes.subarray(0, 32),
    userPresent: (flags & 0x01) !== 0,
    userVerified: (flags & 0x04) !== 0,
    backupEligible: (flags & 0x08) !== 0,
    backedUp: (flags & 0x10) !== 0,
    credential,
  };
}

/** Reads the attested credential: AAGUID (16), length of the id (2), id, COSE key. */
function readCredential(
  bytes: Uint8Array,
): { credential: AuthenticatorData["credential"]; end: number } {
  if (bytes.length < 55) throw refuse("the credential is cut off");
  const length = (bytes[53]! << 8) | bytes[54]!;
  const id = bytes.subarray(55, 55 + length);
  if (length === 0 || id.length !== length) throw refuse("the credential id is cut off");
  const { value, end } = readItem(bytes, 55 + length, "The passkey's key is not CBOR.");
  const aaguid = bytesToHex(bytes.subarray(37, 53));
  return { credential: { id, publicKey: pointOf(value), aaguid }, end };
}

/** Skips the results of extensions, a map; the wallet requests none. */
function readExtensions(bytes: Uint8Array, offset: number): number {
  const { value, end } = readItem(bytes, offset, "The results of extensions are not CBOR.");
  if (!(value instanceof Map)) throw refuse("the results of extensions are not a map");
  return end;
}

/**
 * Reads the point of a COSE key (RFC 9053): EC2, ES256, P-256. Bytes after the key are ignored.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export function readCoseKey(bytes: Uint8Array): Hex {
  return pointOf(readItem(bytes, 0, "The passkey's key is not CBOR.").value);
}

function readItem(bytes: Uint8Array, offset: number, detail: string): ReturnType<typeof readCbor> {
  try {
    return readCbor(bytes, offset);
  } catch (cause) {
    throw new AcctError("passkey_invalid", { detail, cause });
  }
}

function pointOf(key: CborValue): Hex {
  if (!(key instanceof Map)) throw refuse("the key is not a map");
  if (key.get(1) !== 2 || key.get(3) !== -7 || key.get(-1) !== 1) {
    throw new AcctError("passkey_invalid", {
      detail: "Only ES256 keys on P-256 can own accounts.",
    });
  }
  const [x, y] = [key.get(-2), key.get(-3)];
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
