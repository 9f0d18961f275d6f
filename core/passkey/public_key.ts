/** Imports public keys of passkeys. @module */
import { type Hex, hexToBigInt, hexToBytes, slice } from "viem";
import { AcctError } from "../ground/errors.ts";

/** The field of P-256 and the constant of its curve y² = x³ − 3x + b (FIPS 186-4). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Checks that x‖y is on the curve, because some WebCrypto implementations do not. */
export function isOnCurve(publicKey: Hex): boolean {
  if (publicKey.length !== 2 + 128) return false;
  const [x, y] = [hexToBigInt(slice(publicKey, 0, 32)), hexToBigInt(slice(publicKey, 32, 64))];
  if (x >= P || y >= P) return false;
  return (y * y - (x * x * x - 3n * x + B)) % P === 0n;
}

/**
 * Imports a public key into WebCrypto.
 *
 * @throws {AcctError} `passkey_invalid` if it is not a point of the curve
 */
export async function importPublicKey(publicKey: Hex): Promise<CryptoKey> {
  if (!isOnCurve(publicKey)) {
    throw new AcctError("passkey_invalid", { detail: "Its key is not on the curve." });
  }
  return await crypto.subtle.importKey(
    "raw",
    Uint8Array.of(4, ...hexToBytes(publicKey)),
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["verify"],
  );
}
