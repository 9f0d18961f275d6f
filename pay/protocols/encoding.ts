/** Encodes JSON for headers. @module */
import { PaymentError } from "../record/error.ts";

/** Maximum length of a header or body, in characters. */
export const MAX_TEXT = 65_536;

/** Encodes JSON in base64. */
export function toBase64Json(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Encodes a payment in base64, with the data that the server requires.
 *
 * @throws {PaymentError} `malformed` if the data is too long or too deep to send
 */
export function toPaymentJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = toBase64Json(value);
  } catch (error) {
    // Parsed values can be serialized, unless they are nested too deeply.
    if (!(error instanceof RangeError)) throw error;
  }
  if (text !== undefined && text.length <= MAX_TEXT) return text;
  const detail = text === undefined ? "is too deep" : `is above ${MAX_TEXT} characters`;
  throw new PaymentError("malformed", { field: "the payment with what is sent back", detail });
}

/** Encodes JSON in base64url, without padding. */
export function toBase64UrlJson(value: unknown): string {
  return toBase64Json(value).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Decodes JSON in base64 or base64url; `undefined` if it is neither. */
export function fromBase64Json(text: string): unknown {
  if (text.length > MAX_TEXT) return undefined;
  try {
    const decoded = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(decoded, (each) => each.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns a value as an object, or `undefined`. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Readonly<Record<string, unknown>>
    : undefined;
}
