/**
 * Opens the wallet host in a frame above the page, hidden until the host is ready. The host
 * protects itself from being covered.
 *
 * @module
 */
import { allowPasskeys } from "./choose.ts";

export { chooseHere } from "./choose.ts";

/** A frame in the page. */
export interface OpenedFrame {
  /** Window of the frame. */
  readonly window: Window;
  /** Shows the frame, once the host is ready. */
  show(): void;
  /** Removes the frame and restores the focus. */
  close(): void;
}

/** Declarations that no style sheet of the page can override. */
const cover: Readonly<Record<string, string>> = {
  "all": "initial",
  "position": "fixed",
  "inset": "0",
  "box-sizing": "border-box",
  "width": "100%",
  "height": "100%",
  "max-width": "none",
  "max-height": "none",
  "border": "0",
  "padding": "0",
  "margin": "0",
  "background": "transparent",
  "overflow": "hidden",
  // If its color scheme differed from the host's, the frame would get an opaque background.
  "color-scheme": "light",
};

/** Time from the frame's `load` event to the host's first message. */
const PATIENCE_MS = 1_000;

/**
 * Opens the host in a frame. `onRefused` is called if the policy of page or host blocks the frame:
 * browsers then fire `load`, and no message follows.
 */
export function openFrame(url: string, onRefused: () => void): OpenedFrame {
  const dialog = document.createElement("dialog");
  const frame = document.createElement("iframe");
  const { origin: host } = new URL(url);
  dialog.dataset.sdkFrame = "";
  dialog.setAttribute("aria-label", "Wallet");
  frame.title = "Wallet";
  allowPasskeys(frame, host);
  frame.src = url;
  restyle(dialog, { ...cover, "display": "block", "z-index": "2147483647" });
  restyle(frame, { ...cover, "display": "block", "visibility": "hidden" });
  // The host handles Escape, because it manages the current request.
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  let refusal: ReturnType<typeof setTimeout> | undefined;
  let heard = false;
  frame.addEventListener("load", () => {
    if (!heard) refusal ??= setTimeout(onRefused, PATIENCE_MS);
  });
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    const { disposition, effectiveDirective, blockedURI } = event;
    // A report-only policy does not block the frame.
    const blocks = disposition === "enforce" && effectiveDirective === "frame-src";
    if (blocks && blockedURI.startsWith(host)) onRefused();
  };
  document.addEventListener("securitypolicyviolation", onViolation);
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  return {
    window: frame.contentWindow!,
    show() {
      heard = true;
      clearTimeout(refusal);
      frame.style.setProperty("visibility", "visible", "important");
      frame.focus();
    },
    close() {
      clearTimeout(refusal);
      document.removeEventListener("securitypolicyviolation", onViolation);
      dialog.close();
      dialog.remove();
    },
  };
}

function restyle(element: HTMLElement, declarations: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(declarations)) {
    element.style.setProperty(name, value, "important");
  }
}
