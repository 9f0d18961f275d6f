/** Chooses between a window and a frame for the wallet host. @module */
import { reportsVisibility } from "../../lib/visibility.ts";
import type { Transport } from "../options.ts";

/** Browser features and context that the choice depends on. */
export interface Surroundings {
  /** True if the browser reports a frame's true visibility (Intersection Observer v2). */
  readonly visibility: boolean;
  /** True if passkeys can be created in cross-origin frames (WebAuthn level 3). */
  readonly passkeys: boolean;
  /** True if the page is not framed itself. */
  readonly top: boolean;
  /** True in a secure context. */
  readonly secure: boolean;
}

/**
 * Chooses a frame only if the browser can guard it against being covered, if passkeys can be
 * created in it, and if the dApp is the top-level page.
 */
export function chooseWindow(
  wanted: Transport,
  { visibility, passkeys, top, secure }: Surroundings,
): "popup" | "iframe" {
  return wanted !== "popup" && visibility && passkeys && top && secure ? "iframe" : "popup";
}

/** Chooses for the current page. */
export function chooseHere(wanted: Transport): "popup" | "iframe" {
  if (wanted === "popup" || typeof document === "undefined") return "popup";
  return chooseWindow(wanted, {
    visibility: reportsVisibility(),
    // Browsers that report true visibility added this method after passkeys in frames.
    passkeys: "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}),
    top: globalThis.top === globalThis.self,
    secure: isSecureContext,
  });
}
