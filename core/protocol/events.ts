/** Defines the events of the provider (EIP-1193) and their emitter. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { AcctError } from "../ground/errors.ts";

/** Payload of each event. */
export interface EventMap {
  /** The session started. */
  readonly connect: { readonly chainId: Hex };
  /** The session was closed. */
  readonly disconnect: AcctError;
  /** The accounts of the dApp changed; each event has its own array. */
  readonly accountsChanged: Address[];
  /** The chain changed. */
  readonly chainChanged: Hex;
  /** A message of the node (not emitted). */
  readonly message: { readonly type: string; readonly data: unknown };
  /** Balances may have changed. */
  readonly assetsChanged: { readonly address: Address; readonly chainIds: readonly Hex[] };
  /** A permission was granted, used or revoked. */
  readonly permissionsChanged: {
    readonly address: Address;
    readonly chainId: Hex;
    /** Permission id; absent if several may have changed. */
    readonly id?: Hex;
  };
  /** A recovery of the account was started on a chain, or is no longer waiting. */
  readonly recoveryChanged: { readonly address: Address; readonly chainId: Hex };
  /** A bundle of the account has a new status; other dApps may have sent it. */
  readonly callsStatusChanged: {
    /** Id chosen by the dApp, or otherwise the operation's hash. */
    readonly id: string;
    readonly chainId: Hex;
    /** EIP-5792 status: 100 pending (again), 200 confirmed, 400 failed offchain, 500 reverted. */
    readonly status: number;
  };
}

/** Name of an event. */
export type EventName = keyof EventMap;

/** Listener of an event. */
export type Listener<E extends EventName> = (payload: EventMap[E]) => void;

/** Stores listeners and calls them. */
export interface Emitter {
  /** Adds a listener. Adding it twice calls it twice, like Node's `EventEmitter`. */
  on<E extends EventName>(event: E, listener: Listener<E>): void;
  /** Removes a listener, once. */
  removeListener<E extends EventName>(event: E, listener: Listener<E>): void;
  /** Calls the listeners; an error in one does not affect the others. */
  emit<E extends EventName>(event: E, payload: EventMap[E]): void;
  /** Returns true if an event has listeners. */
  has(event: EventName): boolean;
  /** Removes all listeners. */
  clear(): void;
}

/** Creates an emitter. */
export function createEmitter(): Emitter {
  const listeners = new Map<string, ((payload: never) => void)[]>();
  return {
    on(event, listener) {
      listeners.set(event, [...listeners.get(event) ?? [], listener]);
    },
    removeListener(event, listener) {
      const list = listeners.get(event);
      // An index of -1 becomes one beyond the end, so nothing is removed.
      list?.splice(list.indexOf(listener) >>> 0, 1);
    },
    emit(event, payload) {
      for (const listener of [...listeners.get(event) ?? []]) {
        try {
          (listener as (payload: unknown) => void)(payload);
        } catch (error) {
          console.error(`A listener of "${event}" failed.`, error);
        }
      }
    },
    has: (event) => !!listeners.get(event)?.length,
    clear: () => listeners.clear(),
  };
}
