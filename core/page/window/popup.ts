/** Opens the wallet host in a window. @module */
import { requireOrigin } from "../../client/page_origin.ts";
import { FRAME_PATH, POPUP_PATH } from "../../dialog/window.ts";

/** Size of the window in CSS pixels. */
const WIDTH = 420;
const HEIGHT = 680;

/**
 * Builds the wallet host's URL: its fragment contains the target origin of the host's first
 * message.
 *
 * @throws {AcctError} `passkey_unsupported` for a page without an origin
 */
export function hostUrl(keysUrl: string, inFrame: boolean): string {
  const path = inFrame ? FRAME_PATH : POPUP_PATH;
  return `${keysUrl}${path}#origin=${encodeURIComponent(requireOrigin())}`;
}

/**
 * Opens a window in the middle of this one; `null` if the browser blocks it. Installed apps may
 * open only plain windows; some browsers throw for window features.
 */
export function openPopup(url: string): Window | null {
  // Integers, as the features require.
  const left = globalThis.screenX + (globalThis.outerWidth - WIDTH) / 2 | 0;
  const top = globalThis.screenY + (globalThis.outerHeight - HEIGHT) / 3 | 0;
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  let window: Window | null | undefined;
  try {
    window = globalThis.open(url, "_blank", features);
  } catch { /* as a window that is blocked */ }
  return window ?? globalThis.open(url, "_blank");
}
