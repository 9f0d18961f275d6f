/** Creates the wallet of AppSpecific mode: its passkeys belong to the dApp's own domain. @module */
import "./shared_chunk.ts";
import { requireOrigin } from "../client/page_origin.ts";
import { browserCeremony } from "../passkey/ceremony.ts";
import { isRpId } from "../passkey/related.ts";
import { wrong } from "../protocol/schema/check_first.ts";
import type { ResolvedOptions } from "../page/resolve_options.ts";
import type { ServiceClient } from "../client/client.ts";
import { createWaitingRecoveries } from "../client/recoveries.ts";
import type { Storage } from "../lib/storage.ts";
import { cleanText } from "../lib/text.ts";
import type { UIHandler } from "../dialog/types.ts";
import { createLocalWallet } from "./local.ts";
import { later } from "./requests/later.ts";
import type { Wallet } from "../protocol/requests.ts";

/** Creates the wallet for the current page. */
export function createAppWallet(
  options: ResolvedOptions,
  ui: UIHandler,
  service: ServiceClient,
  storage: Storage,
): Wallet {
  const { rpId } = options.preference ?? {};
  if (rpId !== undefined && !isRpId(rpId)) {
    throw wrong("preference.rpId", "must be a host name in lower case, such as example.com");
  }
  const origin = requireOrigin();
  // A connected user may act at any time.
  later.load().catch(() => {});
  const reach = { serverUrl: options.serverUrl, apiKey: options.apiKey };
  return createLocalWallet({
    ui,
    service,
    recoveries: createWaitingRecoveries(reach),
    storage,
    ceremony: browserCeremony(),
    app: { name: cleanText(options.appName, 64), logoUrl: options.appLogoUrl, origin },
    rpId: rpId ?? new URL(origin).hostname,
    origin,
  });
}
