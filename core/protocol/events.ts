/** Events of the provider (EIP-1193) and a small emitter for them. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { AcctError } from "./errors.ts";

/** What each event carries. */
export interface EventMap {
  /** The provider can reach its chain. */
  readonly connect: { readonly chainId: Hex };
  /** The session ended. */
  readonly disconnect: AcctError;
  /** The accounts a page may see changed. */
  readonly accountsChanged: readonly Address[];
  /** The chain changed. */
  readonly chainChanged: Hex;
  /** A message of the node (unused so far). */
  readonly message: { readonly type: string; readonly data: unknown };
  /** Balances may have changed. */
  readonly assetsChanged: { readonly address: Address; readonly chainIds: readonly Hex[] };
  /** A permission was granted, used or ended. */
  readonly permissionsChanged: {
    readonly address: Address;
    readonly chainId: Hex;
    /** Which one; absent if several may be concerned. */
    readonly id?: Hex;
  };
  /** A bundle of the account reached a new status, whoever sent it. */
  readonly callsStatusChanged: {
    /** The caller's own id if it gave one, else the operation's hash. */
    readonly id: string;
    readonly chainId: Hex;
    /** EIP-5792: 100 pending (again), 200 done, 400 never reached the chain, 500 reverted. */
    readonly status: number;
  };
}

/** Name of an event. */
export type EventName = keyof EventMap;

/** A listener. */
export type Listener<E extends EventName> = (payload: EventMap[E]) => void;

/** Holds listeners and calls them. */
export interface Emitter {
  /** Adds a listener. */
  on<E extends EventName>(event: E, listener: Listener<E>): void;
  /** Removes a listener. */
  removeListener<E extends EventName>(event: E, listener: Listener<E>): void;
  /** Calls the listeners; one that throws does not keep the others from being called. */
  emit<E extends EventName>(event: E, payload: EventMap[E]): void;
  /** Whether anybody listens. */
  has(event: EventName): boolean;
  /** Removes all listeners. */
  clear(): void;
}

/** Makes an emitter. */
export function createEmitter(): Emitter {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  return {
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit(event, payload) {
      for (const listener of [...listeners.get(event) ?? []]) {
        try {
          (listener as (payload: unknown) => void)(payload);
        } catch (error) {
          console.error(`A listener of "${event}" failed.`, error);
        }
      }
    },
    has: (event) => (listeners.get(event)?.size ?? 0) > 0,
    clear: () => listeners.clear(),
  };
}
