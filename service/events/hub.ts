/** Changes and those who listen to them; nothing runs while nobody does. @module */
import type { Address } from "viem";
import type { ChangeJson } from "../../core/client/changes.ts";

/** A meeting point by account. */
export interface Hub {
  /** Tells everybody who listens to the account, in every process of the service. */
  publish(change: ChangeJson): void;
  /** Tells those who listen in this process. */
  tell(change: ChangeJson): void;
  /** Listens until the returned function is called; `end` is called by {@linkcode Hub.cut}. */
  subscribe(address: Address, listener: (change: ChangeJson) => void, end?: () => void): () => void;
  /**
   * Ends what listens, to one account or at all: something may have been missed, and who comes back
   * asks for it.
   */
  cut(address?: Address): void;
  /** Whom they listen to, in lower case. */
  addresses(): Address[];
  /** How many listen. */
  size(): number;
}

/** What a hub is connected with. */
export interface HubOptions {
  /** Called whenever somebody begins to listen. */
  readonly onListener?: () => void;
  /** Tells the other processes. */
  readonly announce?: (change: ChangeJson) => void;
}

/** A hub in this process. */
export function createHub({ onListener, announce }: HubOptions = {}): Hub {
  const listeners = new Map<string, Set<(change: ChangeJson) => void>>();
  const ends = new Map<() => void, string>();
  let size = 0;
  const tell = (change: ChangeJson) => {
    for (const listener of listeners.get(change.address.toLowerCase()) ?? []) listener(change);
  };
  return {
    publish(change) {
      tell(change);
      announce?.(change);
    },
    tell,
    subscribe(address, listener, end = () => {}) {
      const id = address.toLowerCase();
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set);
      set.add(listener);
      ends.set(end, id);
      size++;
      onListener?.();
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
