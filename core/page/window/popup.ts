/** The wallet host's window, as the page opens it. @module */
import { POPUP_PATH } from "../../protocol/window.ts";

/** Size of the window. */
const SIZE = { width: 420, height: 680 };

/** The URL of the popup: the fragment says to whom the host may post its first message. */
export function popupUrl(keysUrl: string, origin: string): string {
  return `${keysUrl}${POPUP_PATH}#origin=${encodeURIComponent(origin)}`;
}

/** Opens a window in the middle of this one; `null` if the browser blocks it. */
export function openPopup(url: string): Window | null {
  const left = Math.round(globalThis.screenX + (globalThis.outerWidth - SIZE.width) / 2);
  const top = Math.round(globalThis.screenY + (globalThis.outerHeight - SIZE.height) / 3);
  const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
  return globalThis.open(url, "_blank", features);
}
