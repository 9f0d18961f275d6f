/** Chooses between a window and a frame for the wallet host. @module */
import { reportsVisibility } from "../../lib/visibility.ts";
import type { Transport } from "../options/options.ts";

/** Features that a frame of the wallet host requires from the page (Permissions Policy). */
const passkeyFeatures = [
  "publickey-credentials-get",
  "publickey-credentials-create",
] as const;

/** Browser features and context that the choice depends on. */
export interface Surroundings {
  /** True if the browser reports a frame's true visibility (Intersection Observer v2). */
  readonly visibility: boolean;
  /**
   * True if passkeys can be used and created in frames of the wallet host: the browser supports it
   * (WebAuthn level 3), and the page's own policy allows it.
   */
  readonly passkeys: boolean;
  /** True if the page is not framed itself. */
  readonly top: boolean;
  /** True in a secure context. */
  readonly secure: boolean;
}

/** Reason why no frame is used, by the missing feature. */
const reasons: Readonly<Record<keyof Surroundings, string>> = {
  secure: "the page is not secure (https)",
  top: "the page is in a frame itself",
  visibility: "this browser does not report whether a frame is visible",
  passkeys: "this browser, or the page's Permissions-Policy, allows no passkeys in frames",
};

/**
 * Returns the reason why a frame is not possible; undefined if the browser can protect it from
 * being covered, passkeys can be created in it, and the dApp is the top-level page.
 */
export function reasonAgainstFrame(surroundings: Surroundings): string | undefined {
  const names = Object.keys(reasons) as (keyof Surroundings)[];
  const lacking = names.find((name) => !surroundings[name]);
  return lacking && reasons[lacking];
}

/** Chooses for the current page and a wallet host; warns if a frame is not possible. */
export function chooseHere(wanted: Transport, host: string): "popup" | "iframe" {
  if (wanted === "popup" || typeof document === "undefined") return "popup";
  const reason = reasonAgainstFrame({
    visibility: reportsVisibility(),
    // Browsers that report true visibility added this method after passkeys in frames.
    passkeys: "parseCreationOptionsFromJSON" in (globalThis.PublicKeyCredential ?? {}) &&
      passesPasskeys(host),
    top: globalThis.top === globalThis.self,
    secure: isSecureContext,
  });
  if (reason === undefined) return "iframe";
  if (wanted === "iframe") console.warn(`Acct: the wallet opens in a window: ${reason}.`);
  return "popup";
}

/** Sets the permissions that the wallet host needs in a frame. */
export function allowPasskeys(frame: HTMLIFrameElement, host: string): void {
  frame.allow = [...passkeyFeatures, "clipboard-write"]
    .map((feature) => `${feature} ${host}`).join("; ");
}

/** A frame with its policy, which only Chromium exposes; TypeScript's types do not include it. */
interface FrameWithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/**
 * Returns false if a header of the page disables passkeys in frames, so that a prompt would fail
 * immediately.
 */
function passesPasskeys(host: string): boolean {
  // It is never added to the page, so it loads nothing.
  const frame = document.createElement("iframe");
  allowPasskeys(frame, host);
  frame.src = host;
  const { featurePolicy } = frame as FrameWithPolicy;
  return !passkeyFeatures.some((feature) => featurePolicy?.allowsFeature(feature) === false);
}
