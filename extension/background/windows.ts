/**
 * Opens windows of the wallet host and recognizes them: a port of the host belongs to a window only
 * if the browser reports the tab that the extension opened.
 *
 * @module
 */
import { extensionHash, HOST_PORT, type HostPort } from "../../core/dialog/ports/extension.ts";
import { POPUP_PATH } from "../../core/dialog/window.ts";
import type { BrowserApi, BrowserWindow, Port } from "../lib/browser.ts";

/** Size of the window in pixels, with the browser's title bar. */
const WIDTH = 420;
const HEIGHT = 720;
/** Maximum number of windows that are open at the same time. */
const MAX_WINDOWS = 4;

/** Receives the events of a window. */
export interface WindowEvents {
  /** The wallet host has connected, for the first time or after a reload. */
  onPort(port: HostPort): void;
  /** The window was closed. */
  onClosed(): void;
}

/** An opened window. */
export interface WalletWindow {
  /** Shows it in front of other windows. */
  focus(): void;
  /** Closes it. */
  close(): void;
}

/** Opens windows. */
export interface WalletWindows {
  /** Opens a window; `null` if too many are open. */
  open(events: WindowEvents): WalletWindow | null;
  /** Accepts or closes a port that claims to be of the wallet host. */
  accept(port: Port): void;
}

/** State of a window. */
interface Opened extends WindowEvents {
  window: number | undefined;
  tab: number | undefined;
  closed: boolean;
}

/**
 * Opens windows of the wallet host.
 *
 * @param id id under which the host lists this extension
 */
export function createWindows(api: BrowserApi, keysUrl: string, id: string): WalletWindows {
  const opened = new Set<Opened>();
  const opening = new Set<Promise<unknown>>();
  const host = new URL(keysUrl).origin;
  const end = (one: Opened) => {
    if (!opened.delete(one) || one.closed) return;
    one.closed = true;
    one.onClosed();
  };
  api.windows.onRemoved.addListener((window) => {
    for (const one of [...opened]) if (one.window === window) end(one);
  });
  const create = async (one: Opened) => {
    const place = await placeOf(api);
    const window = await api.windows.create({
      url: `${keysUrl}${POPUP_PATH}${extensionHash(id)}`,
      type: "popup",
      focused: true,
      width: WIDTH,
      height: HEIGHT,
      ...place,
    });
    one.window = window.id;
    one.tab = window.tabs?.[0]?.id;
    // Cancelled in the meantime.
    if (one.closed) remove(api, one.window);
  };
  return {
    open(events) {
      if (opened.size >= MAX_WINDOWS) return null;
      const one: Opened = { ...events, window: undefined, tab: undefined, closed: false };
      opened.add(one);
      const creating = create(one).catch((error) => {
        console.warn("Acct: the wallet's window did not open.", error);
        end(one);
      }).finally(() => opening.delete(creating));
      opening.add(creating);
      return {
        focus() {
          const { window } = one;
          if (window !== undefined) api.windows.update(window, { focused: true }).catch(() => {});
        },
        close() {
          one.closed = true;
          opened.delete(one);
          remove(api, one.window);
        },
      };
    },
    accept(port) {
      const received = buffered(port);
      // The host may connect before the browser reports the window.
      void Promise.allSettled([...opening]).then(() => {
        const { sender, name } = port;
        const tab = sender?.tab?.id;
        const isHost = name === HOST_PORT && sender?.frameId === 0 && tab !== undefined &&
          originOf(sender.url) === host;
        const one = isHost ? [...opened].find((each) => each.tab === tab) : undefined;
        if (one === undefined) port.disconnect();
        else one.onPort(received);
      });
    },
  };
}

/** Keeps messages that arrive before there is a listener. */
function buffered(port: Port): HostPort {
  const early: unknown[] = [];
  let listener: ((message: unknown) => void) | null = null;
  port.onMessage.addListener((message) => {
    if (listener === null) early.push(message);
    else listener(message);
  });
  return {
    postMessage: (message) => port.postMessage(message),
    disconnect: () => port.disconnect(),
    onMessage: {
      addListener(added) {
        listener = added;
        for (const message of early.splice(0)) added(message);
      },
    },
    onDisconnect: { addListener: (added) => port.onDisconnect.addListener(added) },
  };
}

function originOf(url: string | undefined): string | null {
  try {
    return new URL(url!).origin;
  } catch {
    return null;
  }
}

function remove(api: BrowserApi, window: number | undefined): void {
  // The user may have closed it.
  if (window !== undefined) api.windows.remove(window).catch(() => {});
}

/** Returns a position in the middle of the focused window. */
async function placeOf(api: BrowserApi): Promise<{ left?: number; top?: number }> {
  const { left, top, width, height }: BrowserWindow = await api.windows.getLastFocused()
    .catch(() => ({}));
  if (left === undefined || top === undefined || !width || !height) return {};
  return {
    left: Math.max(0, Math.round(left + (width - WIDTH) / 2)),
    top: Math.max(0, Math.round(top + (height - HEIGHT) / 3)),
  };
}
