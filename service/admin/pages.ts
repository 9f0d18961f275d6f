/** Routes of the admin page: projects, keys, limits and usage. @module */
import type { Context as Request_, Hono, MiddlewareHandler } from "hono";
import { formatUnits } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import { isLoopbackHost } from "../../core/protocol/api_key.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../main/context.ts";
import { Unannounced } from "../keys/changes.ts";
import { createKey, ensureProject, listKeys, revokeKey } from "../keys/keys.ts";
import {
  listProjects,
  type Project,
  rotateKey,
  setKey,
  setProject,
  usageToday,
} from "../keys/projects.ts";
import { listLinks } from "../names/links.ts";
import { LOW_DEPOSIT, readDeposit } from "../payment/sponsor/deposit.ts";
import { type Watched, watchedOf } from "../chain/paymasters.ts";
import { isPaused, readVault } from "../payment/sponsor/vault.ts";
import type { Store } from "../store/store.ts";
import { type DepositLine, loginPage, overviewPage, projectPage, style } from "./page.ts";
import { checkForm, createSessions, type Session, type Sessions } from "./session.ts";
import { readSettings } from "./settings.ts";

/** Options of {@linkcode mountPages}. */
export interface PagesOptions {
  readonly context: Context;
  /** Public host name of the service, for new keys. */
  readonly host: string;
  /** The operator's token. */
  readonly token: string;
}

/** Headers of every page, which allow its own forms and style sheet only. */
const headers = {
  "content-security-policy": "default-src 'none'; style-src 'self'; form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

/** Parts that the routes share. */
interface Pages extends PagesOptions {
  readonly store: Store;
  readonly sessions: Sessions;
}

/** Adds the routes. */
export function mountPages(app: Hono, options: PagesOptions): void {
  const { context, token } = options;
  const pages: Pages = { ...options, store: context.store, sessions: createSessions(token) };
  app.onError((error, c) => answerError(context, error, c));
  app.use(guard);
  mountSession(app, pages);
  mountProjects(app, pages);
  mountKeys(app, pages);
}

function answerError({ log }: Context, error: Error, c: Request_): Response {
  if (error instanceof AcctError) {
    const status = error.data.cause === "unauthorized" ? 403 : 400;
    return c.text(error.message, error.data.cause === "limit_exceeded" ? 429 : status);
  }
  log("error", "admin", {}, error);
  return c.text("Something failed; the log says what.", 500);
}

/** Refuses foreign names, and sets the headers. */
const guard: MiddlewareHandler = async (c, next) => {
  // A foreign name that resolves here is another site that poses as this one.
  const name = new URL(c.req.url).hostname;
  const isName = /[a-z]/i.test(name) && !name.startsWith("[");
  if (isName && !isLoopbackHost(name)) throw new AcctError("unauthorized");
  await next();
  for (const [header, value] of Object.entries(headers)) c.res.headers.set(header, value);
};

function mountSession(app: Hono, { context, store, sessions }: Pages): void {
  app.get("/style.css", (c) => c.body(style, 200, { "content-type": "text/css" }));
  app.get("/", async (c) => {
    const session = sessions.find(c.req.raw);
    if (session === null) return c.html(await loginPage(false));
    const projects = await listProjects(store);
    return c.html(
      await overviewPage({
        projects,
        deposits: await readDeposits(context),
        formToken: session.formToken,
      }),
    );
  });
  app.post("/login", async (c) => {
    const form = await c.req.raw.formData();
    checkForm(c.req.raw, form, null);
    const cookie = await sessions.open(String(form.get("secret") ?? ""));
    if (cookie === null) return c.html(await loginPage(true), 403);
    c.header("set-cookie", cookie);
    return c.redirect("/", 303);
  });
  app.post("/logout", async (c) => {
    await readForm(c, sessions);
    sessions.close(c.req.raw);
    return c.redirect("/", 303);
  });
}

function mountProjects(app: Hono, pages: Pages): void {
  const { store, sessions } = pages;
  app.post("/projects", async (c) => {
    const [form] = await readForm(c, sessions);
    const id = String(form.get("id") ?? "");
    if (!/^[a-z0-9-]{1,40}$/.test(id)) throw new AcctError("invalid_params", { field: "id" });
    await ensureProject(store, id, id);
    return c.redirect(`/projects/${id}`, 303);
  });
  app.get("/projects/:id", async (c) => {
    const session = sessions.find(c.req.raw);
    if (session === null) return c.redirect("/", 303);
    return await show(c, pages, c.req.param("id"), session);
  });
  app.post("/projects/:id", async (c) => {
    const [form, session] = await readForm(c, sessions);
    const id = c.req.param("id");
    return await attempt(c, pages, id, session, async () => {
      await setProject(store, id, readSettings(form));
      return null;
    });
  });
}

function mountKeys(app: Hono, pages: Pages): void {
  const { store, host, sessions } = pages;
  app.post("/projects/:id/keys", async (c) => {
    const [form, session] = await readForm(c, sessions);
    const { id, domains, policy } = await findProject(store, c.req.param("id"));
    return await attempt(c, pages, id, session, () =>
      createKey(store, {
        projectId: id,
        kind: form.get("kind") === "sk" ? "sk" : "pk",
        environment: form.get("environment") === "live" ? "live" : "test",
        host,
        domains,
        policy,
      }, warnOf(pages)));
  });
  app.post("/projects/:id/keys/:key", async (c) => {
    const [form, session] = await readForm(c, sessions);
    const { id, key } = c.req.param();
    const keys = await listKeys(store, id);
    if (!keys.some((each) => each.id === key)) {
      throw new AcctError("invalid_params", { field: "key" });
    }
    return await attempt(c, pages, id, session, async () => {
      const wanted = form.get("do");
      if (wanted === "rotate") return await rotateKey(store, key, host, warnOf(pages));
      if (wanted === "revoke") await revokeKey(store, key);
      else await setKey(store, key, readSettings(form));
      return null;
    });
  });
}

/** Logs that the other processes could not be told of a change. */
function warnOf({ context }: Pages): (reason: Error) => void {
  return ({ message }) => context.log("warn", "key_unannounced", { message });
}

/** Reads the form of a signed-in operator; refuses anything else. */
async function readForm(c: Request_, sessions: Sessions): Promise<[FormData, Session]> {
  const session = sessions.find(c.req.raw);
  if (session === null) throw new AcctError("unauthorized");
  const form = await c.req.raw.formData();
  checkForm(c.req.raw, form, session);
  return [form, session];
}

async function findProject(store: Store, id: string): Promise<Project> {
  const project = (await listProjects(store)).find((each) => each.id === id);
  if (project === undefined) throw new AcctError("invalid_params", { field: "project" });
  return project;
}

/** Outcome of a form to show on the page: a new key, or what was wrong. */
interface Outcome {
  readonly made?: string | null;
  readonly wrong?: string | null;
}

async function show(
  c: Request_,
  { store }: Pages,
  id: string,
  { formToken }: Session,
  { made = null, wrong = null }: Outcome = {},
): Promise<Response> {
  const page = await projectPage({
    project: await findProject(store, id),
    keys: await listKeys(store, id),
    usage: await usageToday(store),
    names: (await listLinks(store, id)).filter(({ endedAt }) => endedAt === null)
      .map(({ domain }) => domain),
    formToken,
    made,
    wrong,
  });
  return c.html(page, wrong === null ? 200 : 400);
}

/** Performs a form's action; an invalid field is reported on the page. */
async function attempt(
  c: Request_,
  pages: Pages,
  id: string,
  session: Session,
  work: () => Promise<string | null>,
): Promise<Response> {
  try {
    const made = await work();
    pages.context.log("info", "admin", { project: id, path: c.req.routePath });
    return await show(c, pages, id, session, { made });
  } catch (error) {
    if (error instanceof Unannounced) warnOf(pages)(error);
    else if (!(error instanceof AcctError)) throw error;
    return await show(c, pages, id, session, { wrong: error.message });
  }
}

/** Reads deposits, pauses and vaults of all chains. */
async function readDeposits({ chains }: Context): Promise<readonly DepositLine[]> {
  return await Promise.all(
    [...chains.values()].flatMap((chain) =>
      watchedOf(chain).map(async (watched): Promise<DepositLine> => {
        const name = chain.config.name;
        const line = {
          chain: watched.kind === "sponsor" ? name : `${name}, fees in tokens`,
          amount: null,
          low: false,
          paused: false,
          vault: null,
        };
        return await readLine(chain, watched).then((read) => ({ ...line, ...read }), () => line);
      })
    ),
  );
}

async function readLine(
  chain: Chain,
  { paymaster, vault, lowDeposit = LOW_DEPOSIT }: Watched,
): Promise<Omit<DepositLine, "chain">> {
  const { decimals, symbol } = chain.config.nativeCurrency;
  const amountOf = (value: bigint) => `${formatUnits(value, decimals)} ${symbol}`;
  const [deposit, paused, state] = await Promise.all([
    readDeposit(chain, paymaster),
    isPaused(chain, paymaster),
    vault === undefined ? null : readVault(chain, vault, paymaster),
  ]);
  return {
    amount: amountOf(deposit),
    low: deposit < lowDeposit,
    paused,
    vault: state === null
      ? null
      : `${amountOf(state.balance)}, ${amountOf(state.rate)} a day up to ${
        amountOf(state.ceiling)
      }`,
  };
}
