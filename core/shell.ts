/**
 * The provider before its engine is there: it takes listeners and requests, and opens the wallet
 * host's window within a click that comes first.
 *
 * @module
 */
import { AcctError } from "./errors.ts";
import { createEmitter, type Emitter } from "./events.ts";
import type { OwnedProvider, ProviderInterface } from "./provider_types.ts";
import { type OpenedWindow, openWindow } from "./window/popup.ts";

/** How a provider gets its engine. */
export interface ShellParts {
  /** Loads the engine; called again after a failure. */
  load(emitter: Emitter, takeWindow: () => OpenedWindow | null): Promise<OwnedProvider>;
  /** URL of the wallet host, if requests open its window. */
  readonly keysUrl: string | null;
}

/** A provider that is there at once. */
export interface Shell {
  /** The provider. */
  readonly provider: ProviderInterface;
  /** Ends the session and lets go of everything. */
  disconnect(): Promise<void>;
}

/** How the names of the methods that ask a person begin. */
const asking =
  /^(acct_show|eth_(requestAcc|sendTr|signTy)|personal|wallet_(connect|sendCalls|sign|show|grant|revoke|requestEx))/;

/** Makes it; in a page the engine is loaded at once, so that the first click finds it there. */
export function createShell({ load, keysUrl }: ShellParts): Shell {
  const emitter = createEmitter();
  let engine: OwnedProvider | undefined;
  let loading: Promise<OwnedProvider> | undefined;
  let opened: OpenedWindow | null = null;
  let disposed = false;

  const takeWindow = () => {
    const taken = opened;
    opened = null;
    return taken;
  };
  const start = () =>
    loading ??= load(emitter, takeWindow).then((loaded) => engine = loaded, (cause) => {
      // A chunk that could not be fetched may be there the next time.
      loading = undefined;
      throw new AcctError("service_down", { detail: "(The wallet's code did not load.)", cause });
    });
  const inPage = typeof document !== "undefined";
  if (inPage) start().catch(() => {});

  const provider: ProviderInterface = {
    request(args, options) {
      if (disposed) return Promise.reject(new AcctError("disposed"));
      // Not an async function: a window must open before anything is awaited.
      if (engine !== undefined) return engine.provider.request(args, options);
      const asks = inPage && keysUrl !== null && opened === null && asking.test(args?.method);
      if (asks) opened = openWindow(keysUrl);
      return start().then(({ provider }) => provider.request(args, options)).finally(() => {
        // A request that was refused, or that needed nobody, leaves no window behind.
        if (asks) takeWindow()?.close();
      });
    },
    on: (event, listener) => (engine?.provider ?? emitter).on(event, listener),
    removeListener: (event, listener) =>
      (engine?.provider ?? emitter).removeListener(event, listener),
  };
  return {
    provider,
    async disconnect() {
      if (disposed) return;
      disposed = true;
      takeWindow()?.close();
      // What a session left in the storage ends as well, so the engine is needed for the end.
      (await start()).disconnect();
    },
  };
}
