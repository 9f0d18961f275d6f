/** Publishes changes to subscribers. @module */
import type { Address } from "viem";
import type { ChangeJson } from "../../core/client/changes.ts";

/** Publishes changes by account. */
export interface Hub {
  /** Publishes to the account's subscribers in every process of the service. */
  publish(change: ChangeJson): void;
  /** Emits to subscribers in this process only. */
  emit(change: ChangeJson): void;
  /** Subscribes until the returned function is called; {@linkcode Hub.cut} calls `end`. */
  subscribe(address: Address, listener: (change: ChangeJson) => void, end?: () => void): () => void;
  /**
   * Ends subscriptions, of one account or all: events may have been missed, and a client that
   * reconnects reads the current state.
   */
  cut(address?: Address): void;
  /** Accounts with subscribers, in lower case. */
  addresses(): Address[];
  /** Number of subscribers. */
  size(): number;
}

/** Options of {@linkcode createHub}. */
export interface HubOptions {
  /** Sends a change to the other processes. */
  readonly announce?: (change: ChangeJson) => void;
}

/** Creates a hub for this process. */
export function createHub({ announce }: HubOptions = {}): Hub {
  const listeners = new Map<string, Set<(change: ChangeJson) => void>>();
  const ends = new Map<() => void, string>();
  let size = 0;
  const emit = (change: ChangeJson) => {
    for (const listener of listeners.get(change.address.toLowerCase()) ?? []) listener(change);
  };
  return {
    publish(change) {
      emit(change);
      announce?.(change);
    },
    emit,
    subscribe(address, listener, end = () => {}) {
      const id = address.toLowerCase();
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set);
      set.add(listener);
      ends.set(end, id);
      size++;
      return () => {
        if (!set.delete(listener)) return;
        ends.delete(end);
        size--;
        if (set.size === 0) listeners.delete(id);
      };
    },
    cut(address) {
      const wanted = address?.toLowerCase();
      for (const [end, id] of [...ends]) if (wanted === undefined || wanted === id) end();
    },
    addresses: () => [...listeners.keys()] as Address[],
    size: () => size,
  };
}
