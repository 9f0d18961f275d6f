/**
 * The wallet host's page. Opened by a page, it answers that page; opened by a person, it shows what
 * this device knows.
 *
 * @module
 */
import { browserCeremony } from "../core/passkey/ceremony.ts";
import { createServiceClient } from "../core/service/client.ts";
import { createWatch } from "../core/service/watch.ts";
import { siteBook } from "../core/session/sites.ts";
import { browserStorage } from "../core/session/storage.ts";
import { createLocalWallet } from "../core/wallet/local.ts";
import { perSite } from "../core/wallet/per_site.ts";
import { serveOpener } from "../core/window/host.ts";
import { POPUP_PATH } from "../core/window/popup.ts";
import { ReactUIHandler } from "../ui/mod.ts";
import { showHome } from "./home.tsx";
import { serviceUrl } from "./service_url.ts";

const place = document.getElementById("page")!;

if (location.pathname === POPUP_PATH && globalThis.opener !== null) {
  const ended = serveOpener({
    opener: globalThis.opener as Window,
    hash: location.hash,
    host: location.host.replace(/^keys\./, ""),
    wallet(app, apiKey) {
      const ui = new ReactUIHandler();
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
        service: createServiceClient(reach),
        watch: createWatch(reach),
        storage,
        ceremony: browserCeremony(),
        rpId: location.hostname,
        origin: location.origin,
      });
      return perSite(wallet, app, siteBook(storage));
    },
  });
  if (ended === null) showHome(place);
} else {
  showHome(place);
}
