/** Changes and those who listen to them; nothing runs while nobody does. @module */
import type { Address } from "viem";
import type { ChangeJson } from "../../core/service/changes.ts";

/** A meeting point by account. */
export interface Hub {
  /** Tells everybody who listens to the account. */
  publish(change: ChangeJson): void;
  /** Listens until the returned function is called. */
  subscribe(address: Address, listener: (change: ChangeJson) => void): () => void;
  /** Whom they listen to, in lower case. */
  addresses(): Address[];
  /** How many listen. */
  size(): number;
}

/** A hub in this process; `onListener` is called whenever somebody begins to listen. */
export function createHub(onListener: () => void = () => {}): Hub {
  const listeners = new Map<string, Set<(change: ChangeJson) => void>>();
  let size = 0;
  return {
    publish(change) {
      for (const listener of listeners.get(change.address.toLowerCase()) ?? []) listener(change);
    },
    subscribe(address, listener) {
      const id = address.toLowerCase();
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set);
      set.add(listener);
      size++;
      onListener();
      return () => {
        if (!set.delete(listener)) return;
        size--;
        if (set.size === 0) listeners.delete(id);
      };
    },
    addresses: () => [...listeners.keys()] as Address[],
    size: () => size,
  };
}
