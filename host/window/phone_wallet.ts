/** Opens the wallet on the user's phone, for a dApp whose window is here. @module */
import { createLinkWallet } from "../../core/link/link_wallet.ts";
import { connectionStore } from "../../core/link/connection.ts";
import type { AppView } from "../../core/dialog/types.ts";
import type { Wallet } from "../../core/dialog/requests.ts";
import type { Storage } from "../../core/lib/storage.ts";
import { linkPanel } from "../../ui/link/panel.ts";
import { pageLocale } from "../page/language.ts";
import { serviceUrl } from "../page/service_url.ts";
import { panelTexts } from "./panel_text.ts";

/** Seconds for which the phone is remembered after its last use; the page's session may end sooner. */
const TTL_S = 604_800;

/** Opens the wallet; the phone shows the dApp's origin, which the browser reported to this page. */
export function openPhoneWallet(
  { app, apiKey }: { readonly app: AppView; readonly apiKey: string },
  storage: Storage,
): Wallet {
  return createLinkWallet({
    reach: { serverUrl: serviceUrl(location), apiKey, onBehalfOf: app.origin },
    keysUrl: location.origin,
    app: { name: app.name, logoUrl: app.logoUrl },
    origin: app.origin,
    ttl: TTL_S,
    connection: connectionStore({
      storage,
      key: `acct.phone-link.1:${app.origin}`,
      ttl: TTL_S,
      now: Date.now,
    }),
    show: linkPanel(panelTexts[pageLocale().language]),
  });
}
