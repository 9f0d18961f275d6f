/**
 * Keeps one provider of the SDK for each site. The provider checks the requests, and stores the
 * site's session; all documents of the site share it.
 *
 * @module
 */
import { toErrorJson } from "../../core/ground/error_json.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { connectPage } from "../../core/page/connected_page.ts";
import { resolveOptions } from "../../core/page/options/resolve_options.ts";
import { createProvider } from "../../core/page/provider.ts";
import type { MethodName } from "../../core/protocol/methods.ts";
import type { RequestOverride } from "../../core/protocol/provider_types.ts";
import type { Port } from "../lib/browser.ts";
import type { ExtensionConfig } from "../lib/config.ts";
import {
  MAX_PENDING,
  type PageRequest,
  type PageResponse,
  type PageState,
  readFromPage,
} from "../lib/messages.ts";
import { createSiteWallet, type SiteWallet } from "./wallet.ts";
import type { Store } from "./store.ts";
import type { WalletWindows } from "./windows.ts";

/** A site with an open document or a session. */
export interface Site {
  readonly origin: string;
  readonly wallet: SiteWallet;
  /**
   * Serves a document.
   *
   * @param early messages that arrived before
   */
  serve(port: Port, early?: readonly unknown[]): void;
  /** Returns the connected account and the chain. */
  state(): Promise<PageState>;
  /** Closes the session. */
  disconnect(): Promise<void>;
}

/** Creates the sites. */
export interface Sites {
  /** Returns a site; creates it if it is missing. */
  get(origin: string): Site;
  /** Lists all sites that are in memory. */
  list(): readonly Site[];
}

/** Parts that all sites share. */
export interface SitesOptions {
  readonly config: ExtensionConfig;
  readonly store: Store;
  readonly windows: WalletWindows;
  /** Called when the number of pending requests changed. */
  onPending(): void;
  /** Called when a session changed. */
  onSession(): void;
}

/** Advice for methods that the extension withholds. */
const WITHHELD = "Sites cannot call it through the browser extension; it needs the SDK.";

/** Creates the register of sites. */
export function createSites(options: SitesOptions): Sites {
  const sites = new Map<string, Site>();
  return {
    get(origin) {
      const site = sites.get(origin) ?? createSite(options, origin);
      sites.set(origin, site);
      return site;
    },
    list: () => [...sites.values()],
  };
}

function createSite(
  { config, store, windows, onPending, onSession }: SitesOptions,
  origin: string,
): Site {
  const options = resolveOptions(config.options);
  const ports = new Set<Port>();
  const wallet = createSiteWallet({
    origin,
    apiKey: options.apiKey,
    keysUrl: config.keysUrl,
    windows,
    onChange: onPending,
  });
  const { provider } = createProvider({
    options,
    origin,
    storage: store.site(origin),
    storageKey: `acct.session.1:${origin}`,
    loadConnected: (page) => Promise.resolve(connectPage(page, options)),
    wallet,
  });
  const state = async (): Promise<PageState> => ({
    type: "state",
    accounts: await provider.request({ method: "eth_accounts" }),
    chainId: await provider.request({ method: "eth_chainId" }),
  });
  const onChange = async () => {
    const message = await state();
    for (const port of ports) port.postMessage(message);
    onSession();
  };
  provider.on("accountsChanged", onChange).on("chainChanged", onChange);
  return {
    origin,
    wallet,
    state,
    serve(port, early = []) {
      ports.add(port);
      const life = new AbortController();
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        // The document is gone, so its dialogs close.
        life.abort(new AcctError("aborted"));
      });
      state().then((message) => ports.has(port) && port.postMessage(message), () => {});
      const receive = servePort(
        port,
        (request) => provider.request<RequestOverride>(request, { signal: life.signal }),
      );
      early.forEach(receive);
    },
    disconnect: async () => void await provider.request({ method: "wallet_disconnect" }),
  };
}

/**
 * Methods for an app's own account pages and servers, which use the SDK. Users manage owners in the
 * wallet home. Their code would make the extension a fifth larger.
 */
const withheld: ReadonlySet<string> = new Set<MethodName>([
  "acct_addPasskey",
  "acct_addRecoveryAddress",
  "acct_exportAccount",
  "acct_getOwners",
  "acct_removeOwner",
  "acct_upgradeAccount",
  "wallet_prepareCalls",
  "wallet_sendPreparedCalls",
]);

/** Sends a request to the provider of a site. */
type SiteRequest = (
  args: { readonly method: string; readonly params?: unknown },
) => Promise<unknown>;

/** Answers the requests of one document; returns the function that processes a message. */
function servePort(
  port: Port,
  request: SiteRequest,
): (data: unknown) => void {
  const pending = new Set<number>();
  const answer = async ({ id, method, params }: PageRequest): Promise<PageResponse> => {
    try {
      if (pending.size > MAX_PENDING) throw new AcctError("limit_exceeded", { retryAfter: 1 });
      if (withheld.has(method)) throw new AcctError("method_unsupported", { detail: WITHHELD });
      const parsed = params === undefined ? undefined : parseParams(params);
      const result = method === "wallet_getPermissions" && isEmpty(parsed)
        ? await sitePermissions(request)
        : await request({ method, ...(params !== undefined && { params: parsed }) });
      return {
        type: "response",
        id,
        ...(result !== undefined && { result: JSON.stringify(result) }),
      };
    } catch (error) {
      return { type: "response", id, error: toErrorJson(error) };
    }
  };
  let open = true;
  port.onDisconnect.addListener(() => open = false);
  const receive = (data: unknown) => {
    const message = readFromPage(data);
    if (message?.type !== "request" || pending.has(message.id)) return;
    pending.add(message.id);
    void answer(message).then((response) => {
      pending.delete(message.id);
      if (open) port.postMessage(response);
    });
  };
  port.onMessage.addListener(receive);
  return receive;
}

/**
 * Returns the site's own permissions (EIP-2255), which pages read without parameters. With
 * parameters, the method lists permissions that the account granted.
 */
async function sitePermissions(request: SiteRequest): Promise<unknown> {
  const accounts = await request({ method: "eth_accounts" });
  if (isEmpty(accounts)) return [];
  return await request({ method: "wallet_requestPermissions", params: [{ eth_accounts: {} }] });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || Array.isArray(value) && value.length === 0;
}

function parseParams(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AcctError("invalid_params", { field: "params", detail: "params must be JSON." });
  }
}
