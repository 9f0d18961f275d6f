/** Syncs changes between the tabs of a dApp. @module */
import type { EventMap } from "../../protocol/events.ts";

/** Events that are also emitted in other tabs. */
const shared = ["assetsChanged", "permissionsChanged"] as const;

/** Name of such an event. */
export type SharedEvent = typeof shared[number];

/** Handles messages from other tabs. */
export interface TabsListener {
  /** Called when the session may have changed. */
  onSession(): void;
  /** Called with an event of another tab. */
  onEvent<E extends SharedEvent>(event: E, payload: EventMap[E]): void;
}

/** Channel to the other tabs. */
export interface Tabs {
  /** Announces a change of the session. */
  tell(): void;
  /** Emits an event in the other tabs. */
  raise<E extends SharedEvent>(event: E, payload: EventMap[E]): void;
  /** Closes the channel. */
  close(): void;
}

/**
 * Opens the channel. Storage events reach other tabs by themselves; a BroadcastChannel reaches
 * those without storage. Without a document nothing is opened, since an open channel would keep a
 * process alive.
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
    // Unknown messages, such as those of other versions, only refresh the session.
    if (event === undefined || data === null) listener.onSession();
    else listener.onEvent(event, data.payload);
  };
  addEventListener("storage", onStorage);
  let channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(key) : null;
  channel?.addEventListener("message", onMessage);
  return {
    tell: () => channel?.postMessage(null),
    raise: (event, payload) => channel?.postMessage({ event, payload }),
    close() {
      removeEventListener("storage", onStorage);
      channel?.close();
      // A closed one throws at each message.
      channel = null;
    },
  };
}

/** Message with an event; `null` stands for a change of the session. */
interface Message {
  readonly event: SharedEvent;
  readonly payload: EventMap["assetsChanged"] & EventMap["permissionsChanged"];
}
