/** Changes and those who listen to them; nothing runs while nobody does. @module */
import type { Address, Hex } from "viem";

/** The status of an operation changed. */
export interface Change {
  /** Kind of change. */
  readonly type: "callsStatusChanged";
  /** The account. */
  readonly address: Address;
  /** Operation hash. */
  readonly id: Hex;
  /** The caller's own id, if it gave one. */
  readonly callerId: string | null;
  /** Chain id. */
  readonly chainId: Hex;
  /** EIP-5792 status. */
  readonly status: 100 | 200 | 400 | 500;
  /** Where it landed. */
  readonly transactionHash: Hex | null;
}

/** A meeting point by account. */
export interface Hub {
  /** Tells everybody who listens to the account. */
  publish(change: Change): void;
  /** Listens until the returned function is called. */
  subscribe(address: Address, listener: (change: Change) => void): () => void;
  /** How many listen. */
  size(): number;
}

/** A hub in this process. */
export function createHub(): Hub {
  const listeners = new Map<string, Set<(change: Change) => void>>();
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
      return () => {
        if (!set.delete(listener)) return;
        size--;
        if (set.size === 0) listeners.delete(id);
      };
    },
    size: () => size,
  };
}
