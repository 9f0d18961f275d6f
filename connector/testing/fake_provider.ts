/** Fake provider for tests, which set its responses and emit its events. @module */
import {
  AcctError,
  type EventMap,
  type EventName,
  type Listener,
  type ProviderInterface,
} from "@sdk/core";

/** A recorded request. */
export interface RecordedRequest {
  readonly method: string;
  readonly params: unknown;
}

/** A fake provider and its controls. */
export interface FakeProvider extends ProviderInterface {
  /** Requests so far. */
  readonly requests: RecordedRequest[];
  /** Answers by method: a value, or a function of the parameters. */
  readonly answers: Record<string, unknown>;
  /** Emits an event. */
  emit<E extends EventName>(event: E, payload: EventMap[E]): void;
  /** Number of listeners of an event. */
  count(event: EventName): number;
}

/** Creates a fake provider with one account. */
export function fakeProvider(account: string, chainId = "0x1"): FakeProvider {
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const requests: RecordedRequest[] = [];
  let accounts: string[] = [];
  let chain = chainId;
  const emit: FakeProvider["emit"] = (event, payload) => {
    for (const listener of listeners.get(event) ?? []) {
      (listener as (payload: unknown) => void)(payload);
    }
  };
  const connect = () => {
    accounts = [account];
    emit("connect", { chainId: chain as `0x${string}` });
    emit("accountsChanged", accounts as `0x${string}`[]);
  };
  const answers: Record<string, unknown> = {
    eth_accounts: () => accounts,
    eth_chainId: () => chain,
    eth_requestAccounts: () => {
      connect();
      return accounts;
    },
    wallet_connect: () => {
      connect();
      return {
        accounts: [{
          address: account.toLowerCase(),
          capabilities: { signInWithEthereum: { message: "m", signature: "0x01" } },
        }],
        chainId: chain,
      };
    },
    wallet_disconnect: () => {
      accounts = [];
      emit("accountsChanged", []);
      emit("disconnect", new AcctError("unauthorized"));
      return null;
    },
    wallet_switchEthereumChain: ([{ chainId }]: [{ chainId: string }]) => {
      chain = chainId;
      emit("chainChanged", chainId as `0x${string}`);
      return null;
    },
  };
  const provider: FakeProvider = {
    requests,
    answers,
    emit,
    count: (event) => listeners.get(event)?.size ?? 0,
    async request({ method, params }: { readonly method: string; readonly params?: unknown }) {
      requests.push({ method, params });
      const answer = answers[method];
      if (answer === undefined) throw new AcctError("method_unsupported");
      await Promise.resolve();
      return typeof answer === "function" ? await answer(params) : answer;
    },
    on: <E extends EventName>(event: E, listener: Listener<E>) => {
      if (!listeners.has(event)) listeners.set(event, new Set());
      listeners.get(event)!.add(listener as (payload: never) => void);
      return provider;
    },
    removeListener: <E extends EventName>(event: E, listener: Listener<E>) => {
      listeners.get(event)?.delete(listener as (payload: never) => void);
      return provider;
    },
  };
  return provider;
}
