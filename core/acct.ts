/** `Acct.create`: the provider for direct use. @module */
import { announce } from "./announce.ts";
import type { AcctOptions } from "./options.ts";
import { createProvider, type ProviderInterface } from "./provider.ts";
import { type ResolvedOptions, resolveOptions } from "./resolve_options.ts";
import { createServiceClient, type ServiceClient } from "./service/client.ts";
import { lazyFollow } from "./service/lazy_follow.ts";
import { browserStorage, type Storage } from "./session/storage.ts";
import { lazyWallet } from "./wallet/lazy.ts";
import { createRemoteWallet } from "./wallet/remote.ts";
import type { Wallet } from "./wallet/wallet.ts";

/** What `Acct.create` gives. */
export interface AcctInstance {
  /** The EIP-1193 provider. */
  readonly provider: ProviderInterface;
  /** Ends the session and lets go of everything. */
  disconnect(): Promise<void>;
}

/**
 * The kit without a framework.
 *
 * @example
 * ```ts ignore
 * import { Acct } from "@sdk/core";
 *
 * const { provider } = Acct.create({ apiKey: "pk_live_…", appName: "My shop" });
 * const [address] = await provider.request({ method: "eth_requestAccounts" });
 * ```
 */
export const Acct: { create(options: AcctOptions): AcctInstance } = {
  /**
   * Makes a provider. Nothing is loaded, stored or sent before the first request.
   *
   * @throws {AcctError} `invalid_params`, with the wrong option as `data.field`
   */
  create(options) {
    const resolved = resolveOptions(options);
    const storage = browserStorage();
    const service = createServiceClient({ serverUrl: resolved.serverUrl, apiKey: resolved.apiKey });
    const origin = typeof location === "undefined" ? null : location.origin;
    const { provider, disconnect } = createProvider({
      options: resolved,
      origin,
      service,
      storage: options.preference?.sessionStorage ?? storage,
      storageKey: storageKey(resolved),
      follow: lazyFollow(async () => {
        const { createFollow } = await import("./service/follow.ts");
        return createFollow({ serverUrl: resolved.serverUrl, apiKey: resolved.apiKey });
      }),
      wallet: walletOf(resolved, service, storage),
    });
    const silence = announce(provider, resolved.keysUrl);
    return {
      provider,
      disconnect() {
        silence();
        disconnect();
        return Promise.resolve();
      },
    };
  },
};

/** The wallet of a mode. The engine is loaded only where the dialogs are. */
function walletOf(
  options: ResolvedOptions,
  service: ServiceClient,
  storage: Storage,
): Wallet {
  const { uiHandler } = options;
  if (options.mode === "CrossPlatform" || uiHandler === null) {
    return createRemoteWallet({
      keysUrl: options.keysUrl,
      apiKey: options.apiKey,
      app: { name: options.appName, logoUrl: options.appLogoUrl },
    });
  }
  uiHandler.init({
    appName: options.appName,
    appLogoUrl: options.appLogoUrl,
    defaultChainId: options.defaultChainId,
    showTestnets: options.showTestnets,
    ...(options.ens !== undefined && { ens: options.ens }),
    ...(options.paymasters !== undefined && { paymasters: options.paymasters }),
    ...(options.theme !== undefined && { theme: options.theme }),
  });
  return lazyWallet(async () => {
    const { createAppWallet } = await import("./wallet/app_specific.ts");
    return createAppWallet(options, uiHandler, service, storage);
  }, () => uiHandler.cleanup());
}

/** One session per service and mode, so that two instances do not share one by accident. */
function storageKey({ serverUrl, mode }: ResolvedOptions): string {
  return `acct.session.1:${mode}:${serverUrl}`;
}
