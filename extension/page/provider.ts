/**
 * Provider in a page (EIP-1193). It runs among the page's own scripts, so it holds no state that
 * matters: the background checks every request and the browser reports the page's origin to it.
 *
 * @module
 */
import type { FromPage, PageState, ToPage } from "../lib/messages.ts";

/** Listener of any event. */
type AnyListener = (payload: unknown) => void;

/** The provider, with the members that pages use. */
export interface InjectedProvider {
  /** Sends a request. */
  request(args: unknown): Promise<unknown>;
  /** Adds a listener. */
  on(event: string, listener: AnyListener): InjectedProvider;
  /** Removes a listener, once. */
  removeListener(event: string, listener: AnyListener): InjectedProvider;
}

/** A provider with the function that processes messages of the content script. */
export interface PageEnd {
  readonly provider: InjectedProvider;
  /** Processes a message of the content script. */
  receive(message: ToPage): void;
}

// Taken before any script of the page runs.
const { stringify, parse } = JSON;

/** Creates the provider. `post` sends a message to the content script. */
export function createPageProvider(post: (message: FromPage) => void): PageEnd {
  const pending = new Map<number, (message: ToPage & { readonly type: "response" }) => void>();
  const listeners = new Map<string, AnyListener[]>();
  let last: PageState | null = null;
  let count = 0;
  let listens = false;

  const emit = (event: string, payload: unknown) => {
    for (const listener of [...listeners.get(event) ?? []]) {
      try {
        listener(payload);
      } catch (error) {
        console.error(`A listener of "${event}" failed.`, error);
      }
    }
  };
  const update = (state: PageState) => {
    const before = last;
    last = state;
    if (before === null) return;
    const { accounts, chainId } = state;
    if (chainId !== before.chainId) emit("chainChanged", chainId);
    if (accounts[0] === before.accounts[0]) return;
    if (before.accounts.length === 0) emit("connect", { chainId });
    emit("accountsChanged", [...accounts]);
    if (accounts.length === 0) emit("disconnect", failure(4100, "The site is not connected."));
  };
  const provider: InjectedProvider = {
    request(args) {
      return new Promise((resolve, reject) => {
        const { method, params } = (args ?? {}) as { method?: unknown; params?: unknown };
        if (typeof method !== "string" || method === "") {
          return reject(failure(-32600, "method must be a string."));
        }
        let text: string | undefined;
        try {
          text = params === undefined ? undefined : stringify(params);
        } catch {
          return reject(failure(-32602, "params must be JSON (no bigint)."));
        }
        const id = ++count;
        pending.set(id, ({ error, result }) => {
          if (error === undefined) resolve(result === undefined ? undefined : parse(result));
          else reject(failure(error.code, error.message, error.data));
        });
        post({ type: "request", id, method, ...(text !== undefined && { params: text }) });
      });
    },
    on(event, listener) {
      listeners.set(event, [...listeners.get(event) ?? [], listener]);
      if (!listens) post({ type: "listen" });
      listens = true;
      return provider;
    },
    removeListener(event, listener) {
      const list = listeners.get(event);
      list?.splice(list.indexOf(listener) >>> 0, 1);
      return provider;
    },
  };
  return {
    provider,
    receive(message) {
      if (message.type === "state") return update(message);
      const settle = pending.get(message.id);
      pending.delete(message.id);
      settle?.(message);
    },
  };
}

function failure(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });
}
