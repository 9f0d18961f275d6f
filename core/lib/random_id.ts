/** Creates random ids. @module */
import { bytesToHex } from "viem";

/**
 * Returns a random UUID (version 4). Browsers provide `crypto.randomUUID` only on secure pages; on
 * other pages, a dialog explains why passkeys are not available.
 */
export function randomId(): string {
  return crypto.randomUUID?.() ??
    bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
      .replace(/^0x(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}
