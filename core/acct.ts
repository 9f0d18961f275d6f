/** `Acct.create`: the provider for direct use. @module */
import type { AcctOptions } from "./options.ts";
import type { ProviderInterface } from "./provider_types.ts";
import { type ResolvedOptions, resolveOptions } from "./resolve_options.ts";
import { createShell } from "./shell.ts";

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
   * Makes a provider. In a page the rest of its code is loaded at once, so that the first click finds it
   * there; nothing is stored, and nothing asked of the service, before the first request.
   *
   * @throws {AcctError} `invalid_params`, with the wrong option as `data.field`
   */
  create(options) {
    const resolved = resolveOptions(options);
    if (resolved.mode === "AppSpecific") initHandler(resolved);
    const shell = createShell({
      keysUrl: resolved.mode === "CrossPlatform" && resolved.transport === "popup"
        ? resolved.keysUrl
        : null,
      load: async (emitter, takeWindow) => {
        const { createEngine } = await import("./engine.ts");
        return createEngine({ options: resolved, emitter, takeWindow, provider: shell.provider });
      },
    });
    return shell;
  },
};

/** Tells the handler of the dialogs what it shows them for; one that serves a wallet already throws. */
function initHandler(options: ResolvedOptions): void {
  const { appName, appLogoUrl, defaultChainId, showTestnets, ens, paymasters, theme } = options;
  const locale = options.preference?.locale;
  options.uiHandler?.init({
    appName,
    appLogoUrl,
    defaultChainId,
    showTestnets,
    ...(ens && { ens }),
    ...(paymasters && { paymasters }),
    ...(theme && { theme }),
    ...(locale !== undefined && { locale }),
  });
}
