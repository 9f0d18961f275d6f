/** Publishes changes to subscribers. @module */
import type { Address } from "viem";
import type { ChangeJson } from "../../core/client/events/changes.ts";

/** Publishes changes by account. */
export interface Hub {
  /** Publishes to the account's subscribers in every process of the service. */
  publish(change: ChangeJson): void;
  /** Emits to subscribers in this process only. */
  emit(change: ChangeJson): void;
  /**
   * Subscribes to accounts until the returned function is called; {@linkcode Hub.cut} calls `end`
   * for any of them.
   */
  subscribe(
    addresses: readonly Address[],
    listener: (change: ChangeJson) => void,
    end?: () => void,
  ): () => void;
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
  const ends = new Map<() => void, ReadonlySet<string>>();
  const emit = (change: ChangeJson) => {
    for (const listener of listeners.get(change.address.toLowerCase()) ?? []) listener(change);
  };
  return {
    publish(change) {
      emit(change);
      announce?.(change);
    },
    emit,
    subscribe(addresses, listener, end = () => {}) {
      const ids = new Set(addresses.map((address) => address.toLowerCase()));
      for (const id of ids) listeners.set(id, (listeners.get(id) ?? new Set()).add(listener));
      ends.set(end, ids);
      return () => {
        if (!ends.delete(end)) return;
        for (const id of ids) {
          const set = listeners.get(id);
          if (set?.delete(listener) && set.size === 0) listeners.delete(id);
        }
      };
    },
    cut(address) {
      const wanted = address?.toLowerCase();
      for (const [end, ids] of [...ends]) if (wanted === undefined || ids.has(wanted)) end();
    },
    addresses: () => [...listeners.keys()] as Address[],
    size: () => ends.size,
  };
}
