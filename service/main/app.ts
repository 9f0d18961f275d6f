/** Serves the HTTP surface; reads from top to bottom as a request passes through. @module */
import { type Context as Request_, Hono, type MiddlewareHandler } from "hono";
import { AcctError } from "../../core/protocol/errors.ts";
import { MAX_EVENT_ADDRESSES } from "../../core/protocol/service/mod.ts";
import { address } from "../../core/protocol/schema/schema.ts";
import { list } from "../../core/protocol/schema/schema_connected.ts";
import { listSubscriptions } from "../notices/subscriptions.ts";
import { chainFailure } from "../chain/failure.ts";
import { chainIn, findChain } from "../chain/find.ts";
import type { ReadRoom } from "../chain/node.ts";
import type { Caller, Context } from "./context.ts";
import { eventStream } from "../notices/stream.ts";
import { readCaller } from "../http/access.ts";
import { type BodyBounds, BodyError, readJson } from "../http/body.ts";
import { cors, security } from "../http/headers.ts";
import { type Answer, answerJsonRpc, errorReply, httpStatus, isFault } from "../http/json_rpc.ts";
import { type Costs, defaultCosts, extraCost, isSend, isShared } from "../http/costs.ts";
import { type Counts, createClientCounts, createCounts } from "../lib/counts.ts";
import { measured, observe, stopping } from "../http/observe.ts";
import { answerJson } from "../http/large.ts";
import { createRoom, type Room } from "../http/room.ts";
import type { Rate, RateLimiter } from "../http/rate_limit.ts";
import { createShares, type Shares } from "../http/shares.ts";
import { findAccounts, listRecoveries } from "../indexer/recoveries.ts";
import { answerGateway } from "../names/gateway.ts";
import { callChain, isChainMethod } from "../rpc/chain_methods.ts";
import { onKeyChange } from "../keys/changes.ts";
import { watchFileForKeys } from "../keys/file_changes.ts";
import { openRpc } from "../rpc/openrpc.ts";
import { methods } from "../rpc/methods.ts";
import type { Duties } from "./role.ts";
import { createChainHealth, readiness } from "../telemetry/readiness.ts";
import { answerPaymaster } from "../payment/sponsor/erc7677.ts";

/** Limits of the HTTP surface. */
export interface HttpLimits {
  /** Limits of one body. */
  readonly body: BodyBounds;
  /** Bytes of the bodies of all requests that are being answered; a client gets an eighth. */
  readonly bodies: number;
  /** Bytes of large answers of all requests until they are sent, about; a client gets a quarter. */
  readonly answers: number;
  /** Bytes of nodes' answers that are being read for clients; a client gets a quarter. */
  readonly reads: number;
  /** Milliseconds for a client to read a large answer. */
  readonly answerTime: number;
  /** Rate per key. */
  readonly key: Rate;
  /** Rate per client address. */
  readonly client: Rate;
  /** Requests that methods count as in both rates. */
  readonly costs: Costs;
  /** Rate of name lookups per client address. */
  readonly nameLooks: Rate;
  /** Rate of name claims per client address. */
  readonly nameClaims: Rate;
  /** Concurrent requests. */
  readonly pending: number;
  /** Concurrent requests per client address. */
  readonly pendingPerClient: number;
  /** Concurrent requests per API key; half of all by default. */
  readonly pendingPerKey?: number;
  /** Open change streams. */
  readonly streams: number;
  /** Open change streams per client address. */
  readonly streamsPerClient: number;
  /** Open change streams per API key; half of all by default. */
  readonly streamsPerKey?: number;
}

/** Limits for one process. */
export const defaultLimits: HttpLimits = {
  body: { size: 512 * 1024, time: 10_000, depth: 40 },
  bodies: 64 * 1024 * 1024,
  answers: 128 * 1024 * 1024,
  reads: 128 * 1024 * 1024,
  answerTime: 30_000,
  key: { burst: 2_000, perSecond: 400 },
  client: { burst: 1_000, perSecond: 200 },
  costs: defaultCosts,
  nameLooks: { burst: 60, perSecond: 5 },
  nameClaims: { burst: 10, perSecond: 0.05 },
  pending: 1_000,
  pendingPerClient: 250,
  streams: 2_000,
  streamsPerClient: 200,
};

/** Options of {@linkcode createApp}. */
export interface AppOptions {
  /** The service's parts. */
  readonly context: Context;
  /** Routes that this process serves. */
  readonly duties: Duties;
  /** Origin of the wallet host. */
  readonly keysOrigin: string;
  /** Limits of requests, bodies and streams. */
  readonly limits: HttpLimits;
  /** Creates the limiter of a kind. */
  readonly limiter: (kind: string, rate: Rate) => RateLimiter;
  /** Closes open streams when it aborts. */
  readonly stop: AbortSignal;
}

type Env = {
  Bindings: { readonly client: string };
  /** The key that a request counts for until it is answered. */
  Variables: { key?: string };
};

/** Parts that the routes share. */
interface Routes extends AppOptions {
  readonly byKey: RateLimiter;
  readonly byClient: RateLimiter;
  readonly pendingOfKeys: Counts;
  readonly bodies: Room;
  readonly answers: Room;
  readonly reads: Room;
  readonly shares: Shares;
}

/** Creates the app. */
export function createApp(options: AppOptions): Hono<Env> {
  const { context, duties, limits } = options;
  const routes: Routes = {
    ...options,
    byKey: options.limiter("key", limits.key),
    byClient: options.limiter("client", limits.client),
    pendingOfKeys: createCounts(limits.pendingPerKey ?? Math.ceil(limits.pending / 2)),
    bodies: createRoom(limits.bodies, Math.max(limits.body.size, Math.ceil(limits.bodies / 8))),
    answers: createRoom(limits.answers, Math.ceil(limits.answers / 4)),
    reads: createRoom(limits.reads, Math.ceil(limits.reads / 4)),
    shares: createShares({
      waiting: Math.ceil(limits.pending / 2),
      waitingPerClient: limits.pendingPerClient,
      stop: options.stop,
    }),
  };
  const pending = { all: limits.pending, client: limits.pendingPerClient };
  const app = new Hono<Env>();
  app.use(cors(), security(), observe(context, pending, options.stop), leave(routes));
  app.onError((error, c) => answerError(routes, error, c));
  app.notFound((c) => c.json(errorReply(null, new AcctError("invalid_request")), 404));
  mountHealth(app, routes);
  if (duties.gateway) mountGateway(app, routes);
  if (!duties.api) return app;
  mountDescription(app, routes);
  mountRpc(app, routes);
  mountEvents(app, routes);
  mountRecoveries(app, routes);
  return app;
}

/** Takes a request that {@linkcode admit} has counted for its key away again. */
function leave({ pendingOfKeys }: Routes): MiddlewareHandler<Env> {
  return async (c, next) => {
    try {
      await next();
    } finally {
      const key = c.get("key");
      if (key !== undefined) pendingOfKeys.add(key, -1);
    }
  };
}

function answerError({ context, stop }: Routes, error: Error, c: Request_<Env>): Response {
  if (error instanceof BodyError) {
    if (stop.aborted && error.status === 400) {
      // The server cut it off, not the client: another process answers it.
      c.header("retry-after", "1");
      return c.json(errorReply(null, stopping()), 503);
    }
    const refusal = new AcctError("invalid_request", { detail: error.message });
    if (error.status === 503) c.header("retry-after", "1");
    return c.json(errorReply(null, refusal), error.status);
  }
  report(context, error);
  const retryAfter = error instanceof AcctError ? error.data.retryAfter : undefined;
  if (retryAfter !== undefined) c.header("retry-after", String(retryAfter));
  return c.json(errorReply(null, error), httpStatus(error) as 200);
}

function report({ log }: Context, error: unknown): void {
  if (isFault(error)) log("error", "internal", {}, error);
}

function mountHealth(app: Hono<Env>, { context }: Routes): void {
  app.get("/health", (c) => c.json({ ok: true }));
  app.get("/ready", async (c) => {
    const state = await readiness(context);
    return c.json(state, state.ok ? 200 : 503);
  });
  const chains = createChainHealth(context);
  app.get("/health/chains", async (c) => c.json(await chains()));
}

/** Resolvers call this without a key (ERC-3668); it returns public data only. */
function mountGateway(app: Hono<Env>, { context, limits, byClient, bodies }: Routes): void {
  app.get("/v1/names/:sender/:data", async (c) => {
    await byClient.take(c.env.client);
    return await answerGateway(c, context.names, c.req.param("data").replace(/\.json$/, ""));
  });
  app.post("/v1/names", async (c) => {
    await byClient.take(c.env.client);
    using held = bodies.open(c.env.client);
    const body = await readJson(c.req.raw, limits.body, held) as { data?: unknown } | null;
    return await answerGateway(c, context.names, body?.data);
  });
}

function mountDescription(app: Hono<Env>, { context, keysOrigin }: Routes): void {
  const description = openRpc(methods);
  app.get("/openrpc.json", (c) => c.json(description));
  app.get("/.well-known/acct-configuration", async (c) => {
    const chains = [...context.chains.values()];
    await Promise.all(chains.map((chain) => chain.probe().catch(() => null)));
    const { descriptors, pushKey, fiat: { currency } } = context;
    return c.json({
      version: 1,
      keysUrl: keysOrigin,
      chains: chains.map((each) => each.json()),
      ...(currency !== null && { fiat: currency }),
      ...(pushKey !== null && { pushKey }),
      ...(descriptors !== undefined && { descriptors: true }),
    });
  });
}

function mountRpc(app: Hono<Env>, routes: Routes): void {
  const { context } = routes;
  app.post("/v1/rpc", async (c) => {
    const caller = await admit(c, routes);
    const answer: Answering["answer"] = async (caller, name, params) => {
      const method = methods.get(name);
      if (method === undefined) {
        throw new AcctError("method_not_found", { detail: name.slice(0, 60) });
      }
      return await method.call(context, caller, params);
    };
    const isKnown = (name: string) => methods.has(name);
    const chainOf = (params: unknown) => chainIn(params, context.chains);
    return await answerRpc(c, routes, caller, { answer, isKnown, chainOf });
  });
  app.post("/v1/rpc/:chainId{[0-9]{1,16}}", async (c) => {
    const caller = await admit(c, routes);
    const chain = findChain(context.chains, Number(c.req.param("chainId")));
    const answer: Answering["answer"] = (_caller, method, params, room) =>
      callChain(chain, method, params, room);
    const chainOf = () => chain.id;
    const answering = { answer, isKnown: isChainMethod, chainOf, large: true };
    return await answerRpc(c, routes, caller, answering);
  });
  app.post("/v1/paymaster/:chainId{[0-9]{1,16}}", async (c) => {
    const caller = await admit(c, routes);
    const chain = findChain(context.chains, Number(c.req.param("chainId")));
    const answer: Answering["answer"] = (caller, method, params) =>
      answerPaymaster(context, chain, caller, method, params);
    const isKnown = (name: string) => /^pm_getPaymaster(Stub)?Data$/.test(name);
    return await answerRpc(c, routes, caller, { answer, isKnown, chainOf: () => chain.id });
  });
}

/** Accounts of one stream. */
const followed = list(address, MAX_EVENT_ADDRESSES, { min: 1 });

function mountEvents(app: Hono<Env>, routes: Routes): void {
  const { context: { hub, keys, store }, keysOrigin, limits, stop } = routes;
  const { streams, streamsPerClient, streamsPerKey = Math.ceil(streams / 2) } = limits;
  const clients = createClientCounts({ all: streams, client: streamsPerClient });
  const projects = createCounts(streamsPerKey);
  watchFileForKeys(store, { ids: projects.names, stop });
  app.get("/v1/events", async (c) => {
    const { key, client } = await admit(c, routes);
    const accounts = followed.read({ value: c.req.queries("address"), path: "address" });
    if (hub.size() >= streams || clients.isFull(client) || projects.isFull(key.id)) {
      throw new AcctError("limit_exceeded", { retryAfter: 10, detail: "Too many open streams." });
    }
    // The request's own are gone once it was answered.
    const headers = new Headers(c.req.raw.headers);
    clients.add(client, 1);
    projects.add(key.id, 1);
    return eventStream(hub, accounts, {
      stop,
      onEnd() {
        clients.add(client, -1);
        projects.add(key.id, -1);
      },
      check: async () => void await readCaller({ headers }, { keys, keysOrigin }),
      onChange: (check) => onKeyChange(store, (id) => id === key.id && check()),
    });
  });
}

/** A request of its own for dialogs, which wait for nothing here: one look into the database. */
function mountRecoveries(app: Hono<Env>, routes: Routes): void {
  const { context } = routes;
  app.get("/v1/recoveries", async (c) => {
    await admit(c, routes);
    const account = address.read({ value: c.req.query("address"), path: "address" });
    const [known] = await findAccounts(context.store, [account]);
    const subscriptions = known === undefined ? [] : await listSubscriptions(context.store, known);
    const recoveries = await listRecoveries(context, account);
    return c.json({ recoveries, push: subscriptions.length > 0 });
  });
}

/** Reads the sender of a request, counts it for its key, and takes it from its rates. */
async function admit(c: Request_<Env>, routes: Routes): Promise<Caller> {
  const { context: { keys }, keysOrigin, byClient, byKey, pendingOfKeys, shares } = routes;
  await byClient.take(c.env.client);
  const known = await readCaller(c.req.raw, { keys, keysOrigin });
  if (pendingOfKeys.isFull(known.key.id)) {
    const detail = "Too many requests of this key at once.";
    throw new AcctError("limit_exceeded", { retryAfter: 1, detail });
  }
  pendingOfKeys.add(known.key.id, 1);
  c.set("key", known.key.id);
  await byKey.take(known.key.id);
  shares.note(known.key.id);
  return { ...known, client: c.env.client };
}

/** Method with its parameters, and what takes that which is read for it. */
type Question = readonly [method: string, params: unknown, room: ReadRoom];

/** Methods of a route. */
interface Answering {
  /** Answers a caller's request. */
  readonly answer: (
    caller: Caller,
    ...question: Question
  ) => Promise<unknown>;
  /** Returns the chain that an answer waits for, if it is one. */
  readonly chainOf: (params: unknown) => number | undefined;
  /** Names that metrics may show. */
  readonly isKnown: (name: string) => boolean;
  /** Counts the size of each answer; without it only those of a batch. */
  readonly large?: boolean;
}

async function answerRpc(
  c: Request_<Env>,
  { context, keysOrigin, limits, byClient, byKey, bodies, answers, reads, shares }: Routes,
  admitted: Caller,
  { answer: answerNow, isKnown, chainOf, large = false }: Answering,
): Promise<Response> {
  const { client } = admitted;
  // Its key may have been changed or revoked since.
  const readAgain = async (): Promise<Caller> => ({
    ...await readCaller(c.req.raw, { keys: context.keys, keysOrigin }),
    client,
  });
  using asked = bodies.open(client);
  const body = await readJson(c.req.raw, limits.body, asked);
  const caller = await readAgain();
  const extra = extraCost(body, limits.costs);
  if (extra > 0) {
    // No more than there can be beside the request itself, or it would be told to wait forever.
    const within = ({ burst }: Rate) => Math.min(extra, burst - 1);
    // The client first: what it has not left takes nothing from the key's other users.
    await byClient.take(client, within(limits.client));
    await byKey.take(caller.key.id, within(limits.key));
  }
  const ask = async (caller: Caller, ...question: Question) => {
    try {
      return await answerNow(caller, ...question);
    } catch (error) {
      throw chainFailure(error);
    }
  };
  const answer = (...question: Question) => {
    const [method, params] = question;
    if (!isShared(method, limits.costs)) return ask(caller, ...question);
    const work = async () => await ask(await readAgain(), ...question);
    // An operation that a user has signed is sent even if the page was closed.
    const gone = isSend(method) ? undefined : c.req.raw.signal;
    return shares.run({ key: caller.key.id, client, chain: chainOf(params), gone }, work);
  };
  const collect = async () => {
    using held = answers.open(client);
    using read = reads.open(client);
    const each: Answer = large || Array.isArray(body)
      ? async (method, params) => held.keep(await answer(method, params, read))
      : (method, params) => answer(method, params, read);
    const reporting = (error: unknown) => report(context, error);
    return await answerJsonRpc(body, measured(context, isKnown, each), reporting);
  };
  const reply = await collect();
  if (reply === null) return c.body(null, 204);
  return answerJson(reply, { held: answers.open(client), time: limits.answerTime });
}
