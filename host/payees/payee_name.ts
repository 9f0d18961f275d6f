/** Cleans the texts of a payment link, which anyone can write. @module */
import { MAX_ACCOUNT_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { misleads } from "../../core/wallet/host/site_name.ts";

/**
 * Returns the display name of a payee: its own, or an empty text if it contains symbols or claims a
 * verification. Without its symbols it would be another name.
 */
export function payeeName(value: unknown): string {
  const name = cleanText(value, MAX_ACCOUNT_NAME_LENGTH);
  // ENS names are accepted, although they resemble addresses of sites.
  return withoutSymbols(name) !== name || misleads(name.replaceAll(".", " ")) ? "" : name;
}

/** Removes emoji and other symbols, which could imitate marks of the wallet. */
export function withoutSymbols(value: unknown): string {
  return typeof value === "string"
    ? value.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Z}\s+=]|\u2139/gu, "")
    : "";
}
