/** Wallet of the shell: loaded on demand, with its dialogs and the parsing of requests. @module */
import { AcctError } from "../../core/ground/errors.ts";
import { browserCeremony } from "../../core/passkey/browser/ceremony.ts";
import { createServiceClient, type ServiceClient } from "../../core/client/client.ts";
import { createWaitingRecoveries } from "../../core/client/recoveries.ts";
import { lazy } from "../../core/client/lazy.ts";
import { siteBook } from "../../core/wallet/device/sites.ts";
import { browserStorage } from "../../core/lib/storage.ts";
import type { AppView } from "../../core/dialog/types.ts";
import { createLocalWallet } from "../../core/wallet/local.ts";
import { readConnection } from "../../core/wallet/host/connect_params.ts";
import type { DappRequest } from "../../core/wallet/host/params.ts";
import { perSite, type SiteBooks } from "../../core/wallet/host/per_site.ts";
import type { Wallet } from "../../core/dialog/requests.ts";
import { ReactUIHandler } from "../../ui/mod.ts";
import { loadLocale } from "../../ui/text/locale.ts";
import { pageTheme } from "../page/language.ts";
import { load } from "../page/load.ts";
import { continuedHost } from "../page/other_hosts.ts";
import { serviceUrl } from "../page/service_url.ts";
import { openSync } from "../sync/open.ts";
import { fitWindow } from "./fit.ts";
import { createPhoneChoice } from "./phone.ts";

/** Reads a request of a dApp; the code for a connection is loaded already. */
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
    () => import("../../core/wallet/host/params.ts"),
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
  /** Where its connections and grants are remembered. Default: by its origin. */
  readonly books?: SiteBooks;
  /** True for another device, whose requests this one answers: it offers no phone. */
  readonly linked?: true;
}

/**
 * Prepares a wallet: fetches the service's configuration and the dialogs' texts before the dApp's
 * first message arrives.
 */
export function prepareWallet(): (requester: Requester) => Wallet {
  const { configuration } = createServiceClient({ serverUrl: serviceUrl(location), apiKey: "" });
  // A request that needs the configuration fetches it again, and shows the error to the user.
  configuration().catch(() => {});
  loadLocale([document.documentElement.lang]).catch(() => {});
  if (globalThis.opener !== null) fitWindow(globalThis.window);
  return (requester) => openWallet(requester, configuration);
}

/** Sites that requested permissions or operations; a connection does not need them. */
const grantCode = lazy(() => import("../../core/wallet/host/site_records.ts"));

/** Opens the wallet for one dApp. */
function openWallet(
  { app, apiKey, openInWindow, books, linked }: Requester,
  configuration: ServiceClient["configuration"],
): Wallet {
  const homeUrl = `${location.origin}/`;
  const storage = browserStorage();
  // The storage of a frame does not last.
  const phone = linked || openInWindow ? undefined : createPhoneChoice({ app, apiKey }, storage);
  const ui = new ReactUIHandler({
    homeUrl,
    ...(openInWindow && { openInWindow }),
    ...(phone && { onPhone: phone.onPhone }),
  });
  ui.init({
    appName: app.name,
    appLogoUrl: app.logoUrl,
    defaultChainId: 1,
    showTestnets: true,
    theme: { mode: pageTheme() },
  });
  const continues = continuedHost();
  const reach = {
    serverUrl: serviceUrl(location),
    apiKey,
    // A program has no origin.
    ...(app.origin !== "" && { onBehalfOf: app.origin }),
  };
  // The storage of a frame does not last.
  const sync = openInWindow ? undefined : openSync(reach, storage);
  const wallet = createLocalWallet({
    ui,
    async holderOf(permission) {
      const { grantBook, holderOf } = await grantCode.load();
      return holderOf(grantBook(storage), permission);
    },
    app,
    homeUrl,
    service: { ...createServiceClient(reach), configuration },
    recoveries: createWaitingRecoveries(reach),
    storage,
    ceremony: browserCeremony(sync),
    rpId: location.hostname,
    ...(continues !== undefined && { continues }),
    origin: location.origin,
    topOrigin: openInWindow === undefined ? null : app.origin,
  });
  const forSite = perSite(
    wallet,
    app,
    books ?? {
      sites: siteBook(storage),
      grants: { put: async (grant) => (await grantCode.load()).grantBook(storage).put(grant) },
      // Loads while the operation is sent; without the code, the activity lacks the site.
      requesters: {
        put: (request) =>
          grantCode.load().then(
            ({ requesterBook }) => requesterBook(storage).put(request),
            () => {},
          ),
      },
      ...(sync && { onChange: sync.run }),
    },
  );
  if (openInWindow !== undefined) return withWindowFallback(forSite, openInWindow);
  return phone?.wrap(forSite) ?? forSite;
}

/**
 * Opens a window for a connection that is unknown to the frame. Frames have partitioned storage, so
 * the connection may have been made in a window. Only the window's storage contains whether the
 * user has disconnected the site.
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
