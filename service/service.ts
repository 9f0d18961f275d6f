/** Assembles a service: database, chains, app, and one listener for both host names. @module */
import { hostsOf, isLoopbackHost } from "../core/protocol/api_key.ts";
import { createAdmin } from "./admin/admin.ts";
import { createApp, defaultLimits, type HttpLimits } from "./app.ts";
import { createAssets } from "./assets/assets.ts";
import { multicallSource } from "./assets/multicall.ts";
import type { AssetSource } from "./assets/source.ts";
import { createChain } from "./chain/chain.ts";
import type { ChainConfig } from "./chain/config.ts";
import type { Context } from "./context.ts";
import { type Message, noBus, postgresBus } from "./events/bus.ts";
import { createHub } from "./events/hub.ts";
import { createTransferFollower } from "./events/transfers.ts";
import { createExternalFees } from "./fees/external.ts";
import { createRelayer } from "./owners/relayer.ts";
import { createWatcher, remoteWatcher } from "./operations/watch.ts";
import { dutiesFor, type Role } from "./role.ts";
import { createRateLimiter } from "./http/rate_limit.ts";
import type { NamesConfig } from "./names/config.ts";
import { createNames } from "./names/names.ts";
import { forgetExpired } from "./sponsor/budget.ts";
import { watchDeposits } from "./sponsor/deposit.ts";
import { createExternalSponsor } from "./sponsor/external.ts";
import { isPostgres } from "./store/postgres.ts";
import { openStore, type Store } from "./store/store.ts";
import { errorLog, type Log } from "./telemetry/log.ts";
import { serviceMetrics } from "./telemetry/service_metrics.ts";

/** Options of {@linkcode createService}. */
export interface ServiceOptions {
  /** Public host name, with the port unless it is the default: `example.com`, `localhost:8787`. */
  readonly host: string;
  /** `postgres://…`, or a SQLite file (`:memory:` is not persisted). */
  readonly database: string;
  /** Chains to serve. */
  readonly chains: readonly ChainConfig[];
  /** Serves the wallet host page, under `keys.{host}` and nowhere else. */
  readonly keysHost?: (request: Request) => Response | Promise<Response>;
  /** Source of balances. Defaults to the chains' nodes. */
  readonly assets?: AssetSource;
  /** Names below the apps' ENS domains, if the operator offers them. */
  readonly names?: NamesConfig;
  /** Limits of the HTTP surface. */
  readonly limits?: Partial<HttpLimits>;
  /** Log output. Defaults to errors on the console. */
  readonly log?: Log;
  /** Token for the admin page, which is disabled without one. */
  readonly adminToken?: string;
  /** Role of this process. Defaults to all; other roles need PostgreSQL. */
  readonly role?: Role;
}

/** A service that is not listening yet. */
export interface Service {
  /** Database. */
  readonly store: Store;
  /** Parts of the service. */
  readonly context: Context;
  /** Handles a request; `client` is the address it came from. */
  fetch(request: Request, client: string): Response | Promise<Response>;
  /** Handles requests on the operator's own port: metrics, readiness, and the admin page. */
  admin(request: Request): Response | Promise<Response>;
  /** Closes streams, followers and the database. */
  stop(): Promise<void>;
}

/** Time that pending requests get to finish on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

/** Interval between removals of expired rows. */
const CLEANUP_INTERVAL_MS = 3_600_000;

/** Creates a service and resumes, in the background, what an earlier run left pending. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { role = "all", database, log = errorLog } = options;
  const shared = isPostgres(database);
  if (role !== "all" && !shared) {
    throw new Error(`The role ${role} needs PostgreSQL: SQLite supports one process only.`);
  }
  const duties = dutiesFor(role);
  const store = await openStore(database);
  const chains = new Map(options.chains.map((config) => [config.id, createChain(config)]));
  const keysOrigin = hostsOf(options.host, { browser: true }).keysUrl;
  const name = options.host.replace(/:\d+$/, "");
  const stopped = new AbortController();
  const bus = shared
    ? postgresBus(store, database, {
      begin: () => context.hub.cut(),
      fail: (error) => log("error", "bus", {}, error),
      receive(message) {
        // Indexers alone act on it, so that processes do not repeat each other's requests.
        if (!("follow" in message)) applyMessage(context, message);
        else if (duties.indexer) watcher.follow(message.follow);
      },
    })
    : noBus;
  const watcher = duties.indexer
    ? createWatcher(() => context, { patrol: shared })
    : remoteWatcher((follow) => bus.post({ follow }));
  const limits = { ...defaultLimits, ...options.limits };
  const outbound = {
    ownHosts: [name, `api.${name}`, `keys.${name}`],
    loopback: isLoopbackHost(options.host),
  };
  const transfers = createTransferFollower(() => context);
  const relayer = createRelayer(() => context);
  const context: Context = {
    store,
    chains,
    assets: createAssets(chains, options.assets ?? multicallSource),
    hub: createHub({
      onListener: transfers.wake,
      announce: (change) => bus.post({ change }),
    }),
    watcher,
    log,
    metrics: serviceMetrics(),
    relayer,
    external: createExternalSponsor(outbound),
    externalFees: createExternalFees(outbound, log),
    names: options.names === undefined
      ? null
      : createNames({ config: options.names, store, chains }),
    nameRates: {
      looks: createRateLimiter(limits.nameLooks),
      claims: createRateLimiter(limits.nameClaims),
    },
    origins: [true, false].map((browser) => hostsOf(options.host, { browser }).serverUrl),
  };
  const app = createApp({
    context,
    duties,
    keysOrigin,
    limits,
    stop: stopped.signal,
  });
  for (const chain of chains.values()) {
    // Probe early, so that the first request does not wait; a chain that is down is probed again.
    chain.probe().catch(() => {});
    watcher.follow(chain.id);
  }
  const forget = () =>
    void forgetExpired(store).catch((error) => log("error", "budget", {}, error));
  const deposits = duties.indexer ? watchDeposits(() => context) : null;
  if (duties.indexer) {
    forget();
    relayer.resume().catch((error) => log("error", "owners", {}, error));
  }
  const cleanup = duties.indexer ? setInterval(forget, CLEANUP_INTERVAL_MS) : undefined;
  const adminApp = createAdmin({
    context,
    deposits,
    host: options.host,
    token: options.adminToken ?? null,
  });
  const admin = (request: Request) => adminApp.fetch(request);
  const keysHostName = new URL(keysOrigin).host;
  const pending = new Set<Promise<unknown>>();
  return {
    store,
    context,
    fetch(request, client) {
      // The wallet host's origin is the custody boundary: it serves its page and nothing else.
      if (request.headers.get("host")?.toLowerCase() === keysHostName) {
        return options.keysHost?.(request) ?? new Response("Not found", { status: 404 });
      }
      if (stopped.signal.aborted) return new Response("stopping", { status: 503 });
      const answer = Promise.resolve(app.fetch(request, { client }));
      pending.add(answer);
      answer.finally(() => pending.delete(answer)).catch(() => {});
      return answer;
    },
    admin,
    async stop() {
      stopped.abort();
      clearInterval(cleanup);
      deposits?.stop();
      // Let pending requests finish within the time limit, and close the database after them.
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => timer = setTimeout(resolve, SHUTDOWN_TIMEOUT_MS));
      await Promise.race([Promise.allSettled(pending), late]);
      clearTimeout(timer);
      await Promise.all([watcher.stop(), transfers.stop(), relayer.stop()]);
      await bus.stop();
      await store.destroy();
    },
  };
}

/** Applies a message from another process. */
function applyMessage(context: Context, message: Exclude<Message, { follow: number }>): void {
  if ("missed" in message) return context.hub.cut(message.missed);
  const { change } = message;
  // Drop cached balances first: a subscriber that asks at once must not get the old ones.
  if (change.type !== "permissionsChanged") context.assets.drop(change.address);
  context.hub.emit(change);
}
