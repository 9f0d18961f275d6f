/**
 * Reads from the service and subscribes to the account. Loaded with a session, while a user
 * connects, or with the first read.
 *
 * @module
 */
import "./session_chunk.ts";
import { createServiceClient, type ServiceClient } from "../client/client.ts";
import type { Follow } from "../client/follow.ts";
import { type Lazy, lazy } from "../client/lazy.ts";
import { AcctError } from "../protocol/errors.ts";
import { type Subscriber, subscribeToAccount } from "./account_subscription.ts";
import {
  connectedHandlers,
  homeMethods,
  ownerMethods,
  permissionMethods,
  preparedMethods,
  readMethods,
  showMethods,
} from "./handlers/connected.ts";
import type { ConnectedPage, ServiceContext } from "./handlers/context.ts";
import { findEntry } from "../protocol/schema/handle.ts";
import { readChain } from "./handlers/reads.ts";
import type { ResolvedOptions } from "./resolve_options.ts";

/** Pause after code that did not load. */
const RETRY_MS = 60_000;

/** Creates it with the page's options. */
export function connectPage(
  page: Subscriber,
  { serverUrl, apiKey, given, ens, authTTL }: ResolvedOptions,
): ConnectedPage {
  import("./misspelled.ts").then((loaded) => loaded.warnOfMisspelled(given), () => {});
  const reach = { serverUrl, apiKey };
  const follow = lazy(async () => (await loadReads()).createFollow(reach));
  const connected = connectPageTo(page, createServiceClient(reach), followWith(follow.load), ens);
  const end = lazy(async () => (await import("./session/end.ts")).watchEnd(page, authTTL));
  return {
    ...connected,
    refresh() {
      connected.refresh();
      if (end.loaded ?? page.account()) end.load().then((check) => check(), () => {});
    },
  };
}

/** Loads the code that follows an account; while it does not load, it is tried again. */
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

/** Creates it with a service client; without `follow` no stream is opened. */
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
  // Reads the records of names, before the window opens: a click should not wait for it.
  if (ens) capabilities.load().catch(() => {});
  const pieces: readonly Piece[] = [
    [readMethods, lazy(loadReads)],
    [permissionMethods, lazy(() => import("./handlers/permissions.ts"))],
    [showMethods, lazy(() => import("./handlers/show.ts"))],
    [ownerMethods, lazy(() => import("./handlers/change_owners.ts"))],
    [preparedMethods, lazy(() => import("./handlers/prepared_calls.ts"))],
    [homeMethods, lazy(() => import("./window/open_home.ts"))],
  ];
  return {
    service,
    ...subscription,
    readCapabilities: async (at, page, siwe) =>
      (await capabilities.load(page.signal)).readCapabilities(at, page, siwe),
    answer(wanted, context, params) {
      const method = wanted
        // viem's second try; its error would replace the one of the first.
        .replace(/^wallet(?=_sendTransaction$)/, "eth")
        // The third version differs in types that it lacks, the first is refused by its params.
        .replace(/^(eth_signTypedData)(?:_v3)?$/, "$1_v4");
      const inner: ServiceContext = { ...context, service };
      const entry = findEntry(connectedHandlers, method);
      // Loads while the user decides what answers once it is sent.
      if (method === "eth_sendTransaction") own.load().catch(() => {});
      if (entry !== undefined) return entry.run(inner, params);
      const piece = pieces.find(([methods]) => methods.includes(method))?.[1];
      if (piece === undefined) {
        const found = readChain(inner, method, params);
        return own.loaded && /^eth_getTransaction(?:Receipt|ByHash)$/.test(method)
          ? found.then((found) => own.loaded!.describe(method, params, found, inner))
          : found;
      }
      if (piece.loaded) return piece.loaded.handlers[method]!.run(inner, params);
      // A click waits for the checks, since a window for a refused request is worse than one
      // that a browser may block: then a button asks for another click.
      return piece.load(context.signal).then(({ handlers }) =>
        handlers[method]!.run(inner, params)
      );
    },
    land: (sent, signal) =>
      own.load(signal).then(({ land }) => land(sent, signal), (cause) => {
        throw new AcctError("may_be_sent", { cause, id: sent.id });
      }),
  };
}

/** Loads the reads of an account with the stream of its changes. */
const loadReads = () => import("./handlers/account_reads.ts");

/** Methods with the module of their handlers, which is loaded with the first request. */
type Piece = readonly [
  methods: readonly string[],
  module: Lazy<{ readonly handlers: Readonly<Record<string, Runnable>> }>,
];

/** A handler, whatever its method. */
interface Runnable {
  readonly run: (context: ServiceContext, params: unknown) => Promise<unknown>;
}
