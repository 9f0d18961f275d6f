/** Makes random ids. @module */
import { bytesToHex } from "viem";

/**
 * Returns a random UUID (version 4). Browsers have `crypto.randomUUID` on secure pages alone; on others
 * the user is told why there are no passkeys.
 */
export function randomId(): string {
  return crypto.randomUUID?.() ??
    bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
      .replace(/^0x(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}
