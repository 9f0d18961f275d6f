/** Answers the extension's popup. @module */
import { isAccount } from "../../core/wire/account_json.ts";
import type { BrowserApi, Sender } from "../lib/browser.ts";
import type { PopupRequest, PopupView } from "../lib/popup_messages.ts";
import type { Sites } from "./sites.ts";
import type { Store } from "./store.ts";

/** Page of the popup. */
export const POPUP_PAGE = "popup.html";

/** Parts that the popup shows and changes. */
export interface PopupOptions {
  readonly api: BrowserApi;
  readonly sites: Sites;
  readonly store: Store;
  readonly keysUrl: string;
  /** Adds or removes `window.ethereum`. */
  setEthereum(on: boolean): Promise<void>;
}

/** Returns true if the browser reports the popup as the sender; content scripts are not. */
export function isPopup(sender: Sender, { runtime }: Pick<BrowserApi, "runtime">): boolean {
  return runtime.id !== undefined && sender.id === runtime.id &&
    sender.url?.split(/[?#]/)[0] === runtime.getURL(POPUP_PAGE);
}

/** Processes a request of the popup, and returns the state to show. */
export async function answerPopup(
  request: PopupRequest,
  options: PopupOptions,
): Promise<PopupView> {
  const { sites, store } = options;
  if (request.action === "disconnect") await sites.get(request.origin).disconnect();
  if (request.action === "show") sites.get(request.origin).wallet.focus();
  if (request.action === "ethereum") await options.setEthereum(request.on);
  return {
    keysUrl: options.keysUrl,
    ethereum: store.ethereum,
    sites: await connectedSites(options),
    pending: sites.list().flatMap(({ origin, wallet }) =>
      wallet.pending().map((method) => ({ origin, method }))
    ),
  };
}

/** Reads a request of the popup; `null` for all others. */
export function readPopupRequest(message: unknown): PopupRequest | null {
  if (typeof message !== "object" || message === null) return null;
  const { acct, action, origin, on } = message as Record<string, unknown>;
  if (acct !== "popup") return null;
  if (action === "view") return { acct, action };
  if (action === "ethereum" && typeof on === "boolean") return { acct, action, on };
  if ((action === "disconnect" || action === "show") && typeof origin === "string") {
    return { acct, action, origin };
  }
  return null;
}

/** Lists the sites with a session that has not expired; the newest first. */
async function connectedSites({ sites, store }: PopupOptions): Promise<PopupView["sites"]> {
  const found: (PopupView["sites"][number] & { readonly at: number })[] = [];
  for (const [origin, text] of store.sessions()) {
    const { accounts, chainId } = await sites.get(origin).state();
    const { account, at } = JSON.parse(text) as { account?: unknown; at?: unknown };
    if (accounts[0] === undefined || !isAccount(account)) continue;
    found.push({ origin, account: accounts[0], chainId: Number(chainId), at: Number(at) });
  }
  return found.sort((a, b) => b.at - a.at);
}
