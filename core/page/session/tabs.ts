/** Notifies the tabs of a dApp about changes of their session. @module */

/** Channel to the other tabs. */
export interface Tabs {
  /** Announces a change of the session. */
  tell(): void;
  /** Closes the channel. */
  close(): void;
}

/**
 * Opens the channel. Browsers send storage events to other tabs; a BroadcastChannel reaches tabs
 * without storage. Without a document, no channel is opened, because it would keep the process
 * alive.
 *
 * @param onSession called when the session may have changed
 */
export function openTabs(key: string, onSession: () => void): Tabs {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) onSession();
  };
  let channel: BroadcastChannel | null = null;
  if (typeof document !== "undefined") {
    addEventListener("storage", onStorage);
    channel = new BroadcastChannel(key);
    // The message is not read, because other SDK versions may use another format.
    channel.addEventListener("message", onSession);
  }
  return {
    tell: () => channel?.postMessage(null),
    close() {
      if (channel === null) return;
      removeEventListener("storage", onStorage);
      channel.close();
      // A closed channel throws at each message.
      channel = null;
    },
  };
}
