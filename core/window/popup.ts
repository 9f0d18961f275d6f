/** The wallet host's window, as the page opens it. @module */

/** Path of the wallet host that talks to the page that opened it. */
export const POPUP_PATH = "/popup";

/** Size of the window. */
const SIZE = { width: 420, height: 680 };
/** Messages that are kept for whoever takes the window over: the host's first word is one. */
const EARLY = 4;

/** A window that was opened before the wallet that talks to it was there. */
export interface OpenedWindow {
  /** The window. */
  readonly window: Window;
  /** Hands it over, with what it said so far; from now on the taker listens. */
  take(): readonly MessageEvent[];
  /** Closes it. */
  close(): void;
}

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

/** Opens the wallet host's window and keeps its first words; `null` if the browser blocks it. */
export function openWindow(keysUrl: string): OpenedWindow | null {
  const opened = openPopup(popupUrl(keysUrl, location.origin));
  if (opened === null) return null;
  const early: MessageEvent[] = [];
  const hear = (event: MessageEvent) => {
    if (event.source === opened && early.length < EARLY) early.push(event);
  };
  const deafen = () => removeEventListener("message", hear);
  addEventListener("message", hear);
  return {
    window: opened,
    take() {
      deafen();
      return early;
    },
    close() {
      deafen();
      opened.close();
    },
  };
}
