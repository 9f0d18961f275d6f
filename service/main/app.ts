/** Serves the HTTP surface; reads from top to bottom as a request passes through. @module */
import { type Context as Request_, Hono } from "hono";
import { numberToHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import { MAX_EVENT_ADDRESSES } from "../../core/protocol/service/mod.ts";
import { address } from "../../core/schema/schema.ts";
import { list } from "../../core/schema/common.ts";
import { listSubscriptions } from "../notices/subscriptions.ts";
import { chainFailure } from "../chain/node/failure.ts";
import { findChain } from "../chain/find.ts";
import type { ReadRoom } from "../chain/node/node.ts";
import type { Hub } from "../notices/hub.ts";
import type { RpcContext } from "../rpc/context.ts";
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
  NETWORK_SHARE,
  type Places,
  type Rate,
  rateExceeded,
  type RateLimiter,
} from "../http/limits.ts";
import { type HttpLimits, networkRate } from "../http/limits_config.ts";
import { createMemory, type Memory, replyJson } from "../http/memory.ts";
import { measured, observe, type Observed, stopping } from "../http/observe.ts";
import { findAccounts, listRecoveries } from "../indexer/permissions/recoveries.ts";
import { answerGateway } from "../names/gateway.ts";
import { callChain, isChainMethod } from "../rpc/chain_methods.ts";
import { type Caller, networkShare } from "../keys/caller.ts";
import type { KeyCache } from "../keys/cache.ts";
import { onKeyChange } from "../keys/changes.ts";
import { watchFileForKeys } from "../keys/file_changes.ts";
import { LINK_BODY_BYTES, runLinkAction } from "../links/actions.ts";
import type { Mailboxes } from "../links/mailboxes.ts";
import { LINK_MAILBOX_PATH } from "../../core/protocol/service/link.ts";
import { openRpc } from "../rpc/openrpc.ts";
import { methods } from "../rpc/methods.ts";
import { giveTestMoney, TEST_MONEY } from "../rpc/test_money.ts";
import type { Duties } from "./role.ts";
import { createChainHealth, readiness } from "../telemetry/readiness.ts";
import { answerPaymaster } from "../payment/sponsor/erc7677.ts";

/** Parts of the service that the routes use. */
export interface AppContext extends RpcContext {
  /** API keys. */
  readonly keys: KeyCache;
  /** Publishes changes to subscribers. */
  readonly hub: Hub;
  /** Mailboxes of device links. */
  readonly mailboxes: Mailboxes;
}

/** Options of {@linkcode createApp}. */
export interface AppOptions {
  /** The service's parts. */
  readonly context: AppContext;
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
  readonly byNetwork: RateLimiter;
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
    byNetwork: options.limiter("network", networkRate(limits.key)),
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
  mountLinks(app, routes);
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

function report({ log }: AppContext, error: unknown): void {
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
    const { descriptors, faucet, pushKey, fiat: { currency, currencies } } = context;
    return c.json({
      version: 1,
      keysUrl: keysOrigin,
      chains: chains.map((each) => each.json()),
      ...(currency !== null && { fiat: currency }),
      ...(currencies.length > 1 && { currencies }),
      ...(pushKey !== null && { pushKey }),
      ...(descriptors !== undefined && { descriptors: true }),
      ...(faucet !== undefined && { faucet: numberToHex(faucet.chainId) }),
    });
  });
}

function mountRpc(app: Hono<Env>, routes: Routes): void {
  const { context } = routes;
  const { faucet } = context;
  app.post("/v1/rpc", async (c) => {
    const caller = await admit(c, routes);
    const answer: Answering["answer"] = async (caller, name, params) => {
      if (name === TEST_MONEY && faucet) return await giveTestMoney(faucet, params);
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
  const shares = createCounts(Math.ceil(streamsPerKey * NETWORK_SHARE));
  watchFileForKeys(store, { ids: projects.names, stop });
  app.get("/v1/events", async (c) => {
    const { key, client } = await admit(c, routes);
    const accounts = followed.read({ value: c.req.queries("address"), path: "address" });
    const share = networkShare({ key, client });
    const isFull = hub.size() >= streams || clients.isFull(client) || projects.isFull(key.id) ||
      share !== null && shares.isFull(share);
    if (isFull) {
      throw new AcctError("limit_exceeded", { retryAfter: 10, detail: "Too many open streams." });
    }
    // The request's own memory is released after the answer.
    const headers = new Headers(c.req.raw.headers);
    clients.add(client, 1);
    projects.add(key.id, 1);
    if (share !== null) shares.add(share, 1);
    return eventStream(hub, accounts, {
      stop,
      onEnd() {
        clients.add(client, -1);
        projects.add(key.id, -1);
        if (share !== null) shares.add(share, -1);
      },
      check: async () => void await readCaller({ headers }, { keys, keysOrigin }),
      onChange: (check) => onKeyChange(store, (id) => id === key.id && check()),
    });
  });
}

/** A separate request for dialogs, so that it waits for no other work: one database lookup. */
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

/** Mailboxes of device links: each action is a path below the link's id. */
function mountLinks(app: Hono<Env>, routes: Routes): void {
  const { context: { mailboxes }, keysOrigin, limits, limiter, memory, stop } = routes;
  const byClient = limiter("links", limits.links);
  const bySize = limiter("link-kilobytes", limits.linkKilobytes);
  const [all, client] = [limits.pending, limits.pendingPerClient].map((n) => Math.ceil(n / 4));
  const waiting = createClientCounts({ all: all!, client: client! });
  const act = async (c: Request_<Env>, id: string, action: string) => {
    const { client, origin } = await admit(c, routes);
    if (action === "create") await count(c, byClient, { policy: "links", name: client });
    using held = memory.open(client);
    const body = await readJson(c.req.raw, { ...limits.body, size: LINK_BODY_BYTES }, held);
    const { message } = (body ?? {}) as { readonly message?: unknown };
    if (typeof message === "string") {
      const requests = Math.ceil(message.length / 1_024);
      await count(c, bySize, { policy: "link-kilobytes", name: client, requests });
    }
    // The wallet host itself is no site that asks.
    const caller = { client, origin: origin === keysOrigin ? null : origin };
    const result = await runLinkAction({ mailboxes, waiting, stop }, caller, { id, action, body });
    return replyJson(result, memory.open(client), limits.replyTime);
  };
  const path = `${LINK_MAILBOX_PATH}/:id` as const;
  app.post(path, (c) => act(c, c.req.param("id"), "create"));
  const actions = `${path}/:action{open|send|receive|end}` as const;
  app.post(actions, (c) => act(c, c.req.param("id"), c.req.param("action")));
}

/** Counts requests for a rate. The headers of the reply report it. */
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
  const { context: { keys }, keysOrigin, byClient } = routes;
  const { client } = c.env;
  await count(c, byClient, { policy: "client", name: client });
  const caller = { ...await readCaller(c.req.raw, { keys, keysOrigin }), client };
  c.get("place").useKey(caller.key.id, networkShare(caller));
  await countForKey(c, routes, caller, () => 1);
  return caller;
}

/**
 * Counts requests for a key. Anyone can use a publishable key, so one network gets a share of its
 * rate; above the share, requests do not count for the key.
 */
async function countForKey(
  c: Request_<Env>,
  { limits, byNetwork, byKey }: Routes,
  { key, client }: Pick<Caller, "key" | "client">,
  requests: (rate: Rate) => number,
): Promise<void> {
  const name = networkShare({ key, client });
  if (name !== null) {
    const share = networkRate(limits.key);
    await count(c, byNetwork, { policy: "network", name, requests: requests(share) });
  }
  await count(c, byKey, { policy: "key", name: key.id, requests: requests(limits.key) });
}

/** Counts the other requests of a batch. */
async function admitBatch(
  c: Request_<Env>,
  routes: Routes,
  caller: Pick<Caller, "key" | "client">,
  body: unknown,
): Promise<void> {
  const { limits, byClient } = routes;
  const others = Array.isArray(body) ? Math.min(body.length, MAX_BATCH) - 1 : 0;
  if (others <= 0) return;
  // A batch above a rate is answered only while no other request is in progress.
  const within = ({ requests }: Rate) => Math.min(others, requests - 1);
  // The client first: a client above its rate does not reduce the rate of the key's other users.
  const { client } = caller;
  await count(c, byClient, { policy: "client", name: client, requests: within(limits.client) });
  await countForKey(c, routes, caller, within);
  c.get("place").addBatch(others);
}

/** Methods of a route. */
interface Answering {
  /** Answers a caller's request. `room` is the memory for a node's answer. */
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
    await admitBatch(c, routes, caller, body);
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
