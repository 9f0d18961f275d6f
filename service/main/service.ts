/** Assembles a service: database, chains, app, and one listener for both host names. @module */
import { hostsOf, isLoopbackHost } from "../../core/ground/api_key.ts";
import { createAdmin } from "../admin/admin.ts";
import { type AppContext, createApp } from "./app.ts";
import { type AlarmsConfig, createNotices } from "../notices/notices.ts";
import { cleanUp } from "./clean_up.ts";
import { createAssets } from "../assets/assets.ts";
import { multicallSource } from "../assets/multicall.ts";
import type { AssetSource } from "../assets/source.ts";
import { createChain } from "../chain/create_chain.ts";
import type { ChainConfig } from "../chain/config.ts";
import { toldFailure } from "../chain/node/failure.ts";
import { type Bus, type Message, noBus, postgresBus } from "../notices/bus.ts";
import { createHub } from "../notices/hub.ts";
import type { Descriptors } from "../lib/descriptors.ts";
import type { Faucet } from "../rpc/test_money.ts";
import type { FiatConfig } from "../assets/fiat_config.ts";
import { createFiat, type Fiat } from "../assets/fiat_prices.ts";
import { forgetEnded } from "../indexer/permissions/recoveries.ts";
import { createRelayer } from "../accounts/relayer.ts";
import { recoveryHandler } from "../accounts/recovery_handler.ts";
import { approvalHandler } from "../indexer/approvals/approval_handler.ts";
import { operationHandler } from "../operations/operation_handler.ts";
import { createWatcher, remoteWatcher, type Watcher } from "../operations/watch.ts";
import { type Duties, dutiesFor, type Role } from "./role.ts";
import { createPlaces, createRateLimiter, type Rate, type RateLimiter } from "../http/limits.ts";
import { defaultLimits, type HttpLimits } from "../http/limits_config.ts";
import { openRedis, type SharedRedis } from "../lib/redis.ts";
import { createKeyCache } from "../keys/cache.ts";
import { emitKeyChange } from "../keys/changes.ts";
import type { NamesConfig } from "../names/config.ts";
import { openMailboxes } from "../links/mailboxes.ts";
import { createNames } from "../names/names.ts";
import { forgetExpired } from "../payment/ledger/expired.ts";
import { settlementHandler } from "../payment/ledger/settlement.ts";
import { type DepositWatch, watchDeposits } from "../payment/sponsor/deposit.ts";
import { createExternalSponsor } from "../payment/sponsor/external.ts";
import { isPostgres } from "../store/engine/postgres.ts";
import { lockFile } from "../store/engine/file_lock.ts";
import { forgetOperationData, KEEP_DATA_DAYS } from "../store/rows/operation_data.ts";
import { forgetSyncedData } from "../store/rows/synced_data.ts";
import { openStore, type Store } from "../store/store.ts";
import { errorLog, type Log } from "../lib/log.ts";
import { deadline } from "../lib/deadline.ts";
import { serviceMetrics } from "../telemetry/service_metrics.ts";
import {
  type BlockFollower,
  createBlockFollower,
  type FollowerOptions,
  remoteFollower,
} from "../indexer/follow.ts";

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
  /** Source of fiat prices for the wallet's page. Default: none. */
  readonly fiat?: FiatConfig | Fiat;
  /** Copy of the public registry of descriptors; none by default. */
  readonly descriptors?: Descriptors;
  /** Provides test money; cannot be set by a configuration file. */
  readonly faucet?: Faucet;
  /** Targets for notices of recoveries, in addition to the change stream. */
  readonly alarms?: AlarmsConfig;
  /** Limits of the HTTP surface. */
  readonly limits?: Partial<HttpLimits>;
  /** Log output. Defaults to errors on the console. */
  readonly log?: Log;
  /** Token for the admin page. Without a token, the page is disabled. */
  readonly adminToken?: string;
  /** Milliseconds before the first retry of a failed notice; shorter in tests. */
  readonly noticePause?: number;
  /** How transfers are followed; tests are more impatient. */
  readonly transfers?: FollowerOptions;
  /** Days for which call data and receipts of settled operations are kept. Defaults to 90. */
  readonly keepDataDays?: number;
  /** Role of this process. Defaults to all; other roles need PostgreSQL. */
  readonly role?: Role;
  /** `redis://…`, for the request rates of several processes; needs PostgreSQL. */
  readonly redis?: string | undefined;
}

/** Parts of a running service. */
export interface Context extends AppContext {
  /** Follows the blocks of the chains. */
  readonly follower: BlockFollower;
  /** Follows open operations on the chains. */
  readonly watcher: Watcher;
}

/** A service that is not listening yet. */
export interface Service {
  /** Database. */
  readonly store: Store;
  /** Parts of the service. */
  readonly context: Context;
  /** Handles a request; `client` is the address of the client. */
  fetch(request: Request, client: string): Response | Promise<Response>;
  /** Handles requests on the operator's own port: metrics, readiness, and the admin page. */
  admin(request: Request): Response | Promise<Response>;
  /** Closes streams, followers and the database. */
  stop(): Promise<void>;
}

/** Time that pending requests get to finish on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 3_000;
/** Time for other work after that, before a SQLite file is closed. */
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
  /** Request rates of all processes, if configured. */
  readonly redis: SharedRedis | null;
  /** Creates the limiter of a kind. */
  readonly limiter: (kind: string, rate: Rate) => RateLimiter;
}

/** Parts that run until the service stops. */
interface Parts {
  readonly context: Context;
  readonly bus: Bus;
}

/** Creates a service and resumes pending work of an earlier run in the background. */
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
      // The wallet host's origin is the custody boundary: it only serves its page.
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
        context.follower.stop(),
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
    : await openRedis(options.redis, `acct:${options.host}:`, log);
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

/** Creates the components, each from the previous ones. */
function assemble(base: Base): Parts {
  const { options, duties, log, limits, limiter, store, shared } = base;
  const chains = new Map(options.chains.map((config) => [config.id, createChain(config)]));
  const name = options.host.replace(/:\d+$/, "");
  const outbound = {
    ownHosts: [name, `api.${name}`, `keys.${name}`],
    loopback: isLoopbackHost(options.host),
  };
  const keys = createKeyCache(store);
  const hub = createHub({ announce: (change) => bus.post({ change }) });
  const assets = createAssets(chains, options.assets ?? multicallSource);
  const metrics = serviceMetrics();
  const indexer = { store, chains, hub, assets, log, metrics };
  const follow = (chainId: number) => bus.post({ follow: chainId });
  const follower = duties.indexer
    ? createBlockFollower(indexer, {
      ...(!shared && { holder: "the only process" }),
      ...options.transfers,
    })
    : remoteFollower(follow);
  const relayer = createRelayer(indexer);
  const watcher: Watcher = duties.indexer
    ? createWatcher({ ...indexer, follower, relayer }, { patrol: shared })
    : remoteWatcher(follow);
  const bus = openBus(base, { keys, hub, assets, follower, watcher });
  // Another process may hold the lease of the chain.
  const everywhere: Watcher = {
    ...watcher,
    follow(chainId) {
      watcher.follow(chainId);
      if (shared && duties.indexer) follow(chainId);
    },
  };
  const context: Context = {
    ...indexer,
    keys,
    follower,
    watcher: everywhere,
    relayer,
    outbound,
    pushKey: options.alarms?.push?.publicKey ?? null,
    external: createExternalSponsor(outbound),
    names: options.names === undefined
      ? null
      : createNames({ config: options.names, store, chains }),
    fiat: options.fiat !== undefined && "prices" in options.fiat
      ? options.fiat
      : createFiat(options.fiat, outbound),
    ...(options.descriptors !== undefined && { descriptors: options.descriptors }),
    ...(options.faucet !== undefined && { faucet: options.faucet }),
    nameRates: {
      looks: limiter("looks", limits.nameLooks),
      claims: limiter("claims", limits.nameClaims),
    },
    approvalRate: limiter("approvals", limits.approvals),
    syncRate: limiter("sync", limits.sync),
    mailboxes: openMailboxes(store),
    origins: [true, false].map((browser) => hostsOf(options.host, { browser }).serverUrl),
  };
  return { context, bus };
}

/** Parts that messages of other processes reach. */
type Receivers = Pick<Context, "keys" | "hub" | "assets" | "follower" | "watcher">;

/** Connects to the other processes, if there can be any. */
function openBus(base: Base, parts: Receivers): Bus {
  const { options, duties, log, store, shared } = base;
  if (!shared) return noBus;
  return postgresBus(store, options.database, {
    begin() {
      parts.keys.clear();
      parts.hub.cut();
    },
    fail: (error) => log("error", "bus", {}, error),
    receive(message) {
      if (!("follow" in message)) return applyMessage(store, parts, message);
      // Only indexers act on it, so that processes do not repeat each other's requests.
      if (!duties.indexer) return;
      parts.watcher.follow(message.follow);
      parts.follower.wake(message.follow);
    },
  });
}

/** Work that runs without requests. */
interface Work {
  readonly deposits: DepositWatch | null;
  /** Stops the remaining work. Resolves when all work has stopped. */
  settled(): Promise<void>;
  /** Stops the work that can stop immediately. */
  stop(): void;
}

/** Starts the work that does not depend on requests. */
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
  const notices = createNotices(context, {
    host: options.host,
    ...options.alarms,
    ...(options.noticePause !== undefined && { pause: options.noticePause }),
  });
  context.follower.start([
    approvalHandler(store),
    operationHandler(context),
    settlementHandler(context),
    recoveryHandler(context, notices.add),
  ]);
  const deposits = watchDeposits(context);
  const cleaning = cleanUp({
    operation_data: () => forgetOperationData(store, keepDataDays, stopped.signal),
    budget: () => forgetExpired(store, stopped.signal),
    recoveries: () => forgetEnded(store, stopped.signal),
    links: () => context.mailboxes.forget(stopped.signal),
    synced_data: () => forgetSyncedData(store, stopped.signal),
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
  store: Store,
  { hub, assets }: Receivers,
  message: Exclude<Message, { follow: number }>,
): void {
  if ("missed" in message) return hub.cut(message.missed);
  if ("key" in message) return emitKeyChange(store, message.key);
  const { change } = message;
  // Drop cached balances first: a subscriber that reads immediately must not get the old ones.
  if (change.type === "assetsChanged" || change.type === "callsStatusChanged") {
    assets.drop(change.address);
  }
  hub.emit(change);
}
