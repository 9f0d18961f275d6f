/** Reads amounts that users type. @module */
import { decimalMark } from "./numbers.ts";

/**
 * Reads a decimal amount in the smallest unit; `null` for what is none. Marks between thousands are
 * not read, since one language's is another one's decimal mark.
 */
export function readAmount(text: string, decimals: number, locale: string): bigint | null {
  const latin = text.trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const parts = latin.split(decimalMark(locale));
  const [whole = "", fraction = ""] = parts;
  if (parts.length > 2 || !/^\d{1,60}$/.test(whole) || !/^\d*$/.test(fraction)) return null;
  if (fraction.length > decimals || (parts.length === 2 && fraction === "")) return null;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
