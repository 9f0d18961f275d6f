/** What the shell loads to answer a page: the wallet, its dialogs, and what reads requests. @module */
import { AcctError } from "../core/protocol/errors.ts";
import { browserCeremony } from "../core/passkey/ceremony.ts";
import { createServiceClient, type ServiceClient } from "../core/client/client.ts";
import { createWatch } from "../core/client/watch.ts";
import { siteBook } from "../core/wallet/device/sites.ts";
import { browserStorage } from "../core/lib/storage.ts";
import type { AppView } from "../core/dialog/request.ts";
import { createLocalWallet } from "../core/wallet/local.ts";
import { perSite } from "../core/wallet/host/per_site.ts";
import type { Wallet } from "../core/protocol/requests.ts";
import { ReactUIHandler } from "../ui/mod.ts";
import { loadLocale } from "../ui/text/locale.ts";
import { serviceUrl } from "./service_url.ts";

export { isDappMethod, readParams } from "../core/wallet/host/params.ts";

/** For whom the wallet answers. */
export interface Answering {
  /** The page. */
  readonly app: AppView;
  /** Its API key, for attribution and quotas. */
  readonly apiKey: string;
  /** Leaves the frame for a window; absent in a window. */
  readonly elsewhere?: () => void;
}

/**
 * Prepares to open a wallet: what the service serves, and the words of the dialogs, are fetched while
 * the page still says who it is.
 */
export function prepareWallet(): (answering: Answering) => Wallet {
  const { configuration } = createServiceClient({ serverUrl: serviceUrl(location), apiKey: "" });
  // A question that needs it asks again, and tells the person.
  configuration().catch(() => {});
  loadLocale([document.documentElement.lang]).catch(() => {});
  return (answering) => openWallet(answering, configuration);
}

/** The wallet for one page. */
function openWallet(
  { app, apiKey, elsewhere }: Answering,
  configuration: ServiceClient["configuration"],
): Wallet {
  const ui = new ReactUIHandler({ ...(elsewhere && { elsewhere }) });
  ui.init({
    appName: app.name,
    appLogoUrl: app.logoUrl,
    defaultChainId: 1,
    showTestnets: true,
  });
  const storage = browserStorage();
  const reach = { serverUrl: serviceUrl(location), apiKey, onBehalfOf: app.origin };
  const wallet = createLocalWallet({
    ui,
    app,
    service: { ...createServiceClient(reach), configuration },
    watch: createWatch(reach),
    storage,
    ceremony: browserCeremony(),
    rpId: location.hostname,
    origin: location.origin,
    topOrigin: elsewhere === undefined ? null : app.origin,
  });
  const forSite = perSite(wallet, app, siteBook(storage));
  return elsewhere === undefined ? forSite : orElsewhere(forSite, elsewhere);
}

/**
 * A frame has a storage of its own per site: a connection that it does not know may be one that was
 * made in a window. The window is asked then, and says whether it was ended.
 */
function orElsewhere(wallet: Wallet, elsewhere: () => void): Wallet {
  return {
    ...wallet,
    ask: (method, params, options) =>
      wallet.ask(method, params, options).catch((error) => {
        const { cause } = error instanceof AcctError ? error.data : {};
        if (cause !== "connection_revoked" && cause !== "unauthorized") throw error;
        elsewhere();
        // The page asks anew there, and this frame goes.
        return new Promise<never>(() => {});
      }),
  };
}
