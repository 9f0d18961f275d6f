/**
 * The operator's own port: metrics, readiness in detail, and the admin page. It is a listener of its
 * own, on loopback unless configured otherwise; nothing of it is on the public port or on the
 * wallet host's origin.
 *
 * @module
 */
import { Hono } from "hono";
import type { Context } from "../context.ts";
import type { DepositWatch } from "../sponsor/deposit.ts";
import { readiness } from "../telemetry/readiness.ts";
import { measure } from "../telemetry/service_metrics.ts";
import { mountPages } from "./pages.ts";

/** What it needs. */
export interface AdminOptions {
  /** The service's parts. */
  readonly context: Context;
  /** Watches the sponsor's deposits; null in a process that does not. */
  readonly deposits: DepositWatch | null;
  /** Public name of the service, for new keys. */
  readonly host: string;
  /** Opens the page; null: there is no page. */
  readonly token: string | null;
}

/** Makes the app of the operator's port. */
export function createAdmin({ context, deposits, host, token }: AdminOptions): Hono {
  const app = new Hono();
  app.get("/metrics", async (c) => {
    await measure(context);
    return c.text(context.metrics.text(), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    });
  });
  app.get("/health", (c) => c.json({ ok: true }));
  app.get("/ready", async (c) => {
    const state = await readiness(context);
    return c.json({ ...state, lowDeposits: deposits?.low() ?? [] }, state.ok ? 200 : 503);
  });
  if (token !== null) mountPages(app, { context, host, token });
  return app;
}
