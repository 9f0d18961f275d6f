/**
 * Serves the operator's own port: metrics, detailed readiness, and the admin page. It has a
 * separate listener, on loopback by default. The public port and the wallet host's origin serve
 * none of it.
 *
 * @module
 */
import { Hono } from "hono";
import type { AdminContext } from "./context.ts";
import type { DepositWatch } from "../payment/sponsor/deposit.ts";
import { createChainHealth, readiness } from "../telemetry/readiness.ts";
import { findTestChain } from "../keys/keys.ts";
import { measure } from "../telemetry/service_metrics.ts";
import { mountPages } from "./pages.ts";

/** Options of {@linkcode createAdmin}. */
export interface AdminOptions {
  /** The service's parts. */
  readonly context: AdminContext;
  /** Watch of the sponsor's deposits; null in a process that has none. */
  readonly deposits: DepositWatch | null;
  /** Public host name of the service, for new keys. */
  readonly host: string;
  /** Token for the admin page; null disables the page. */
  readonly token: string | null;
}

/** Creates the app of the operator's port. */
export function createAdmin({ context, deposits, host, token }: AdminOptions): Hono {
  const app = new Hono();
  const chains = createChainHealth(context);
  app.get("/metrics", async (c) => {
    await measure(context);
    return c.text(context.metrics.text(), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    });
  });
  app.get("/health", (c) => c.json({ ok: true }));
  app.get("/ready", async (c) => {
    const state = await readiness(context);
    const lowDeposits = deposits?.low() ?? [];
    return c.json({ ...state, chains: await chains(), lowDeposits }, state.ok ? 200 : 503);
  });
  if (token !== null) {
    const testChain = findTestChain([...context.chains.values()].map(({ config }) => config));
    const { store, log } = context;
    mountPages(app, { store, log, host, testChain, token });
  }
  return app;
}
