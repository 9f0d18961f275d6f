/**
 * Encrypts the data of a passkey. The service can withhold it or return earlier data, but cannot
 * read or change it.
 *
 * @module
 */
import { bytesToHex, type Hex, hexToBytes } from "viem";
import type { Address } from "../../core/lib/hex.ts";

/** Keys of a passkey's secret. */
export interface SyncKeys {
  /** Authorizes reads and writes at the service. */
  readonly token: Hex;
  /** Encrypts the data (AES-256-GCM). */
  readonly key: CryptoKey;
}

/** Bytes of the random value in front of the ciphertext. */
const NONCE_BYTES = 12;

const encode = (text: string) => new TextEncoder().encode(text);

/** Derives the keys of a secret (HKDF with SHA-256). */
export async function readSecret(secret: Uint8Array<ArrayBuffer>): Promise<SyncKeys> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, [
    "deriveBits",
    "deriveKey",
  ]);
  const derivation = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encode(info),
  });
  const [token, key] = await Promise.all([
    crypto.subtle.deriveBits(derivation("acct synced data: token"), base, 256),
    crypto.subtle.deriveKey(
      derivation("acct synced data: key"),
      base,
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt", "decrypt"],
    ),
  ]);
  return { token: bytesToHex(new Uint8Array(token)), key };
}

/** Encrypts a text of an account. */
export async function sealData(key: CryptoKey, account: Address, text: string): Promise<Hex> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(cipher(nonce, account), key, encode(text));
  return bytesToHex(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** Decrypts a text of an account; `null` if it was encrypted for another one, or changed. */
export async function openData(
  key: CryptoKey,
  account: Address,
  data: Hex,
): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(hexToBytes(data));
    const nonce = bytes.slice(0, NONCE_BYTES);
    const text = await crypto.subtle.decrypt(
      cipher(nonce, account),
      key,
      bytes.slice(NONCE_BYTES),
    );
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

function cipher(iv: Uint8Array<ArrayBuffer>, account: Address): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: encode(account.toLowerCase()) };
}
