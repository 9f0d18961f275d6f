/** Tells the other tabs of the same page that the session changed. @module */

/** A line to the other tabs. */
export interface Tabs {
  /** Tells them. */
  tell(): void;
  /** Closes the line. */
  close(): void;
}

/**
 * Opens a line. Storage events reach other tabs by themselves; a BroadcastChannel reaches those whose
 * storage is denied. Without a document there are no tabs, and nothing is opened: an open channel
 * would keep a process alive.
 */
export function openTabs(key: string, onChange: () => void): Tabs {
  if (typeof document === "undefined") return { tell: () => {}, close: () => {} };
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onChange();
  };
  addEventListener("storage", onStorage);
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(key) : null;
  channel?.addEventListener("message", onChange);
  return {
    tell: () => channel?.postMessage(null),
    close() {
      removeEventListener("storage", onStorage);
      channel?.close();
    },
  };
}
