/** Tells the other tabs of the same page what changed. @module */
import type { EventMap } from "../protocol/events.ts";

/** Events that a tab raises for the others as well. */
const shared = ["assetsChanged", "permissionsChanged"] as const;

/** Name of such an event. */
export type SharedEvent = typeof shared[number];

/** What the others hear. */
export interface TabsListener {
  /** The session changed. */
  onSession(): void;
  /** An account changed. */
  onEvent<E extends SharedEvent>(event: E, payload: EventMap[E]): void;
}

/** A line to the other tabs. */
export interface Tabs {
  /** Tells them that the session changed. */
  tell(): void;
  /** Tells them that an account changed. */
  raise<E extends SharedEvent>(event: E, payload: EventMap[E]): void;
  /** Closes the line. */
  close(): void;
}

/**
 * Opens a line. Storage events reach other tabs by themselves; a BroadcastChannel reaches those whose
 * storage is denied. Without a document there are no tabs, and nothing is opened: an open channel
 * would keep a process alive.
 */
export function openTabs(key: string, listener: TabsListener): Tabs {
  if (typeof document === "undefined") {
    return { tell: () => {}, raise: () => {}, close: () => {} };
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener.onSession();
  };
  const onMessage = ({ data }: MessageEvent<Message | null>) => {
    const event = shared.find((name) => name === data?.event);
    // Whatever else was said, by whichever version: the session is looked at again.
    if (event === undefined || data === null) listener.onSession();
    else listener.onEvent(event, data.payload);
  };
  addEventListener("storage", onStorage);
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(key) : null;
  channel?.addEventListener("message", onMessage);
  return {
    tell: () => channel?.postMessage(null),
    raise: (event, payload) => channel?.postMessage({ event, payload }),
    close() {
      removeEventListener("storage", onStorage);
      channel?.close();
    },
  };
}

/** What goes over the channel, besides `null`. */
interface Message {
  readonly event: SharedEvent;
  readonly payload: EventMap["assetsChanged"] & EventMap["permissionsChanged"];
}
