/** Verifies proofs that a client has a passkey. @module */
import { type Hex, hexToBytes } from "viem";
import { toBase64Url } from "../../core/lib/base64url.ts";
import type { AssertionJson } from "../../core/wire/values.ts";

/**
 * Returns whether this key signed an assertion over a challenge, with the user verified.
 *
 * @param bytes the challenge; `sha256(publicKey)` by default
 */
export async function verifyAssertion(
  publicKey: Hex,
  proof: AssertionJson,
  bytes?: Uint8Array,
): Promise<boolean> {
  const point = hexToBytes(publicKey);
  const authenticatorData = hexToBytes(proof.authenticatorData);
  const clientData = new TextEncoder().encode(proof.clientDataJSON);
  const challenge = toBase64Url(bytes ?? await sha256(point));
  const flags = authenticatorData[32] ?? 0;
  if ((flags & 0x05) !== 0x05 || !says(proof.clientDataJSON, challenge)) return false;
  try {
    const key = await crypto.subtle.importKey(
      "raw",
      Uint8Array.of(4, ...point),
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["verify"],
    );
    const signed = Uint8Array.of(...authenticatorData, ...await sha256(clientData));
    const signature = Uint8Array.from(hexToBytes(proof.signature));
    return await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, signed);
  } catch {
    // Not a point of the curve.
    return false;
  }
}

function says(json: string, challenge: string): boolean {
  try {
    const data = JSON.parse(json);
    return data?.type === "webauthn.get" && data?.challenge === challenge;
  } catch {
    return false;
  }
}

async function sha256(data: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(data)));
}
