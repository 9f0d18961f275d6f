/** Where the wallet host appears: a window of its own, or a frame in the page. @module */
import { reportsVisibility } from "../../lib/visibility.ts";
import type { Transport } from "../options.ts";

/** What the choice depends on. */
export interface Surroundings {
  /** Whether the browser tells a frame if it is really seen (Intersection Observer v2). */
  readonly visibility: boolean;
  /** Whether passkeys can be made in frames of another origin (WebAuthn level 3). */
  readonly passkeys: boolean;
  /** Whether the page is shown by itself, and not in somebody's frame. */
  readonly top: boolean;
  /** Whether it is a secure context. */
  readonly secure: boolean;
}

/**
 * Chooses. A frame is taken only where the browser can guard it against being covered, where passkeys
 * can be made in it, and where the page that holds it is the one that the person sees.
 */
export function chooseWindow(
  wanted: Transport,
  { visibility, passkeys, top, secure }: Surroundings,
): "popup" | "iframe" {
  return wanted !== "popup" && visibility && passkeys && top && secure ? "iframe" : "popup";
}

/** Chooses for this page; without a page there is nothing to choose. */
export function chooseHere(wanted: Transport): "popup" | "iframe" {
  if (wanted === "popup" || typeof document === "undefined") return "popup";
  return chooseWindow(wanted, {
    visibility: reportsVisibility(),
    // The browsers that tell true visibility got this method after passkeys in frames.
    passkeys: "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}),
    top: globalThis.top === globalThis.self,
    secure: isSecureContext,
  });
}
