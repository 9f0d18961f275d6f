/** Determines offline which owner made a signature in the account's format. @module */
import { type Hex, hexToBytes, recoverAddress, size, slice } from "viem";
import { toBase64Url } from "../../lib/base64url.ts";
import { verifyAssertion } from "../../passkey/assertion.ts";
import { readClientData } from "../../passkey/client_data.ts";
import { importPublicKey } from "../../passkey/public_key.ts";
import { P256_ORDER } from "../../passkey/signature.ts";
import { addressOwner, ownerWord } from "./key.ts";
import { ownerSignature, readAssertion, signatureData } from "../signature.ts";

/** Flags of authenticator data: user present and user verified. */
const VERIFIED = 0x05;
/** The order of secp256k1 (SEC 2). */
const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Returns the word of the owner who signed the digest; `null` for an invalid signature. A
 * contract's signature (ERC-1271) can only be verified on its chain, so it is treated as invalid.
 */
export async function signerOf(digest: Hex, signature: Hex): Promise<Hex | null> {
  try {
    const data = signatureData(signature);
    if (data === null) return null;
    // The contract accepts one form of each signature. Accepting its malleable twin would block a
    // valid one.
    if (size(data) === 65) {
      const [half, v] = [BigInt(slice(data, 32, 64)), Number(slice(data, 64))];
      if (half > SECP256K1_ORDER / 2n || (v !== 27 && v !== 28)) return null;
      return addressOwner(await recoverAddress({ hash: digest, signature: data }));
    }
    const [key, rest] = [slice(data, 0, 64), slice(data, 64)];
    if (BigInt(slice(rest, -32)) > P256_ORDER / 2n) return null;
    const valid = size(rest) === 64
      ? await isRaw(key, digest, rest)
      : await isPasskeys(key, digest, rest);
    return valid ? ownerWord(key) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the same signature under another index, because an owner's index can differ between
 * heads.
 */
export function atIndex(signature: Hex, ownerIndex: number): Hex {
  const data = signatureData(signature);
  if (data === null) throw new RangeError("signature: must be an owner's");
  return ownerSignature(BigInt(ownerIndex), data);
}

/** Verifies a device key's signature: over SHA-256 of the digest. */
async function isRaw(owner: Hex, digest: Hex, data: Hex): Promise<boolean> {
  return await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    await importPublicKey(owner),
    Uint8Array.from(hexToBytes(data)),
    Uint8Array.from(hexToBytes(digest)),
  );
}

/** Verifies a passkey's signature: the challenge is the digest, and the user was verified. */
async function isPasskeys(owner: Hex, digest: Hex, data: Hex): Promise<boolean> {
  const given = readAssertion(data);
  const client = readClientData(given.clientDataJSON);
  return client.type === "webauthn.get" &&
    client.challenge === toBase64Url(hexToBytes(digest)) &&
    client.typeIndex === given.typeIndex && client.challengeIndex === given.challengeIndex &&
    given.authenticatorData.length >= 37 &&
    (given.authenticatorData[32]! & VERIFIED) === VERIFIED &&
    await verifyAssertion(given, owner);
}
