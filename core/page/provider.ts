/**
 * Provides EIP-1193: reads requests, finds their handlers, manages the session and emits events.
 *
 * @module
 */
import type { DialogMethod } from "../dialog/types.ts";
import { endOf, type Lazy, lazy } from "../client/lazy.ts";
import type { Address } from "../lib/hex.ts";
import { eitherSignal } from "../lib/signals.ts";
import type { Storage } from "../lib/storage.ts";
import { AcctError } from "../ground/errors.ts";
import { createEmitter, type Emitter, type EventName, type Listener } from "../protocol/events.ts";
import { toPlain } from "../ground/plain.ts";
import type {
  OwnedProvider,
  ProviderInterface,
  RequestOptions,
} from "../protocol/provider_types.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "../dialog/requests.ts";
import type { Subscriber } from "./session/account_subscription.ts";
import type { ConnectedPage } from "./handlers/context.ts";
import type { PageContext } from "./handlers/context.ts";
import { findEntry } from "../schema/handle.ts";
import { firstHandlers } from "./handlers/with_provider.ts";
import { openPageSession, type PageSession } from "./session/page_session.ts";
import type { ResolvedOptions } from "./options/resolve_options.ts";
import { sessionStore } from "./session/session.ts";

/** Parts of a provider. */
export interface ProviderParts {
  /** The options. */
  readonly options: ResolvedOptions;
  /** The page's origin, or `null` outside of a page. */
  readonly origin: string | null;
  /** Loads the code that reads from the service. */
  loadConnected(page: Subscriber): Promise<ConnectedPage>;
  /** Shows requests to the user. */
  readonly wallet: Wallet;
  /** Storage of the session. */
  readonly storage: Storage;
  /** Key of the session in the storage. */
  readonly storageKey: string;
  /** Unix milliseconds; a fake in tests. */
  readonly now?: () => number;
}

/** A provider with the part that is loaded later. */
export interface LoadingProvider extends OwnedProvider {
  /** Reads from the service. */
  readonly connected: Lazy<ConnectedPage>;
}

/** State of a provider. */
interface Page {
  readonly parts: ProviderParts;
  readonly emitter: Emitter;
  readonly session: PageSession;
  /** Returns the connected account; `null` without one, and after disposal. */
  readonly account: () => Address | null;
  readonly connected: Lazy<ConnectedPage>;
  readonly life: AbortController;
  readonly now: () => number;
}

/** Creates a provider. */
export function createProvider(parts: ProviderParts): LoadingProvider {
  const page = openPage(parts);
  const { session, emitter, connected, life } = page;
  // A connected user may click immediately.
  if (typeof document !== "undefined") refresh(page);
  const provider: ProviderInterface = {
    request(args: unknown, options?: RequestOptions) {
      try {
        const { method, params } = (args ?? {}) as { method?: unknown; params?: unknown };
        return answer(page, method, toPlain(params, "params"), options?.signal)
          .catch(fail) as Promise<never>;
      } catch (error) {
        return fail(error);
      }
    },
    on<E extends EventName>(event: E, listener: Listener<E>) {
      emitter.on(event, listener);
      refresh(page);
      return provider;
    },
    removeListener<E extends EventName>(event: E, listener: Listener<E>) {
      emitter.removeListener(event, listener);
      refresh(page);
      return provider;
    },
  };
  return {
    provider,
    connected,
    disconnect() {
      if (life.signal.aborted) return;
      session.save(null);
      life.abort(new AcctError("disposed"));
      parts.wallet.dispose();
      session.close();
      emitter.clear();
    },
  };
}

function openPage(parts: ProviderParts): Page {
  const { options, storage, storageKey: key, now = Date.now } = parts;
  const emitter = createEmitter();
  const life = new AbortController();
  const session = openPageSession({
    store: sessionStore({ storage, key, ttl: options.authTTL, now }),
    key,
    defaultChainId: options.defaultChainId,
    emitter,
    onChange: () => refresh(page),
  });
  const account = () => life.signal.aborted ? null : session.get()?.account.address ?? null;
  const connected = lazy(async () => {
    const loaded = await parts.loadConnected({ emitter, account, session: session.get });
    // Listeners may wait for the code, regardless of the request that loaded it.
    loaded.refresh();
    return loaded;
  });
  const page: Page = { parts, emitter, session, account, connected, life, now };
  return page;
}

/** Refreshes the subscription to the account; loads its code if there is a session. */
function refresh(page: Page): void {
  const { connected, account } = page;
  if (connected.loaded) connected.loaded.refresh();
  else if (account()) connected.load().catch(() => {});
}

/**
 * Answers a request. Not async: a popup must open before the first `await`, and invalid requests
 * are rejected before a window opens.
 */
function answer(
  page: Page,
  method: unknown,
  params: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const { connected, life } = page;
  const both = signal ? eitherSignal(life.signal, signal) : life.signal;
  if (both.aborted) throw endOf(both);
  if (typeof method !== "string" || method === "") {
    throw new AcctError("invalid_request", { field: "method" });
  }
  const now = contextOf(page, both);
  const entry = findEntry(firstHandlers, method);
  if (entry !== undefined) return entry.run(now, params);
  const chainId = now.chainId();
  const context = { ...now, chainId: () => chainId };
  if (connected.loaded) return connected.loaded.answer(method, context, params);
  return connected.load(both).then((loaded) => loaded.answer(method, context, params));
}

function contextOf(page: Page, signal: AbortSignal): PageContext {
  const { parts: { options, origin }, emitter, session, account, connected, life } = page;
  const show: PageContext["show"] = (method, params, flow) =>
    ask(page, method, params, { signal, ...(flow && { flow }) });
  return {
    options,
    origin,
    signal,
    account: account(),
    session: session.get,
    chainId: session.chainId,
    setChain: session.setChain,
    async ask(method, params, flow) {
      const result = await show(method, params, flow);
      session.renew(page.now());
      return result;
    },
    show,
    async connect({ siwe, texts = [] } = {}, flow) {
      // Loads the code of a connected page while the user decides.
      connected.load().catch(() => {});
      const { ens, showTestnets: testnets } = options;
      const result = await page.parts.wallet.ask("wallet_connect", {
        chainId: session.chainId(),
        testnets,
        siwe,
        ens: ens ? { domain: ens, texts } : undefined,
      }, { signal, ...(flow && { flow }) });
      // A passkey signature that completes in the meantime still produces a result.
      if (life.signal.aborted) throw endOf(signal);
      const { account, owner } = result;
      session.save({ account, owner, chainId: session.chainId(), at: page.now() });
      return result;
    },
    disconnect: () => session.save(null),
    emit: emitter.emit,
    load: () => connected.load(signal),
    loaded: () => connected.loaded,
  };
}

/** Sends a request to the wallet. */
async function ask<M extends DialogMethod>(
  page: Page,
  method: M,
  params: ParamsOf[M],
  options: AskOptions,
): Promise<ResultOf[M]> {
  try {
    return await page.parts.wallet.ask(method, params, options);
  } catch (error) {
    // The user disconnected this site, so the session is closed.
    if (error instanceof AcctError && error.data.cause === "connection_revoked") {
      page.session.save(null);
    }
    throw error;
  }
}

/** Rejects; other errors become internal ones, with the original as cause. */
function fail(error: unknown): Promise<never> {
  return Promise.reject(
    error instanceof AcctError ? error : new AcctError("internal", { cause: error }),
  );
}
