/** Tells the tabs of a dApp about changes of their session. @module */

/** Channel to the other tabs. */
export interface Tabs {
  /** Announces a change of the session. */
  tell(): void;
  /** Closes the channel. */
  close(): void;
}

/**
 * Opens the channel. Storage events reach other tabs by themselves; a BroadcastChannel reaches
 * those without storage. Without a document nothing is opened, since an open channel would keep a
 * process alive.
 *
 * @param onSession called when the session may have changed
 */
export function openTabs(key: string, onSession: () => void): Tabs {
  const inPage = typeof document !== "undefined";
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onSession();
  };
  if (inPage) addEventListener("storage", onStorage);
  let channel = inPage ? new BroadcastChannel(key) : null;
  // Its messages are not read: other versions may send others.
  channel?.addEventListener("message", onSession);
  return {
    tell: () => channel?.postMessage(null),
    close() {
      removeEventListener("storage", onStorage);
      channel?.close();
      // A closed one throws at each message.
      channel = null;
    },
  };
}
