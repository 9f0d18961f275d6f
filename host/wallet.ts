/** Wallet of the shell: loaded on demand, with its dialogs and the parsing of requests. @module */
import { AcctError } from "../core/protocol/errors.ts";
import { browserCeremony } from "../core/passkey/ceremony.ts";
import { createServiceClient, type ServiceClient } from "../core/client/client.ts";
import { createWaitingRecoveries } from "../core/client/recoveries.ts";
import { grantBook, holderOf } from "../core/wallet/device/grants.ts";
import { siteBook } from "../core/wallet/device/sites.ts";
import { browserStorage } from "../core/lib/storage.ts";
import type { AppView } from "../core/dialog/types.ts";
import { createLocalWallet } from "../core/wallet/local.ts";
import { readConnection } from "../core/wallet/host/connect_params.ts";
import type { DappRequest } from "../core/wallet/host/params.ts";
import { perSite } from "../core/wallet/host/per_site.ts";
import type { Wallet } from "../core/protocol/requests.ts";
import { ReactUIHandler } from "../ui/mod.ts";
import { loadLocale } from "../ui/text/locale.ts";
import { load } from "./load.ts";
import { continuedHost } from "./other_hosts.ts";
import { serviceUrl } from "./service_url.ts";

/** Reads a request of a dApp; the code for a connection is here already. */
export async function readRequest(
  method: unknown,
  params: unknown,
  origin: string,
): Promise<DappRequest> {
  const connection = readConnection(method, params, origin);
  if (connection !== null) return connection;
  const place = document.getElementById("page")!;
  const later = await load(
    place,
    () => import("../core/wallet/host/params.ts"),
    // The failure page would reload the window below the open dialog.
    () => document.querySelector("[data-sdk-modal-container]") !== null,
  );
  return await later.readRequest(method, params, origin);
}

/** The dApp that the wallet serves. */
export interface Requester {
  /** The page. */
  readonly app: AppView;
  /** API key of the dApp, for attribution and quotas. */
  readonly apiKey: string;
  /** Moves from the frame to a window; absent in a window. */
  readonly openInWindow?: () => void;
}

/**
 * Prepares a wallet: fetches the service's configuration and the dialogs' texts while the dApp
 * still introduces itself.
 */
export function prepareWallet(): (requester: Requester) => Wallet {
  const { configuration } = createServiceClient({ serverUrl: serviceUrl(location), apiKey: "" });
  // A request that needs it fetches it again, and shows the error to the user.
  configuration().catch(() => {});
  loadLocale([document.documentElement.lang]).catch(() => {});
  return (requester) => openWallet(requester, configuration);
}

/** Opens the wallet for one dApp. */
function openWallet(
  { app, apiKey, openInWindow }: Requester,
  configuration: ServiceClient["configuration"],
): Wallet {
  const homeUrl = `${location.origin}/`;
  const ui = new ReactUIHandler({ homeUrl, ...(openInWindow && { openInWindow }) });
  ui.init({
    appName: app.name,
    appLogoUrl: app.logoUrl,
    defaultChainId: 1,
    showTestnets: true,
  });
  const storage = browserStorage();
  const continues = continuedHost();
  const reach = { serverUrl: serviceUrl(location), apiKey, onBehalfOf: app.origin };
  const grants = grantBook(storage);
  const wallet = createLocalWallet({
    ui,
    holderOf: (permission) => holderOf(grants, permission),
    app,
    homeUrl,
    service: { ...createServiceClient(reach), configuration },
    recoveries: createWaitingRecoveries(reach),
    storage,
    ceremony: browserCeremony(),
    rpId: location.hostname,
    ...(continues !== undefined && { continues }),
    origin: location.origin,
    topOrigin: openInWindow === undefined ? null : app.origin,
  });
  const forSite = perSite(wallet, app, {
    sites: siteBook(storage),
    grants,
  });
  return openInWindow === undefined ? forSite : withWindowFallback(forSite, openInWindow);
}

/**
 * Moves to a window for a connection that the frame does not know. Frames have partitioned storage,
 * so it may have been made in a window, which knows whether the user has disconnected the site.
 */
function withWindowFallback(wallet: Wallet, openInWindow: () => void): Wallet {
  return {
    ...wallet,
    ask: (method, params, options) =>
      wallet.ask(method, params, options).catch((error) => {
        const { cause } = error instanceof AcctError ? error.data : {};
        if (cause !== "connection_revoked" && cause !== "unauthorized") throw error;
        openInWindow();
        // The dApp repeats the request there, and this frame is removed.
        return new Promise<never>(() => {});
      }),
  };
}
