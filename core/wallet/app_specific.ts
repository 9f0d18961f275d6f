/** The wallet of AppSpecific mode: passkeys of the page's own domain. @module */
import { AcctError } from "../errors.ts";
import { browserCeremony } from "../passkey/ceremony.ts";
import type { ResolvedOptions } from "../resolve_options.ts";
import type { ServiceClient } from "../service/client.ts";
import { createWatch } from "../service/watch.ts";
import type { Storage } from "../session/storage.ts";
import type { UIHandler } from "./approval.ts";
import { createLocalWallet } from "./local.ts";
import type { Wallet } from "./wallet.ts";

/** Makes the wallet for the page that it runs in. */
export function createAppWallet(
  options: ResolvedOptions,
  ui: UIHandler,
  service: ServiceClient,
  storage: Storage,
): Wallet {
  if (typeof location === "undefined") throw new AcctError("passkey_unsupported");
  return createLocalWallet({
    ui,
    service,
    watch: createWatch({ serverUrl: options.serverUrl, apiKey: options.apiKey }),
    storage,
    ceremony: browserCeremony(),
    app: { name: options.appName, logoUrl: options.appLogoUrl, origin: location.origin },
    rpId: options.preference?.rpId ?? location.hostname,
    origin: location.origin,
  });
}
