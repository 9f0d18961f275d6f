/**
 * The provider's engine: everything that answers requests. A page loads it at once, but not with its
 * first load.
 *
 * @module
 */
import { announce } from "./announce.ts";
import type { Emitter } from "./events.ts";
import { createProvider } from "./provider.ts";
import { warnOfMisspelled } from "./misspelled.ts";
import type { OwnedProvider, ProviderInterface } from "./provider_types.ts";
import type { ResolvedOptions } from "./resolve_options.ts";
import { createServiceClient, type ServiceClient } from "./service/client.ts";
import { lazyFollow } from "./service/lazy_follow.ts";
import { browserStorage, type Storage } from "./session/storage.ts";
import { lazyWallet } from "./wallet/lazy.ts";
import { createRemoteWallet } from "./wallet/remote.ts";
import type { Wallet } from "./wallet/wallet.ts";
import type { OpenedWindow } from "./window/popup.ts";

/** What an engine is given. */
export interface EngineParts {
  /** The options. */
  readonly options: ResolvedOptions;
  /** Holds the listeners. */
  readonly emitter: Emitter;
  /** What pages hold, to be announced to libraries that list wallets. */
  readonly provider: ProviderInterface;
  /** A window that was opened in a click before the engine was there. */
  readonly takeWindow: () => OpenedWindow | null;
}

/** Makes the engine. */
export function createEngine(
  { options, emitter, provider, takeWindow }: EngineParts,
): OwnedProvider {
  warnOfMisspelled(options.given);
  const storage = browserStorage();
  const reach = { serverUrl: options.serverUrl, apiKey: options.apiKey };
  const service = createServiceClient(reach);
  const engine = createProvider({
    options,
    emitter,
    origin: typeof location === "undefined" ? null : location.origin,
    service,
    storage: options.preference?.sessionStorage ?? storage,
    storageKey: storageKey(options),
    follow: lazyFollow(async () => (await import("./service/follow.ts")).createFollow(reach)),
    wallet: walletOf(options, service, storage, takeWindow),
  });
  const silence = announce(provider, options.keysUrl);
  return {
    provider: engine.provider,
    disconnect() {
      silence();
      engine.disconnect();
    },
  };
}

/** The wallet of a mode. What makes passkeys and dialogs work is loaded only where they are. */
function walletOf(
  options: ResolvedOptions,
  service: ServiceClient,
  storage: Storage,
  takeWindow: EngineParts["takeWindow"],
): Wallet {
  const { uiHandler } = options;
  if (options.mode === "CrossPlatform" || uiHandler === null) {
    return createRemoteWallet({
      keysUrl: options.keysUrl,
      apiKey: options.apiKey,
      app: { name: options.appName, logoUrl: options.appLogoUrl },
      transport: options.transport,
      takeWindow,
    });
  }
  const load = () => import("./wallet/app_specific.ts");
  // Before the click, where there is time; what fails then is tried again.
  globalThis.requestIdleCallback?.(() => void load().catch(() => {}));
  return lazyWallet(async () => {
    const { createAppWallet } = await load();
    return createAppWallet(options, uiHandler, service, storage);
  }, () => uiHandler.cleanup());
}

/** One session per service, mode and origin of the passkeys: other instances share none by accident. */
function storageKey({ serverUrl, keysUrl, mode, preference }: ResolvedOptions): string {
  const passkeys = mode === "CrossPlatform" ? keysUrl : preference?.rpId ?? "";
  return `acct.session.1:${mode}:${serverUrl}:${passkeys}`;
}
