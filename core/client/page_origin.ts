/** Returns the origin of the page. @module */
import { AcctError } from "../ground/errors.ts";

/**
 * Returns the origin of the page as its messages have it; `null` without one. In a frame without
 * its own URL (`srcdoc`), the location does not contain it.
 */
export function pageOrigin(): string | null {
  const { origin = "null" }: { readonly origin?: string } = globalThis;
  return origin === "null" ? null : origin;
}

/**
 * Returns the origin of a page that can have a wallet.
 *
 * @throws {AcctError} `method_unsupported` outside of a browser, `passkey_unsupported` in a page
 * without one
 */
export function requireOrigin(): string {
  const origin = pageOrigin();
  if (origin !== null) return origin;
  throw typeof document === "undefined"
    ? new AcctError("method_unsupported", { detail: "It needs a browser." })
    : new AcctError("passkey_unsupported", {
      detail: "The page has no origin: it is a file or a sandboxed frame.",
    });
}
