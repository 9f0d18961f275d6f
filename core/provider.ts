/** The EIP-1193 provider: it finds who answers, keeps the session and raises events. @module */
import { type Address, numberToHex } from "viem";
import { AcctError } from "./errors.ts";
import { createEmitter, type Emitter, type EventMap } from "./events.ts";
import { handlerOf } from "./methods.ts";
import type { ResolvedOptions } from "./resolve_options.ts";
import type { RpcContext } from "./rpc/context.ts";
import type { OwnedProvider, RequestArguments } from "./provider_types.ts";
import type { MethodResult } from "./rpc_schema.ts";
import type { ServiceClient } from "./service/client.ts";
import type { Follow, ServiceEvent } from "./service/follow.ts";
import { type Session, sessionStore } from "./session/session.ts";
import type { Storage } from "./session/storage.ts";
import { openTabs, type SharedEvent } from "./session/tabs.ts";
import type { ApprovalMethod } from "./wallet/approval.ts";
import type { ParamsOf, ResultOf, Wallet } from "./wallet/wallet.ts";
import { eitherSignal } from "./signals.ts";

/** What a provider stands on. */
export interface ProviderParts {
  /** The options. */
  readonly options: ResolvedOptions;
  /** The page's origin, or `null` outside of a page. */
  readonly origin: string | null;
  /** The service. */
  readonly service: ServiceClient;
  /** Follows what the service tells of an account; without it only own actions are told. */
  readonly follow?: Follow;
  /** What asks a person. */
  readonly wallet: Wallet;
  /** Where the session is kept. */
  readonly storage: Storage;
  /** Under which name. */
  readonly storageKey: string;
  /** Holds the listeners, which may be there before the rest; a new one by default. */
  readonly emitter?: Emitter;
  /** Unix milliseconds; a double in tests. */
  readonly now?: () => number;
}

/** Makes a provider. */
export function createProvider(parts: ProviderParts): OwnedProvider {
  const { options, service, wallet, storage, storageKey, now = Date.now } = parts;
  const { emitter = createEmitter() } = parts;
  const store = sessionStore({ storage, key: storageKey, ttl: options.authTTL, now });
  const life = new AbortController();
  // What was last told to listeners; other tabs may change the session under us.
  let told: { accounts: readonly Address[]; chainId: number } = {
    accounts: accountsOf(store.get()),
    chainId: store.get()?.chainId ?? options.defaultChainId,
  };
  let chosenChain = told.chainId;

  // One stream for all listeners, and none without a listener and a session.
  let followed: { readonly address: Address; readonly end: () => void } | null = null;
  const sent = new Set<string>();
  let settling = false;
  const settle = () => {
    settling = false;
    const heard = !life.signal.aborted && streamed.some(emitter.has);
    const address = heard ? accountsOf(store.get())[0] ?? null : null;
    if (address === (followed?.address ?? null)) return;
    followed?.end();
    followed = null;
    if (address === null || parts.follow === undefined) return;
    const end = parts.follow({
      service,
      address,
      sent,
      tell(event, payload) {
        // A session can end by its clock alone.
        if (accountsOf(store.get())[0] === address) emitter.emit(event, payload);
        else settle();
      },
    });
    followed = { address, end };
  };
  // Later in the same turn: a listener that is replaced must not close and open the stream.
  const attend = () => {
    if (settling) return;
    settling = true;
    queueMicrotask(settle);
  };

  const chainId = () => store.get()?.chainId ?? chosenChain;
  const tell = () => {
    const next = { accounts: accountsOf(store.get()), chainId: chainId() };
    const before = told;
    told = next;
    if (next.accounts[0] !== before.accounts[0]) sent.clear();
    attend();
    if (next.chainId !== before.chainId) emitter.emit("chainChanged", numberToHex(next.chainId));
    if (before.accounts[0] === next.accounts[0]) return;
    if (before.accounts.length === 0) {
      emitter.emit("connect", { chainId: numberToHex(next.chainId) });
    }
    emitter.emit("accountsChanged", next.accounts);
    if (next.accounts.length === 0) emitter.emit("disconnect", new AcctError("unauthorized"));
  };
  const tabs = openTabs(storageKey, { onSession: tell, onEvent: emitter.emit });
  const save = (session: Session | null) => {
    store.set(session);
    tell();
    tabs.tell();
  };

  /** Raises an event here and in the other tabs. */
  const raise = <E extends SharedEvent>(event: E, payload: EventMap[E]) => {
    emitter.emit(event, payload);
    tabs.raise(event, payload);
  };

  /** What a success of our own changes; the service's stream tells of others'. */
  const tellOf = (method: ApprovalMethod, params: unknown, result: unknown) => {
    if (method === "wallet_sendCalls") {
      const { account, chainId, id } = params as ParamsOf["wallet_sendCalls"];
      sent.add(id ?? (result as ResultOf["wallet_sendCalls"]).id);
      if (sent.size > REMEMBERED) sent.delete(sent.values().next().value!);
      raise("assetsChanged", { address: account, chainIds: [numberToHex(chainId)] });
    } else if (method === "wallet_grantPermissions") {
      const { account, chainId, permissionId } = result as ResultOf["wallet_grantPermissions"];
      raise("permissionsChanged", { address: account, chainId, id: permissionId });
    } else if (method === "wallet_revokePermissions") {
      const { account, chainId, id } = params as ParamsOf["wallet_revokePermissions"];
      raise("permissionsChanged", {
        address: account,
        chainId: numberToHex(chainId),
        ...(id !== null && { id }),
      });
    }
  };

  const contextOf = (signal: AbortSignal): RpcContext => ({
    options,
    origin: parts.origin,
    service,
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
          if (error instanceof AcctError && error.data.cause === "connection_revoked") save(null);
          throw error;
        });
      const session = store.get();
      // What only shows something uses no passkey, and lengthens no session.
      if (session !== null && !/_show/.test(method)) store.set({ ...session, at: now() });
      tellOf(method, params, result);
      return result;
    },
    async connect({ siwe, texts } = {}, flow) {
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
  });
  // Somebody may have listened before this was loaded.
  attend();
  return {
    provider: {
      request<M extends string>(
        args: RequestArguments<M>,
        { signal }: { readonly signal?: AbortSignal } = {},
      ) {
        // Not an async function: a popup must open before anything is awaited.
        try {
          if (life.signal.aborted) throw new AcctError("disposed");
          const method = args?.method;
          if (typeof method !== "string" || method === "") {
            throw new AcctError("invalid_request", { field: "method" });
          }
          const handler = handlerOf(method);
          if (handler === null) {
            throw new AcctError("method_unsupported", { detail: `(${method})` });
          }
          const both = signal === undefined ? life.signal : eitherSignal(signal, life.signal);
          if (both.aborted) throw new AcctError("aborted");
          // What each handler gives is what the schema says; `tests/conformance` looks at both.
          return handler(contextOf(both), args.params).catch((error) => {
            throw typed(error);
          }) as Promise<MethodResult<M>>;
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
    },
    disconnect() {
      if (life.signal.aborted) return;
      save(null);
      life.abort();
      settle();
      wallet.dispose();
      tabs.close();
      emitter.clear();
    },
  };
}

/** Bundles whose end is looked for, should nobody have listened when it came. */
const REMEMBERED = 100;

/** Events for which the service's stream is opened. */
const streamed: readonly ServiceEvent[] = [
  "callsStatusChanged",
  "assetsChanged",
  "permissionsChanged",
];

function accountsOf(session: Session | null): readonly Address[] {
  return session === null ? [] : [session.account.address];
}

/** What is not ours becomes an internal error, with the original as its cause. */
function typed(error: unknown): AcctError {
  return error instanceof AcctError ? error : new AcctError("internal", { cause: error });
}
