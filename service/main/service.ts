/** Assembles a service: database, chains, app, and one listener for both host names. @module */
import { hostsOf, isLoopbackHost } from "../../core/protocol/api_key.ts";
import { createAdmin } from "../admin/admin.ts";
import { createApp } from "./app.ts";
import { type AlarmsConfig, createNotices } from "../notices/notices.ts";
import { cleanUp } from "./clean_up.ts";
import { createAssets } from "../assets/assets.ts";
import { multicallSource } from "../assets/multicall.ts";
import type { AssetSource } from "../assets/source.ts";
import { createChain } from "../chain/chain.ts";
import type { ChainConfig } from "../chain/config.ts";
import { toldFailure } from "../chain/failure.ts";
import type { Context } from "./context.ts";
import { type Bus, type BusListener, type Message, noBus, postgresBus } from "../notices/bus.ts";
import { createHub } from "../notices/hub.ts";
import type { Descriptors } from "../lib/descriptors.ts";
import type { FiatConfig } from "../assets/fiat_config.ts";
import { createFiat } from "../assets/fiat_prices.ts";
import { forgetEnded } from "../indexer/recoveries.ts";
import { createRelayer } from "../accounts/relayer.ts";
import { recoveryHandler } from "../accounts/recovery_handler.ts";
import { operationHandler } from "../operations/operation_handler.ts";
import { createWatcher, remoteWatcher } from "../operations/watch.ts";
import { type Duties, dutiesFor, type Role } from "./role.ts";
import { createPlaces, createRateLimiter, type Rate, type RateLimiter } from "../http/limits.ts";
import { defaultLimits, type HttpLimits } from "../http/limits_config.ts";
import { isOfDeaf, redisBus } from "../notices/redis_bus.ts";
import { openRedis, type SharedRedis } from "../lib/redis.ts";
import { createKeyCache } from "../keys/cache.ts";
import { emitKeyChange } from "../keys/changes.ts";
import type { NamesConfig } from "../names/config.ts";
import { createNames } from "../names/names.ts";
import { forgetExpired } from "../payment/ledger/expired.ts";
import { settlementHandler } from "../payment/ledger/settlement.ts";
import { type DepositWatch, watchDeposits } from "../payment/sponsor/deposit.ts";
import { createExternalSponsor } from "../payment/sponsor/external.ts";
import { isPostgres } from "../store/postgres.ts";
import { lockFile } from "../store/file_lock.ts";
import { forgetOperationData, KEEP_DATA_DAYS } from "../store/operation_data.ts";
import { openStore, type Store } from "../store/store.ts";
import { errorLog, type Log } from "../telemetry/log.ts";
import { deadline } from "../lib/deadline.ts";
import { serviceMetrics } from "../telemetry/service_metrics.ts";
import { createTransferFollower, type FollowerOptions, remoteFollower } from "../indexer/follow.ts";

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
  /** Source of fiat prices, which the wallet's page shows; none by default. */
  readonly fiat?: FiatConfig;
  /** Copy of the public registry of descriptors; none by default. */
  readonly descriptors?: Descriptors;
  /** Where notices of recoveries go, besides the change stream. */
  readonly alarms?: AlarmsConfig;
  /** Limits of the HTTP surface. */
  readonly limits?: Partial<HttpLimits>;
  /** Log output. Defaults to errors on the console. */
  readonly log?: Log;
  /** Token for the admin page, which is disabled without one. */
  readonly adminToken?: string;
  /** Milliseconds before the first repetition of a notice that failed; shorter in tests. */
  readonly noticePause?: number;
  /** How transfers are followed; tests are more impatient. */
  readonly transfers?: FollowerOptions;
  /** Days for which call data and receipts of settled operations are kept. Defaults to 90. */
  readonly keepDataDays?: number;
  /** Role of this process. Defaults to all; other roles need PostgreSQL. */
  readonly role?: Role;
  /** `redis://…`, for rates and messages of several processes; needs PostgreSQL. */
  readonly redis?: string | undefined;
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
/** Time that other work gets after that, before a file of SQLite is closed beneath it. */
const WORK_TIMEOUT_MS = 3_000;

/** Values from which the parts of a service are assembled. */
interface Base {
  readonly options: ServiceOptions;
  readonly duties: Duties;
  readonly log: Log;
  readonly limits: HttpLimits;
  readonly store: Store;
  /** Keeps other services off the file; null where several may share the database. */
  readonly lock: Disposable | null;
  /** Set if several processes share the database. */
  readonly shared: boolean;
  /** Origin of the wallet host. */
  readonly keysOrigin: string;
  /** Shared by the processes besides the database, if it is configured. */
  readonly redis: SharedRedis | null;
  /** Creates the limiter of a kind. */
  readonly limiter: (kind: string, rate: Rate) => RateLimiter;
}

/** Parts that run until the service stops. */
interface Parts {
  readonly context: Context;
  readonly bus: Bus;
}

/** Creates a service and resumes, in the background, what an earlier run left pending. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const base = await openBase(options);
  const { duties, limits, limiter, store, keysOrigin } = base;
  const parts = assemble(base);
  const { context } = parts;
  const stopped = new AbortController();
  const places = createPlaces({
    all: limits.pending,
    client: limits.pendingPerClient,
    key: limits.pendingPerKey ?? Math.ceil(limits.pending / 2),
  });
  const { signal: stop } = stopped;
  const app = createApp({ context, duties, keysOrigin, limits, limiter, places, stop });
  const work = startWork(base, context);
  const admin = createAdmin({
    context,
    deposits: work.deposits,
    host: options.host,
    token: options.adminToken ?? null,
  });
  const keysHostName = new URL(keysOrigin).host;
  return {
    store,
    context,
    fetch(request, client) {
      // The wallet host's origin is the custody boundary: it serves its page and nothing else.
      if (request.headers.get("host")?.toLowerCase() === keysHostName) {
        return options.keysHost?.(request) ?? new Response("Not found", { status: 404 });
      }
      return app.fetch(request, { client });
    },
    admin: (request) => admin.fetch(request),
    async stop() {
      stopped.abort();
      work.stop();
      // Let pending requests finish within the time limit, and close the database after them.
      await places.idle(SHUTDOWN_TIMEOUT_MS);
      const ended = Promise.all([
        context.watcher.stop(),
        context.transfers.stop(),
        context.relayer.stop(),
        work.settled(),
      ]);
      if (!base.shared) {
        // Each write would wait seconds for a file that another process has locked.
        await deadline(ended.catch(() => {}), WORK_TIMEOUT_MS, () => {});
        await store.destroy();
      }
      await ended;
      await parts.bus.stop();
      base.redis?.close();
      await store.destroy();
      base.lock?.[Symbol.dispose]();
    },
  };
}

async function openBase(options: ServiceOptions): Promise<Base> {
  const { role = "all", database, log = errorLog } = options;
  const shared = isPostgres(database);
  const inMemory = database === ":memory:";
  if (role !== "all" && !shared) {
    throw new Error(`The role ${role} needs PostgreSQL: SQLite supports one process only.`);
  }
  if (options.redis !== undefined && !shared) {
    throw new Error("redis needs PostgreSQL: SQLite supports one process only.");
  }
  const lock = shared || inMemory ? null : await lockFile(database);
  const store = await openStore(database).catch((error) => {
    lock?.[Symbol.dispose]();
    if (lock === null || !(error instanceof Error)) throw error;
    throw new Error(`The database ${database} cannot be opened: ${error.message}.`, {
      cause: error,
    });
  });
  const redis = options.redis === undefined
    ? null
    : openRedis(options.redis, `acct:${options.host}:`, log);
  return {
    options,
    duties: dutiesFor(role),
    log,
    limits: { ...defaultLimits, ...options.limits },
    lock,
    store,
    shared,
    keysOrigin: hostsOf(options.host, { browser: true }).keysUrl,
    redis,
    limiter: (kind, rate) => createRateLimiter(rate, redis === null ? undefined : { redis, kind }),
  };
}

/** Creates the parts; those that need each other find each other through the context. */
function assemble(base: Base): Parts {
  const { options, duties, log, limits, limiter, store, shared } = base;
  const chains = new Map(options.chains.map((config) => [config.id, createChain(config)]));
  const name = options.host.replace(/:\d+$/, "");
  const outbound = {
    ownHosts: [name, `api.${name}`, `keys.${name}`],
    loopback: isLoopbackHost(options.host),
  };
  const bus = openBus(base, () => context);
  const context: Context = {
    store,
    keys: createKeyCache(store),
    chains,
    assets: createAssets(chains, options.assets ?? multicallSource),
    hub: createHub({ announce: (change) => bus.post({ change }) }),
    transfers: duties.indexer
      ? createTransferFollower(() => context, {
        ...(!shared && { holder: "the only process" }),
        ...options.transfers,
      })
      : remoteFollower((follow) => bus.post({ follow })),
    watcher: duties.indexer
      ? createWatcher(() => context, { patrol: shared })
      : remoteWatcher((follow) => bus.post({ follow })),
    log,
    metrics: serviceMetrics(),
    relayer: createRelayer(() => context),
    outbound,
    pushKey: options.alarms?.push?.publicKey ?? null,
    external: createExternalSponsor(outbound),
    names: options.names === undefined
      ? null
      : createNames({ config: options.names, store, chains }),
    fiat: createFiat(options.fiat, outbound),
    ...(options.descriptors !== undefined && { descriptors: options.descriptors }),
    nameRates: {
      looks: limiter("looks", limits.nameLooks),
      claims: limiter("claims", limits.nameClaims),
    },
    origins: [true, false].map((browser) => hostsOf(options.host, { browser }).serverUrl),
  };
  return { context, bus };
}

/** Connects to the other processes, if there can be any. */
function openBus(base: Base, context: () => Context): Bus {
  const { options, duties, log, store, shared, redis } = base;
  if (!shared) return noBus;
  const listener: BusListener = {
    begin: () => {
      context().keys.clear();
      context().hub.cut();
    },
    fail: (error) => log("error", "bus", {}, error),
    receive(message) {
      // Indexers alone act on it, so that processes do not repeat each other's requests.
      if (isOfDeaf(message)) return;
      if (!("follow" in message)) applyMessage(context(), message);
      else if (duties.indexer) {
        context().watcher.follow(message.follow);
        context().transfers.wake(message.follow);
      }
    },
  };
  const fast = redis === null ? null : redisBus(redis, listener, (message) => own.post(message));
  const own = postgresBus(store, options.database, {
    ...listener,
    receive: (message) => isOfDeaf(message) ? fast?.receive(message) : listener.receive(message),
  });
  if (fast === null) return own;
  return {
    post: fast.post,
    // The database still tells which keys changed: the tools know no Redis.
    async stop() {
      await fast.stop();
      await own.stop();
    },
  };
}

/** Work that runs without requests. */
interface Work {
  readonly deposits: DepositWatch | null;
  /** Stops the rest; resolves when nothing runs any more. */
  settled(): Promise<void>;
  /** Stops what needs no waiting. */
  stop(): void;
}

/** Starts what runs without requests. */
function startWork(
  { options, duties, log, store }: Base,
  context: Context,
): Work {
  const { chains, watcher, relayer } = context;
  for (const chain of chains.values()) {
    // Probe early, so that the first request does not wait; a chain that is down is probed again.
    chain.probe().catch((error) => {
      const { message, data } = toldFailure(error);
      log("warn", "chain_unusable", { chain: chain.id, cause: data.cause, message });
    });
    watcher.follow(chain.id);
  }
  if (!duties.indexer) {
    return { deposits: null, settled: () => Promise.resolve(), stop() {} };
  }
  const stopped = new AbortController();
  const { keepDataDays = KEEP_DATA_DAYS } = options;
  const notices = createNotices(() => context, {
    host: options.host,
    ...options.alarms,
    ...(options.noticePause !== undefined && { pause: options.noticePause }),
  });
  context.transfers.start([
    operationHandler(() => context),
    settlementHandler(() => context),
    recoveryHandler(() => context, notices.add),
  ]);
  const deposits = watchDeposits(() => context);
  const cleaning = cleanUp({
    operation_data: () => forgetOperationData(store, keepDataDays, stopped.signal),
    budget: () => forgetExpired(store, stopped.signal),
    recoveries: () => forgetEnded(store, stopped.signal),
  }, { log, signal: stopped.signal });
  relayer.resume().catch((error) => log("error", "owners", {}, error));
  return {
    deposits,
    async settled() {
      await notices.stop();
      await cleaning;
    },
    stop() {
      stopped.abort();
      deposits.stop();
    },
  };
}

/** Applies a message from another process. */
function applyMessage(
  context: Context,
  message: Exclude<Message, { follow: number } | { deaf: string } | { again: string }>,
): void {
  if ("missed" in message) return context.hub.cut(message.missed);
  if ("key" in message) return emitKeyChange(context.store, message.key);
  const { change } = message;
  // Drop cached balances first: a subscriber that asks at once must not get the old ones.
  if (change.type === "assetsChanged" || change.type === "callsStatusChanged") {
    context.assets.drop(change.address);
  }
  context.hub.emit(change);
}
