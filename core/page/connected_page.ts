/**
 * Reads from the service and subscribes to the account. Loaded with a session, while a user
 * connects, or with the first read.
 *
 * @module
 */
import "../chunks/session.ts";
import { createServiceClient, type ServiceClient } from "../client/client.ts";
import type { Follow } from "../client/follow.ts";
import { type Lazy, lazy } from "../client/lazy.ts";
import { AcctError } from "../ground/errors.ts";
import { type Subscriber, subscribeToAccount } from "./session/account_subscription.ts";
import { onDemand } from "./handlers/on_demand.ts";
import { sessionHandlers } from "./handlers/with_session.ts";
import type { ConnectedPage, ServiceContext } from "./handlers/context.ts";
import { findEntry } from "../schema/handle.ts";
import { readChain } from "./handlers/reads.ts";
import type { LinkWallet } from "../link/link_wallet.ts";
import type { ResolvedOptions } from "./options/resolve_options.ts";

/** Pause after a failed load of the code. */
const RETRY_MS = 60_000;

/** Creates it with the page's options. */
export function connectPage(
  page: Subscriber,
  options: ResolvedOptions,
): ConnectedPage {
  const { serverUrl, apiKey } = options;
  const reach = { serverUrl, apiKey };
  const follow = lazy(async () => (await loadReads()).createFollow(reach));
  const connected = connectPageTo(
    page,
    createServiceClient(reach),
    followWith(follow.load),
    options.ens,
  );
  const end = lazy(async () => (await import("./session/end.ts")).watchEnd(page, options.authTTL));
  let link: LinkWallet | undefined;
  let account = page.account();
  return {
    ...connected,
    openLink: async (storage) =>
      link = (await import("./link/open.ts")).openLinkWallet(options, storage),
    refresh() {
      connected.refresh();
      // The session changes in this turn, after this call.
      queueMicrotask(() => {
        if (account && !page.account()) link?.end();
        account = page.account();
      });
      if (end.loaded ?? page.account()) end.load().then((check) => check(), () => {});
    },
  };
}

/** Loads the code that follows an account; retries until it is loaded. */
export function followWith(load: () => Promise<Follow>): Follow {
  return (options) => {
    let timer: ReturnType<typeof setTimeout>;
    let end: (() => void) | null = () => clearTimeout(timer);
    const begin = () =>
      void load().then((follow) => end &&= follow(options), (error) => {
        if (end === null) return;
        console.warn("Acct: changes are not followed.", error);
        timer = setTimeout(begin, RETRY_MS);
      });
    begin();
    return () => {
      end?.();
      end = null;
    };
  };
}

/** Creates it with a service client; without `follow`, no stream is opened. */
export function connectPageTo(
  page: Pick<Subscriber, "emitter" | "account">,
  service: ServiceClient,
  follow?: Follow,
  ens?: string,
): ConnectedPage {
  const subscription = subscribeToAccount(page, service, follow);
  const own = lazy(async () =>
    (await import("../client/own_transactions.ts")).createOwnTransactions(service)
  );
  const capabilities = lazy(() => import("./capabilities.ts"));
  // Loads the reader of names before the window opens, because a click should not wait for it.
  if (ens) capabilities.load().catch(() => {});
  const later: Readonly<Record<string, Chunk>> = onDemand();
  return {
    service,
    ...subscription,
    readCapabilities: async (at, page, siwe) =>
      (await capabilities.load(page.signal)).readCapabilities(at, page, siwe),
    answer(wanted, context, params) {
      const method = wanted
        // viem's second attempt; its error would replace the first one.
        .replace(/^wallet(?=_sendTransaction$)/, "eth")
        // The third version only lacks some types; the first one is rejected by its params.
        .replace(/^(eth_signTypedData)(?:_v3)?$/, "$1_v4");
      const inner: ServiceContext = { ...context, service };
      const entry = findEntry(sessionHandlers, method);
      // Loaded while the user decides: it handles the transaction once it is sent.
      if (method === "eth_sendTransaction") own.load().catch(() => {});
      if (entry !== undefined) return entry.run(inner, params);
      if (Object.hasOwn(later, method)) {
        const chunk = later[method]!;
        if (chunk.loaded) return chunk.loaded.handlers[method]!.run(inner, params);
        // The click waits for the checks. A window for a request that is then rejected is worse
        // than a window that the browser blocks: in the second case a button asks for another
        // click.
        return chunk.load(context.signal).then(({ handlers }) =>
          handlers[method]!.run(inner, params)
        );
      }
      const found = readChain(inner, method, params);
      return own.loaded && /^eth_getTransaction(?:Receipt|ByHash)$/.test(method)
        ? found.then((found) => own.loaded!.describe(method, params, found, inner))
        : found;
    },
    land: (sent, signal) =>
      own.load(signal).then(({ land }) => land(sent, signal), (cause) => {
        throw new AcctError("may_be_sent", { cause, id: sent.id });
      }),
  };
}

/** Loads the reads of an account with the stream of its changes. */
const loadReads = () => import("./handlers/account_reads.ts");

/** A module of handlers, loaded with the first request for one of them. */
type Chunk = Lazy<{ readonly handlers: Readonly<Record<string, Runnable>> }>;

/** The handler of any method. */
interface Runnable {
  readonly run: (context: ServiceContext, params: unknown) => Promise<unknown>;
}
