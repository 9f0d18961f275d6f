/** Chooses between a window and a frame for the wallet host. @module */
import { reportsVisibility } from "../../lib/visibility.ts";
import type { Transport } from "../options.ts";

/** Features that a frame of the wallet host needs of the page (Permissions Policy). */
const passkeyFeatures = [
  "publickey-credentials-get",
  "publickey-credentials-create",
] as const;

/** Browser features and context that the choice depends on. */
export interface Surroundings {
  /** True if the browser reports a frame's true visibility (Intersection Observer v2). */
  readonly visibility: boolean;
  /**
   * True if passkeys can be used and created in frames of the wallet host: the browser can (WebAuthn
   * level 3), and the page's own policy lets it.
   */
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

/** Chooses for the current page and a wallet host. */
export function chooseHere(wanted: Transport, host: string): "popup" | "iframe" {
  if (wanted === "popup" || typeof document === "undefined") return "popup";
  return chooseWindow(wanted, {
    visibility: reportsVisibility(),
    // Browsers that report true visibility added this method after passkeys in frames.
    passkeys: "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}) &&
      passesPasskeys(host),
    top: globalThis.top === globalThis.self,
    secure: isSecureContext,
  });
}

/** Allows a frame what the wallet host needs. */
export function allowPasskeys(frame: HTMLIFrameElement, host: string): void {
  frame.allow = [...passkeyFeatures, "clipboard-write"]
    .map((feature) => `${feature} ${host}`).join("; ");
}

/** A frame with its policy, which Chromium alone tells; TypeScript's types do not have it. */
interface FrameWithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/** Returns false if a header of the page keeps passkeys from frames: a prompt would fail at once. */
function passesPasskeys(host: string): boolean {
  // It is never put into the page, so it loads nothing.
  const frame = document.createElement("iframe");
  allowPasskeys(frame, host);
  frame.src = host;
  const { featurePolicy } = frame as FrameWithPolicy;
  return !passkeyFeatures.some((feature) => featurePolicy?.allowsFeature(feature) === false);
}
