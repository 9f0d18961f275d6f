/**
 * The wallet host's page. Opened or framed by a page, it answers that page; opened by a person, it
 * shows what this device knows.
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
import { reportsVisibility } from "../core/window/choose.ts";
import { FRAME_PATH } from "../core/window/frame.ts";
import { askForWindow, serveOpener } from "../core/window/host.ts";
import { POPUP_PATH } from "../core/window/popup.ts";
import { ReactUIHandler } from "../ui/mod.ts";
import { showHome } from "./home.tsx";
import { serviceUrl } from "./service_url.ts";

const place = document.getElementById("page")!;
const framed = globalThis.parent !== globalThis.self;

if (framed) {
  // The page shows through, whatever its colours are.
  document.documentElement.classList.add("framed");
  const page = { opener: globalThis.parent, hash: location.hash };
  // A frame that the browser lets remember nothing would forget the account at once.
  const remembers = browserStorage().set("acct.frame.1", "1");
  if (location.pathname === FRAME_PATH && reportsVisibility() && remembers) answer(page.opener);
  else askForWindow(page);
} else if (location.pathname === POPUP_PATH && globalThis.opener !== null) {
  if (!answer(globalThis.opener as Window)) showHome(place);
} else {
  showHome(place);
}

/** Answers the page that this one was opened or framed by; `false` if the URL names none. */
function answer(opener: Window): boolean {
  const { hash } = location;
  const ended = serveOpener({
    opener,
    hash,
    host: location.host.replace(/^keys\./, ""),
    wallet(app, apiKey) {
      const ui = new ReactUIHandler({
        ...(framed && { elsewhere: () => askForWindow({ opener, hash }) }),
      });
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
        topOrigin: framed ? app.origin : null,
      });
      return perSite(wallet, app, siteBook(storage));
    },
  });
  return ended !== null;
}
