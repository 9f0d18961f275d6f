/** Serves the HTTP surface; reads from top to bottom as a request passes through. @module */
import { type Context as Request_, Hono } from "hono";
import { AcctError } from "../../core/protocol/errors.ts";
import { MAX_EVENT_ADDRESSES } from "../../core/protocol/service/mod.ts";
import { address } from "../../core/protocol/schema/schema.ts";
import { list } from "../../core/protocol/schema/schema_connected.ts";
import { listSubscriptions } from "../notices/subscriptions.ts";
import { chainFailure } from "../chain/failure.ts";
import { findChain } from "../chain/find.ts";
import type { ReadRoom } from "../chain/node.ts";
import type { Caller, Context } from "./context.ts";
import { eventStream } from "../notices/stream.ts";
import { readCaller } from "../http/access.ts";
import { BodyError, readJson } from "../http/body.ts";
import { cors, security } from "../http/headers.ts";
import {
  type Answer,
  answerJsonRpc,
  errorReply,
  httpStatus,
  isFault,
  MAX_BATCH,
} from "../http/json_rpc.ts";
import {
  createClientCounts,
  createCounts,
  type Places,
  type Rate,
  rateExceeded,
  type RateLimiter,
} from "../http/limits.ts";
import type { HttpLimits } from "../http/limits_config.ts";
import { createMemory, type Memory, replyJson } from "../http/memory.ts";
import { measured, observe, type Observed, stopping } from "../http/observe.ts";
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
  /** Concurrent requests. */
  readonly places: Places;
  /** Closes open streams when it aborts. */
  readonly stop: AbortSignal;
}

type Env = {
  Bindings: { readonly client: string };
  Variables: Observed;
};

/** Parts that the routes share. */
interface Routes extends AppOptions {
  readonly byKey: RateLimiter;
  readonly byClient: RateLimiter;
  readonly memory: Memory;
}

/** Creates the app. */
export function createApp(options: AppOptions): Hono<Env> {
  const { context, duties, limits } = options;
  const share = Math.max(limits.body.size, Math.ceil(limits.memory / 4));
  const routes: Routes = {
    ...options,
    byKey: options.limiter("key", limits.key),
    byClient: options.limiter("client", limits.client),
    memory: createMemory(limits.memory, share),
  };
  const app = new Hono<Env>();
  app.use(cors(), security(), observe(context, options.places, options.stop));
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
function mountGateway(app: Hono<Env>, { context, limits, byClient, memory }: Routes): void {
  app.get("/v1/names/:sender/:data", async (c) => {
    await count(c, byClient, { policy: "client", name: c.env.client });
    return await answerGateway(c, context.names, c.req.param("data").replace(/\.json$/, ""));
  });
  app.post("/v1/names", async (c) => {
    await count(c, byClient, { policy: "client", name: c.env.client });
    using held = memory.open(c.env.client);
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
    return await answerRpc(c, routes, caller, { answer, isKnown });
  });
  app.post("/v1/rpc/:chainId{[0-9]{1,16}}", async (c) => {
    const caller = await admit(c, routes);
    const chain = findChain(context.chains, Number(c.req.param("chainId")));
    const answer: Answering["answer"] = (_caller, method, params, room) =>
      callChain(chain, method, params, room);
    return await answerRpc(c, routes, caller, { answer, isKnown: isChainMethod });
  });
  app.post("/v1/paymaster/:chainId{[0-9]{1,16}}", async (c) => {
    const caller = await admit(c, routes);
    const chain = findChain(context.chains, Number(c.req.param("chainId")));
    const answer: Answering["answer"] = (caller, method, params) =>
      answerPaymaster(context, chain, caller, method, params);
    const isKnown = (name: string) => /^pm_getPaymaster(Stub)?Data$/.test(name);
    return await answerRpc(c, routes, caller, { answer, isKnown });
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

/** Counts requests for a rate, which the headers of the reply report. */
async function count(
  c: Request_<Env>,
  limiter: RateLimiter,
  { policy, name, requests = 1 }: { policy: string; name: string; requests?: number },
): Promise<void> {
  const quota = await limiter.count(name, requests);
  c.get("quotas").set(policy, quota);
  if (quota.exceeded) throw rateExceeded(quota);
}

/** Reads the sender of a request, and counts the request for its client and its key. */
async function admit(c: Request_<Env>, routes: Routes): Promise<Caller> {
  const { context: { keys }, keysOrigin, byClient, byKey } = routes;
  await count(c, byClient, { policy: "client", name: c.env.client });
  const known = await readCaller(c.req.raw, { keys, keysOrigin });
  c.get("place").useKey(known.key.id);
  await count(c, byKey, { policy: "key", name: known.key.id });
  return { ...known, client: c.env.client };
}

/** Counts the other requests of a batch. */
async function admitBatch(
  c: Request_<Env>,
  { limits, byClient, byKey }: Routes,
  { key, client, body }: { key: string; client: string; body: unknown },
): Promise<void> {
  const others = Array.isArray(body) ? Math.min(body.length, MAX_BATCH) - 1 : 0;
  if (others <= 0) return;
  // A batch that is larger than a rate is answered while nothing else is.
  const within = ({ requests }: Rate) => Math.min(others, requests - 1);
  // The client first: a client above its rate takes nothing from the key's other users.
  await count(c, byClient, { policy: "client", name: client, requests: within(limits.client) });
  await count(c, byKey, { policy: "key", name: key, requests: within(limits.key) });
  c.get("place").addBatch(others);
}

/** Methods of a route. */
interface Answering {
  /** Answers a caller's request; `room` takes a node's answer. */
  readonly answer: (
    caller: Caller,
    method: string,
    params: unknown,
    room: ReadRoom,
  ) => Promise<unknown>;
  /** Names that metrics may show. */
  readonly isKnown: (name: string) => boolean;
}

async function answerRpc(
  c: Request_<Env>,
  routes: Routes,
  admitted: Caller,
  { answer, isKnown }: Answering,
): Promise<Response> {
  const { context, keysOrigin, limits, memory } = routes;
  const { client } = admitted;
  const collect = async () => {
    using held = memory.open(client);
    const body = await readJson(c.req.raw, limits.body, held);
    // While a slow body arrives, its key may be changed or revoked.
    const caller = { ...await readCaller(c.req.raw, { keys: context.keys, keysOrigin }), client };
    await admitBatch(c, routes, { key: caller.key.id, client, body });
    const ask: Answer = async (method, params) => {
      try {
        return await answer(caller, method, params, held);
      } catch (error) {
        throw chainFailure(error);
      }
    };
    const reporting = (error: unknown) => report(context, error);
    return await answerJsonRpc(body, measured(context, isKnown, ask), reporting);
  };
  const reply = await collect();
  if (reply === null) return c.body(null, 204);
  return replyJson(reply, memory.open(client), limits.replyTime);
}
