/** Creates the wallet of AppSpecific mode: its passkeys belong to the dApp's own domain. @module */
import "../chunks/wallet.ts";
import { requireOrigin } from "../client/page_origin.ts";
import { browserCeremony } from "../passkey/browser/ceremony.ts";
import { isRpId } from "../passkey/related.ts";
import { wrong } from "../ground/check.ts";
import type { ServiceClient } from "../client/client.ts";
import { createWaitingRecoveries } from "../client/recoveries.ts";
import type { Storage } from "../lib/storage.ts";
import { cleanText } from "../lib/text.ts";
import type { UIHandler } from "../dialog/types.ts";
import { createLocalWallet } from "./local.ts";
import { later } from "./handlers/later.ts";
import type { OwnerSigner } from "../account/to_sign.ts";
import type { Wallet } from "../dialog/requests.ts";

/** Options that the wallet of the current page reads. */
interface AppWalletOptions {
  readonly apiKey: string;
  readonly appName: string;
  readonly appLogoUrl: string | null;
  /** Base URL of the service. */
  readonly serverUrl: string;
  readonly preference?:
    | { readonly rpId?: string; readonly owner?: OwnerSigner | undefined }
    | undefined;
}

/** Creates the wallet for the current page. */
export async function createAppWallet(
  options: AppWalletOptions,
  ui: UIHandler,
  service: ServiceClient,
  storage: Storage,
): Promise<Wallet> {
  const { rpId, owner } = options.preference ?? {};
  if (rpId !== undefined && !isRpId(rpId)) {
    throw wrong("preference.rpId", "must be a host name in lower case, such as example.com");
  }
  const origin = requireOrigin();
  // A connected user may act at any time.
  later.load().catch(() => {});
  const named = owner && (await import("./external_owner.ts")).externalOwner(owner);
  const reach = { serverUrl: options.serverUrl, apiKey: options.apiKey };
  return createLocalWallet({
    ui,
    service,
    recoveries: createWaitingRecoveries(reach),
    storage,
    ceremony: browserCeremony(),
    ...(named && { owner: named }),
    app: { name: cleanText(options.appName, 64), logoUrl: options.appLogoUrl, origin },
    rpId: rpId ?? new URL(origin).hostname,
    origin,
  });
}
