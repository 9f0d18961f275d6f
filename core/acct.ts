/**
 * Exports `Acct.create` alone, to keep a page's first load small.
 *
 * @example
 * ```ts
 * import { Acct } from "@sdk/core/acct";
 *
 * export async function connect(apiKey: string): Promise<readonly string[]> {
 *   const { provider } = Acct.create({ apiKey, appName: "My shop" });
 *   return await provider.request({ method: "eth_requestAccounts" });
 * }
 * ```
 *
 * @module
 */
import "./chunks/first.ts";
import { announce } from "./page/announce.ts";
import type { ConnectedPage } from "./page/handlers/context.ts";
import type { AcctOptions } from "./page/options/options.ts";
import { createProvider, type LoadingProvider } from "./page/provider.ts";
import type { ProviderInterface } from "./protocol/provider_types.ts";
import { type ResolvedOptions, resolveOptions } from "./page/options/resolve_options.ts";
import { pageOrigin } from "./client/page_origin.ts";
import { browserStorage, type Storage } from "./lib/storage.ts";
import { lazyWallet } from "./client/lazy_wallet.ts";
import { createRemoteWallet } from "./page/window/remote.ts";
import type { Wallet } from "./dialog/requests.ts";

/** Result of `Acct.create`. */
export interface AcctInstance {
  /** The EIP-1193 provider. */
  readonly provider: ProviderInterface;
  /** Closes the session and releases all resources. */
  disconnect(): Promise<void>;
}

/**
 * The SDK without a framework.
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
   * Creates a provider. The service receives no request, and nothing is stored, before the first
   * request.
   *
   * @throws {AcctError} `invalid_params`, with the wrong option as `data.field`
   */
  create(given) {
    const options = resolveOptions(given);
    initHandler(options);
    const storage = browserStorage();
    const owned: LoadingProvider = createProvider({
      options,
      origin: pageOrigin(),
      storage: options.preference?.sessionStorage ?? storage,
      storageKey: storageKey(options),
      loadConnected: async (page) =>
        (await import("./page/connected_page.ts")).connectPage(page, options),
      wallet: walletOf(options, () => owned.connected.load(), storage),
    });
    // Loads the code of most requests while the page is idle, before the first click. For names it
    // is loaded immediately, because their records are read before the window opens.
    const load = () => void owned.connected.load().catch(() => {});
    if (options.ens) load();
    else globalThis.requestIdleCallback?.(load);
    const silence = announce(owned.provider, options.keysUrl, options.mode);
    return {
      provider: owned.provider,
      disconnect() {
        silence();
        owned.disconnect();
        return Promise.resolve();
      },
    };
  },
};

/** Creates the wallet of a mode; only AppSpecific mode loads code for passkeys and dialogs. */
function walletOf(
  options: ResolvedOptions,
  loadConnected: () => Promise<ConnectedPage>,
  storage: Storage,
): Wallet {
  const { uiHandler, transport } = options;
  if (uiHandler === null) {
    if (transport === "link") {
      return lazyWallet(async () => (await loadConnected()).openLink!(storage));
    }
    return createRemoteWallet({
      keysUrl: options.keysUrl,
      apiKey: options.apiKey,
      app: { name: options.appName, logoUrl: options.appLogoUrl },
      transport,
    });
  }
  const load = () => Promise.all([import("./wallet/app_specific.ts"), loadConnected()]);
  // Loads while the page is idle; a failure is retried with the first request.
  globalThis.requestIdleCallback?.(() => void load().catch(() => {}));
  return lazyWallet(async () => {
    const [{ createAppWallet }, { service }] = await load();
    return createAppWallet(options, uiHandler, service, storage);
  }, () => uiHandler.cleanup());
}

/** Returns the session key, which is unique per service, mode and owner or origin of passkeys. */
function storageKey({ serverUrl, keysUrl, mode, preference }: ResolvedOptions): string {
  const { owner, rpId = "" } = preference ?? {};
  const owners = mode === "CrossPlatform" ? keysUrl : owner?.address ?? rpId;
  return `acct.session.1:${mode}:${serverUrl}:${owners}`;
}

/** Initializes the dialog handler; it throws if it belongs to another wallet already. */
function initHandler(options: ResolvedOptions): void {
  const { appName, appLogoUrl, defaultChainId, showTestnets, ens, paymasters, theme } = options;
  options.uiHandler?.init({
    appName,
    appLogoUrl,
    defaultChainId,
    showTestnets,
    ens,
    paymasters,
    theme,
    locale: options.preference?.locale,
  });
}
