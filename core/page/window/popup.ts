/** Opens the wallet host in a window. @module */
import { requireOrigin } from "../../client/page_origin.ts";
import { FRAME_PATH, POPUP_PATH } from "../../protocol/window.ts";

/** Size of the window in CSS pixels. */
const SIZE = { width: 420, height: 680 };

/**
 * Builds the wallet host's URL: its fragment names the origin of the host's first message.
 *
 * @throws {AcctError} `passkey_unsupported` for a page without an origin
 */
export function hostUrl(keysUrl: string, inFrame: boolean): string {
  const path = inFrame ? FRAME_PATH : POPUP_PATH;
  return `${keysUrl}${path}#origin=${encodeURIComponent(requireOrigin())}`;
}

/**
 * Opens a window in the middle of this one; `null` if the browser blocks it. Installed apps may open
 * only plain ones.
 */
export function openPopup(url: string): Window | null {
  const left = Math.round(globalThis.screenX + (globalThis.outerWidth - SIZE.width) / 2);
  const top = Math.round(globalThis.screenY + (globalThis.outerHeight - SIZE.height) / 3);
  const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
  return globalThis.open(url, "_blank", features) ?? globalThis.open(url, "_blank");
}
