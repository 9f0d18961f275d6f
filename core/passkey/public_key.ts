/** Public keys of passkeys. @module */
import { type Hex, hexToBytes } from "viem";
import { AcctError } from "../errors.ts";

/**
 * A public key for WebCrypto; it refuses points that are not on the curve.
 *
 * @throws {AcctError} `passkey_invalid`
 */
export async function importPublicKey(publicKey: Hex): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey(
      "raw",
      Uint8Array.of(4, ...hexToBytes(publicKey)),
      { name: "ECDSA", namedCurve: "P-256" },
      true,
      ["verify"],
    );
  } catch (cause) {
    throw new AcctError("passkey_invalid", { detail: "Its key is not on the curve.", cause });
  }
}
