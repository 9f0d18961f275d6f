/** Puts a service together: database, chains, app, and the one listener for both names. @module */
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
import { createCarrier } from "./owners/carrier.ts";
import { createWatcher, remoteWatcher } from "./operations/watch.ts";
import { dutiesOf, type Role } from "./role.ts";
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

/** What a service is made of. */
export interface ServiceOptions {
  /** Public name, with port where it is not the default: `example.com`, `localhost:8787`. */
  readonly host: string;
  /** `postgres://…`, or a SQLite file; `:memory:` keeps nothing. */
  readonly database: string;
  /** The chains. */
  readonly chains: readonly ChainConfig[];
  /** Serves the wallet host page, under `keys.{host}` and nowhere else. */
  readonly keysHost?: (request: Request) => Response | Promise<Response>;
  /** Where balances come from; the chains' nodes if absent. */
  readonly assets?: AssetSource;
  /** Names below apps' ENS domains, if they are given out. */
  readonly names?: NamesConfig;
  /** Bounds of the HTTP surface. */
  readonly limits?: Partial<HttpLimits>;
  /** Where lines of the log go; errors to the console if absent. */
  readonly log?: Log;
  /** Opens the admin page, which is off without it. */
  readonly adminToken?: string;
  /** What this process does; everything if absent. Parts need a database that can be shared. */
  readonly role?: Role;
}

/** A service that listens nowhere yet. */
export interface Service {
  /** Its database. */
  readonly store: Store;
  /** Its parts. */
  readonly context: Context;
  /** Answers a request; `client` is the address it came from. */
  fetch(request: Request, client: string): Response | Promise<Response>;
  /** Answers on the operator's own port: metrics, readiness, and the admin page. */
  admin(request: Request): Response | Promise<Response>;
  /** Ends streams and followers and closes the database. */
  stop(): Promise<void>;
}

/** Milliseconds that requests under way may take to end when the service stops. */
const GRACE = 3_000;

/** Milliseconds between two looks for what can be forgotten. */
const CLEANING = 3_600_000;

/** Makes a service and looks, in the background, at what an earlier run left under way. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { role = "all", database, log = errorLog } = options;
  const shared = isPostgres(database);
  if (role !== "all" && !shared) {
    throw new Error(`A process for the role ${role} needs PostgreSQL: SQLite is for one process.`);
  }
  const duties = dutiesOf(role);
  const store = await openStore(database);
  const chains = new Map(options.chains.map((config) => [config.id, createChain(config)]));
  const keysOrigin = hostsOf(options.host, { browser: true }).keysUrl;
  const name = options.host.replace(/:\d+$/, "");
  const stopped = new AbortController();
  const bus = shared
    ? postgresBus(store, database, {
      begin: () => context.hub.cut(),
      fail: (error) => log("error", "bus", {}, error),
      hear(message) {
        // Only who follows takes it up: what one process asks is not asked again by the others.
        if (!("follow" in message)) hear(context, message);
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
  const carrier = createCarrier(() => context);
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
    carrier,
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
    // Whoever asks first should not wait for the probe; a chain that is down is probed again then.
    chain.probe().catch(() => {});
    watcher.follow(chain.id);
  }
  const forget = () =>
    void forgetExpired(store).catch((error) => log("error", "budget", {}, error));
  const deposits = duties.indexer ? watchDeposits(() => context) : null;
  if (duties.indexer) {
    forget();
    carrier.resume().catch((error) => log("error", "owners", {}, error));
  }
  const cleaning = duties.indexer ? setInterval(forget, CLEANING) : undefined;
  const adminApp = createAdmin({
    context,
    deposits,
    host: options.host,
    token: options.adminToken ?? null,
  });
  const admin = (request: Request) => adminApp.fetch(request);
  const keysHostName = new URL(keysOrigin).host;
  const underWay = new Set<Promise<unknown>>();
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
      underWay.add(answer);
      answer.finally(() => underWay.delete(answer)).catch(() => {});
      return answer;
    },
    admin,
    async stop() {
      stopped.abort();
      clearInterval(cleaning);
      deposits?.stop();
      // What was begun is finished, within reason; the database closes after it.
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => timer = setTimeout(resolve, GRACE));
      await Promise.race([Promise.allSettled(underWay), late]);
      clearTimeout(timer);
      await Promise.all([watcher.stop(), transfers.stop(), carrier.stop()]);
      await bus.stop();
      await store.destroy();
    },
  };
}

/** Takes over what another process told. */
function hear(context: Context, message: Exclude<Message, { follow: number }>): void {
  if ("missed" in message) return context.hub.cut(message.missed);
  const { change } = message;
  // Balances are forgotten before anybody is told, or who asks at once would get the old ones.
  if (change.type !== "permissionsChanged") context.assets.drop(change.address);
  context.hub.tell(change);
}
