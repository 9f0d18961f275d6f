/** Derives the code that two users compare. @module */
import { bytesToHex, type Hex, hexToBigInt, hexToBytes } from "viem";
import type { Address } from "../../core/lib/hex.ts";

/**
 * Rounds of PBKDF2. An attacker who replaces a link has to find another key with the same code, out
 * of 10¹² codes. The account is public, so the attacker can collect keys in advance.
 */
const ROUNDS = 200_000;

/**
 * Computes the code of an account and an address or key that was sent by a link: twelve digits in
 * groups of four. Six digits would be found within seconds, by trying keys.
 */
export async function codeOf(account: Address, sent: Hex): Promise<string> {
  const base = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(hexToBytes(sent.toLowerCase() as Hex)),
    "PBKDF2",
    false,
    ["deriveBits"],
  );
  const salt = new TextEncoder().encode(`acct friend code: ${account.toLowerCase()}`);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS },
    base,
    128,
  );
  const number = hexToBigInt(bytesToHex(new Uint8Array(bits))) % 10n ** 12n;
  return String(number).padStart(12, "0").replace(/(\d{4})(?=\d)/g, "$1 ");
}
