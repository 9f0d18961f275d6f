/** Makes random ids. @module */
import { bytesToHex } from "viem";

/**
 * Returns a random id: a UUID where the page is secure, which browsers have on no other; there the user is
 * told why there are no passkeys.
 */
export function randomId(): string {
  return crypto.randomUUID?.() ?? bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
