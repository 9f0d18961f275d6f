/**
 * The EIP-1193 provider: it finds who answers, keeps the session and raises events. What a page without
 * a session does not need is loaded when it gets one.
 *
 * @module
 */
import { type Address, numberToHex } from "viem";
import { BaseError } from "../protocol/base_error.ts";
import type { Methods } from "./methods.ts";
import { createEmitter } from "../protocol/events.ts";
import type { FollowedPage } from "./following.ts";
import { type Lazy, lazy } from "../client/lazy.ts";
import type { OwnedProvider, ProviderInterface } from "../protocol/provider_types.ts";
import type { ResolvedOptions } from "./resolve_options.ts";
import type { SessionContext } from "./rpc/context.ts";
import { type Session, sessionStore } from "./session.ts";
import type { Storage } from "../lib/storage.ts";
import { openTabs } from "./tabs.ts";
import { type SessionMethod, sessionMethods } from "./session_methods.ts";
import { eitherSignal } from "../lib/signals.ts";
import type { Wallet } from "../protocol/requests.ts";

/** What a provider stands on. */
export interface ProviderParts {
  /** The options. */
  readonly options: ResolvedOptions;
  /** The page's origin, or `null` outside of a page. */
  readonly origin: string | null;
  /** Loads what is needed once somebody is connected. */
  loadMethods(page: FollowedPage): Promise<Methods>;
  /** What asks a person. */
  readonly wallet: Wallet;
  /** Where the session is kept. */
  readonly storage: Storage;
  /** Under which name. */
  readonly storageKey: string;
  /** Unix milliseconds; a double in tests. */
  readonly now?: () => number;
}

/** A provider with what it loads. */
export interface LoadingProvider extends OwnedProvider {
  /** What is needed once somebody is connected. */
  readonly methods: Lazy<Methods>;
}

/** Makes a provider. */
export function createProvider(parts: ProviderParts): LoadingProvider {
  const { options, wallet, storage, storageKey, now = Date.now } = parts;
  const emitter = createEmitter();
  const store = sessionStore({ storage, key: storageKey, ttl: options.authTTL, now });
  const life = new AbortController();
  // What was last told to listeners; other tabs may change the session under us.
  let told: { accounts: readonly Address[]; chainId: number } = {
    accounts: accountsOf(store.get()),
    chainId: store.get()?.chainId ?? options.defaultChainId,
  };
  let chosenChain = told.chainId;
  const methods = lazy(() =>
    parts.loadMethods({ emitter, account: () => accountsOf(store.get())[0] ?? null })
  );

  /** Loads what requests of a connected page need, so that the next click finds it there. */
  const attend = () => {
    if (life.signal.aborted) return;
    if (methods.loaded) methods.loaded.attend();
    else if (store.get() !== null) methods.load().then(attend, () => {});
  };

  const chainId = () => store.get()?.chainId ?? chosenChain;
  const tell = () => {
    const next = { accounts: accountsOf(store.get()), chainId: chainId() };
    const before = told;
    told = next;
    attend();
    if (next.chainId !== before.chainId) emitter.emit("chainChanged", numberToHex(next.chainId));
    if (before.accounts[0] === next.accounts[0]) return;
    if (before.accounts.length === 0) {
      emitter.emit("connect", { chainId: numberToHex(next.chainId) });
    }
    emitter.emit("accountsChanged", next.accounts);
    if (next.accounts.length === 0) emitter.emit("disconnect", new BaseError("unauthorized"));
  };
  const tabs = openTabs(storageKey, { onSession: tell, onEvent: emitter.emit });
  const save = (session: Session | null) => {
    store.set(session);
    tell();
    tabs.tell();
  };

  const contextOf = (signal: AbortSignal): SessionContext => ({
    options,
    origin: parts.origin,
    signal,
    session: store.get,
    chainId,
    setChain(next) {
      chosenChain = next;
      const session = store.get();
      if (session === null) tell();
      else save({ ...session, chainId: next });
    },
    async ask(method, params, flow) {
      const result = await wallet.ask(method, params, { signal, ...(flow && { flow }) })
        .catch((error) => {
          // The one error that is about the session itself: the person cut this page off.
          if (error instanceof BaseError && error.data.cause === "connection_revoked") save(null);
          throw error;
        });
      const session = store.get();
      // What only shows something uses no passkey, and lengthens no session.
      if (session !== null && !/_show/.test(method)) store.set({ ...session, at: now() });
      return result;
    },
    async connect({ siwe, texts } = {}, flow) {
      methods.load().catch(() => {});
      const { ens } = options;
      const connected = await wallet.ask(
        "wallet_connect",
        {
          chainId: chainId(),
          testnets: options.showTestnets,
          siwe,
          ens: ens ? { domain: ens, texts } : undefined,
        },
        { signal, ...(flow && { flow }) },
      );
      save({ account: connected.account, chainId: chainId(), at: now() });
      return connected;
    },
    disconnect: () => save(null),
    raise(event, payload) {
      emitter.emit(event, payload);
      tabs.raise(event, payload);
    },
  });

  /** Answers a request. Not an async function: a popup must open before anything is awaited. */
  const answer = (method: unknown, params: unknown, signal?: AbortSignal): Promise<unknown> => {
    if (life.signal.aborted) throw new BaseError("disposed");
    if (typeof method !== "string" || method === "") {
      throw new BaseError("invalid_request", { field: "method" });
    }
    const both = signal === undefined ? life.signal : eitherSignal(signal, life.signal);
    if (both.aborted) throw new BaseError("aborted");
    const context = contextOf(both);
    if (Object.hasOwn(sessionMethods, method)) {
      return sessionMethods[method as SessionMethod](context, params);
    }
    if (methods.loaded) return methods.loaded.answer(method, context, params);
    const letGo = asking.test(method) ? wallet.prepare?.() : undefined;
    return methods.load().then(() => answer(method, params, signal)).finally(letGo);
  };
  // Whoever is connected already may click at once.
  if (typeof document !== "undefined") attend();
  const provider: ProviderInterface = {
    request(args, options) {
      try {
        // What each handler gives is what the schema says; `tests/conformance` looks at both.
        return answer(args?.method, args?.params, options?.signal).catch((error) => {
          throw typed(error);
        }) as ReturnType<typeof provider.request<never>>;
      } catch (error) {
        return Promise.reject(typed(error));
      }
    },
    on(event, listener) {
      emitter.on(event, listener);
      attend();
    },
    removeListener(event, listener) {
      emitter.removeListener(event, listener);
      attend();
    },
  };
  return {
    provider,
    methods,
    disconnect() {
      if (life.signal.aborted) return;
      save(null);
      life.abort();
      wallet.dispose();
      tabs.close();
      emitter.clear();
    },
  };
}

/** How the names of the methods that ask a person begin. */
const asking =
  /^(acct_show|eth_(sendTr|signTy)|personal|wallet_(connect|sendCalls|sign|show|grant|revoke|requestEx))/;

function accountsOf(session: Session | null): readonly Address[] {
  return session === null ? [] : [session.account.address];
}

/** What is not ours becomes an internal error, with the original as its cause. */
function typed(error: unknown): BaseError {
  return error instanceof BaseError ? error : new BaseError("internal", { cause: error });
}
