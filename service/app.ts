/** Serves the HTTP surface; reads from top to bottom as a request passes through. @module */
import { type Context as Request_, Hono } from "hono";
import { AcctError } from "../core/protocol/errors.ts";
import { address } from "../core/protocol/schema.ts";
import { findChain } from "./chain/find.ts";
import type { Caller, Context } from "./context.ts";
import { eventStream } from "./events/stream.ts";
import { readCaller } from "./http/access.ts";
import { type BodyBounds, BodyError, type BodyRoom, readJson } from "./http/body.ts";
import { cors } from "./http/cors.ts";
import {
  type Answer,
  answerJsonRpc,
  errorReply,
  httpStatus,
  isFault,
  MAX_BATCH,
} from "./http/json_rpc.ts";
import { createRateLimiter, type Rate } from "./http/rate_limit.ts";
import { answerGateway } from "./names/gateway.ts";
import { callChain, isChainMethod } from "./rpc/chain_methods.ts";
import { openRpc } from "./rpc/openrpc.ts";
import { methods } from "./rpc/methods.ts";
import type { Duties } from "./role.ts";
import { readiness } from "./telemetry/readiness.ts";
import { answerPaymaster } from "./sponsor/erc7677.ts";

/** Limits of the HTTP surface. */
export interface HttpLimits {
  /** Limits of one body. */
  readonly body: BodyBounds;
  /** Bytes of all bodies that are being read, together. */
  readonly bodies: number;
  /** Rate per key. */
  readonly key: Rate;
  /** Rate per client address. */
  readonly client: Rate;
  /** Rate of name lookups per client address. */
  readonly nameLooks: Rate;
  /** Rate of name claims per client address. */
  readonly nameClaims: Rate;
  /** Concurrent requests. */
  readonly pending: number;
  /** Open change streams. */
  readonly streams: number;
}

/** Limits for one process. */
export const defaultLimits: HttpLimits = {
  body: { size: 512 * 1024, time: 10_000, depth: 40 },
  bodies: 64 * 1024 * 1024,
  key: { burst: 2_000, perSecond: 400 },
  client: { burst: 1_000, perSecond: 200 },
  nameLooks: { burst: 60, perSecond: 5 },
  nameClaims: { burst: 10, perSecond: 0.05 },
  pending: 1_000,
  streams: 2_000,
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
  /** Closes open streams when it aborts. */
  readonly stop: AbortSignal;
}

type Env = { Bindings: { readonly client: string } };

/** Creates the app. */
export function createApp({ context, duties, keysOrigin, limits, stop }: AppOptions): Hono<Env> {
  const byKey = createRateLimiter(limits.key);
  const byClient = createRateLimiter(limits.client);
  const room: BodyRoom = { left: limits.bodies };
  let pending = 0;

  const app = new Hono<Env>();
  app.use(cors());
  app.use(async (c, next) => {
    if (pending >= limits.pending) {
      const busy = new AcctError("limit_exceeded", {
        retryAfter: 1,
        detail: "The service is busy.",
      });
      return c.json(errorReply(null, busy), 503);
    }
    pending++;
    const begin = performance.now();
    try {
      await next();
    } finally {
      pending--;
      const { status } = c.res;
      context.metrics.count("acct_http_responses_total", { status });
      context.log("info", "request", {
        method: c.req.method.slice(0, 10),
        path: c.req.path.slice(0, 60),
        status,
        milliseconds: Math.round(performance.now() - begin),
      });
    }
  });
  const report = (error: unknown) => {
    if (isFault(error)) context.log("error", "internal", {}, error);
  };
  /** Counts and times a method; unknown method names share one label. */
  const measured =
    (known: (name: string) => boolean, answer: Answer): Answer => async (name, params) => {
      const begin = performance.now();
      const method = known(name) ? name : "other";
      let outcome = "ok";
      try {
        return await answer(name, params);
      } catch (error) {
        outcome = error instanceof AcctError ? error.data.cause : "refused";
        if (isFault(error)) outcome = "internal";
        throw error;
      } finally {
        context.metrics.count("acct_requests_total", { method, outcome });
        const seconds = (performance.now() - begin) / 1000;
        context.metrics.observe("acct_request_seconds", { method }, seconds);
      }
    };
  app.onError((error, c) => {
    if (!(error instanceof BodyError)) report(error);
    if (error instanceof BodyError) {
      const refusal = new AcctError("invalid_request", { detail: error.message });
      return c.json(errorReply(null, refusal), error.status);
    }
    const retryAfter = error instanceof AcctError ? error.data.retryAfter : undefined;
    if (retryAfter !== undefined) c.header("retry-after", String(retryAfter));
    return c.json(errorReply(null, error), httpStatus(error) as 200);
  });
  app.notFound((c) => c.json(errorReply(null, new AcctError("invalid_request")), 404));

  app.get("/health", (c) => c.json({ ok: true }));
  app.get("/ready", async (c) => {
    const state = await readiness(context);
    return c.json(state, state.ok ? 200 : 503);
  });
  if (duties.gateway) {
    // Resolvers call this without a key (ERC-3668); it returns public data only.
    app.get("/v1/names/:sender/:data", (c) => {
      byClient.take(c.env.client);
      return answerGateway(c, context.names, c.req.param("data").replace(/\.json$/, ""));
    });
    app.post("/v1/names", async (c) => {
      byClient.take(c.env.client);
      const body = await readJson(c.req.raw, limits.body, room) as { data?: unknown } | null;
      return await answerGateway(c, context.names, body?.data);
    });
  }
  if (!duties.api) return app;
  const description = openRpc(methods);
  app.get("/openrpc.json", (c) => c.json(description));
  app.get("/.well-known/acct-configuration", async (c) => {
    const chains = [...context.chains.values()];
    await Promise.all(chains.map((chain) => chain.probe().catch(() => null)));
    return c.json({ version: 1, keysUrl: keysOrigin, chains: chains.map((each) => each.json()) });
  });

  const caller = async (c: Request_<Env>): Promise<Caller> => {
    byClient.take(c.env.client);
    const known = await readCaller(c.req.raw, { store: context.store, keysOrigin });
    byKey.take(known.key.id);
    return { ...known, client: c.env.client };
  };
  const jsonRpc = async (c: Request_<Env>, sender: Caller, answer: Answer) => {
    const body = await readJson(c.req.raw, limits.body, room);
    if (Array.isArray(body)) byKey.take(sender.key.id, Math.min(body.length, MAX_BATCH));
    const reply = await answerJsonRpc(body, answer, report);
    return reply === null ? c.body(null, 204) : c.json(reply);
  };

  app.post("/v1/rpc", async (c) => {
    const sender = await caller(c);
    const answer: Answer = async (name, params) => {
      const method = methods.get(name);
      if (method === undefined) {
        throw new AcctError("method_not_found", { detail: name.slice(0, 60) });
      }
      return await method.call(context, sender, params);
    };
    return await jsonRpc(c, sender, measured((name) => methods.has(name), answer));
  });
  app.post("/v1/rpc/:chainId{[0-9]{1,16}}", async (c) => {
    const sender = await caller(c);
    const chain = findChain(context.chains, Number(c.req.param("chainId")));
    const answer: Answer = (method, params) => callChain(chain, method, params);
    return await jsonRpc(c, sender, measured(isChainMethod, answer));
  });
  app.post("/v1/paymaster/:chainId{[0-9]{1,16}}", async (c) => {
    const sender = await caller(c);
    const chain = findChain(context.chains, Number(c.req.param("chainId")));
    const answer: Answer = (method, params) =>
      answerPaymaster(context, chain, sender, method, params);
    return await jsonRpc(
      c,
      sender,
      measured((name) => /^pm_getPaymaster(Stub)?Data$/.test(name), answer),
    );
  });
  app.get("/v1/events", async (c) => {
    await caller(c);
    const account = address.read({ value: c.req.query("address"), path: "address" });
    if (context.hub.size() >= limits.streams) {
      throw new AcctError("limit_exceeded", { retryAfter: 10, detail: "Too many open streams." });
    }
    return eventStream(context.hub, account, stop);
  });
  return app;
}
