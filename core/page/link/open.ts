/** Opens the wallet of `transport: "link"`. Loaded with its first request. @module */
import "../../chunks/session.ts";
import { wrong } from "../../ground/check.ts";
import { AcctError } from "../../ground/errors.ts";
import { pageOrigin } from "../../client/page_origin.ts";
import type { Storage } from "../../lib/storage.ts";
import type { ResolvedOptions } from "../options/resolve_options.ts";
import { connectionStore } from "../../link/connection.ts";
import { createLinkWallet, type LinkWallet } from "../../link/link_wallet.ts";
import { isLoopbackHost } from "../../lib/url.ts";
import type { ShowLink } from "../../protocol/link_view.ts";
import { readReturnAddress, RETURN_RULE } from "../../protocol/return_address.ts";

/**
 * Opens the wallet.
 *
 * @throws {AcctError} `invalid_params` without `preference.onLink` in a page, `key_secret` for a secret key, which another device must not get
 */
export function openLinkWallet(options: ResolvedOptions, pageStorage: Storage): LinkWallet {
  const { serverUrl, apiKey, keysUrl, appName, appLogoUrl, authTTL: ttl, preference } = options;
  if (apiKey.startsWith("sk_")) {
    throw new AcctError("key_secret", { detail: "Device links send the key to the wallet." });
  }
  const inPage = typeof document !== "undefined";
  const show = preference?.onLink ?? (inPage ? undefined : log);
  if (show === undefined) {
    throw wrong(
      "preference.onLink",
      "is required in a page: linkPanel() of @sdk/ui/link shows a QR code",
    );
  }
  const { returnUrl: returnTo } = show;
  if (returnTo !== undefined) checkReturn(returnTo, { inPage, keysUrl, ttl });
  const wallet = createLinkWallet({
    reach: { serverUrl, apiKey },
    keysUrl,
    app: { name: appName, logoUrl: appLogoUrl },
    origin: inPage ? pageOrigin() : null,
    ttl,
    returnTo,
    connection: connectionStore({
      // The option can be a store of cookies, which a page would send to its server.
      storage: inPage ? pageStorage : preference?.sessionStorage ?? pageStorage,
      key: `acct.link.1:${keysUrl}`,
      ttl,
      now: Date.now,
    }),
    show,
  });
  return {
    ...wallet,
    dispose() {
      wallet.dispose();
      wallet.end();
    },
  };
}

/** Checks the use of `systemBrowser()`. */
function checkReturn(
  returnTo: string,
  { inPage, keysUrl, ttl }: {
    readonly inPage: boolean;
    readonly keysUrl: string;
    readonly ttl: number;
  },
): void {
  if (inPage) {
    throw wrong(
      "preference.onLink",
      "is for React Native: a page uses linkPanel() of @sdk/ui/link",
    );
  }
  if (readReturnAddress(returnTo, isLoopbackHost(new URL(keysUrl).host)) === null) {
    throw wrong("preference.onLink.returnUrl", RETURN_RULE);
  }
  // Each request opens the browser again.
  if (ttl === 0) throw wrong("preference.authTTL", "must be more than 0 with systemBrowser()");
}

/** Prints each link and code once. */
const log: ShowLink = (() => {
  let printed = "";
  return (view) => {
    const text = view === null || view.state === "approve"
      ? ""
      : view.code === null
      ? `Open this link on the device with your wallet: ${view.url}`
      : `Compare this code with the one on that device: ${view.code}`;
    // Standard output belongs to the program.
    if (text !== "" && text !== printed) console.error(text);
    printed = text;
  };
})();
