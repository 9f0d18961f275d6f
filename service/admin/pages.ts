/** Routes of the admin page: projects, keys, limits and usage. @module */
import type { Context as Request_, Hono } from "hono";
import { type Address, formatUnits } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import { isLoopbackHost } from "../../core/protocol/api_key.ts";
import type { Context } from "../context.ts";
import { createKey, ensureProject, listKeys, revokeKey } from "../keys/keys.ts";
import {
  listProjects,
  type Project,
  rotateKey,
  setKey,
  setProject,
  type Settings,
  usageToday,
} from "../keys/projects.ts";
import { listLinks } from "../names/links.ts";
import { LOW_DEPOSIT, readDeposit } from "../sponsor/deposit.ts";
import { limitNames, type Policy, policySchema } from "../sponsor/policy.ts";
import { loginPage, overviewPage, projectPage, style } from "./page.ts";
import { checkForm, createSessions, type Session } from "./session.ts";

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

/** Adds the routes. */
export function mountPages(app: Hono, { context, host, token }: PagesOptions): void {
  const { store } = context;
  const sessions = createSessions(token);

  app.onError((error, c) => {
    if (error instanceof AcctError) {
      const status = error.data.cause === "unauthorized" ? 403 : 400;
      return c.text(error.message, error.data.cause === "limit_exceeded" ? 429 : status);
    }
    context.log("error", "admin", {}, error);
    return c.text("Something failed; the log says what.", 500);
  });
  app.use(async (c, next) => {
    // A foreign name that resolves here is another site that poses as this one.
    const name = new URL(c.req.url).hostname;
    const isName = /[a-z]/i.test(name) && !name.startsWith("[");
    if (isName && !isLoopbackHost(name)) throw new AcctError("unauthorized");
    await next();
    for (const [header, value] of Object.entries(headers)) c.res.headers.set(header, value);
  });

  /** Reads the form of a signed-in operator; refuses anything else. */
  const readForm = async (c: Request_): Promise<[FormData, Session]> => {
    const session = sessions.find(c.req.raw);
    if (session === null) throw new AcctError("unauthorized");
    const form = await c.req.raw.formData();
    checkForm(c.req.raw, form, session);
    return [form, session];
  };
  const projectOf = async (id: string): Promise<Project> => {
    const project = (await listProjects(store)).find((each) => each.id === id);
    if (project === undefined) throw new AcctError("invalid_params", { field: "project" });
    return project;
  };
  const show = async (
    c: Request_,
    id: string,
    { formToken }: Session,
    { made = null, wrong = null }: { made?: string | null; wrong?: string | null } = {},
  ) =>
    c.html(
      await projectPage({
        project: await projectOf(id),
        keys: await listKeys(store, id),
        usage: await usageToday(store),
        names: (await listLinks(store, id)).filter(({ endedAt }) => endedAt === null)
          .map(({ domain }) => domain),
        formToken,
        made,
        wrong,
      }),
      wrong === null ? 200 : 400,
    );

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
    await readForm(c);
    sessions.close(c.req.raw);
    return c.redirect("/", 303);
  });
  app.post("/projects", async (c) => {
    const [form] = await readForm(c);
    const id = String(form.get("id") ?? "");
    if (!/^[a-z0-9-]{1,40}$/.test(id)) throw new AcctError("invalid_params", { field: "id" });
    await ensureProject(store, id, id);
    return c.redirect(`/projects/${id}`, 303);
  });
  app.get("/projects/:id", async (c) => {
    const session = sessions.find(c.req.raw);
    if (session === null) return c.redirect("/", 303);
    return await show(c, c.req.param("id"), session);
  });
  app.post("/projects/:id", async (c) => {
    const [form, session] = await readForm(c);
    const id = c.req.param("id");
    return await attempt(c, id, session, async () => {
      await setProject(store, id, readSettings(form));
      return null;
    });
  });
  app.post("/projects/:id/keys", async (c) => {
    const [form, session] = await readForm(c);
    const { id, domains, policy } = await projectOf(c.req.param("id"));
    return await attempt(c, id, session, () =>
      createKey(store, {
        projectId: id,
        kind: form.get("kind") === "sk" ? "sk" : "pk",
        environment: form.get("environment") === "live" ? "live" : "test",
        host,
        domains,
        policy,
      }));
  });
  app.post("/projects/:id/keys/:key", async (c) => {
    const [form, session] = await readForm(c);
    const { id, key } = c.req.param();
    const keys = await listKeys(store, id);
    if (!keys.some((each) => each.id === key)) {
      throw new AcctError("invalid_params", { field: "key" });
    }
    return await attempt(c, id, session, async () => {
      const wanted = form.get("do");
      if (wanted === "rotate") return await rotateKey(store, key, host);
      if (wanted === "revoke") await revokeKey(store, key);
      else await setKey(store, key, readSettings(form));
      return null;
    });
  });

  /** Performs a form's action; an invalid field is reported on the page. */
  async function attempt(
    c: Request_,
    id: string,
    session: Session,
    work: () => Promise<string | null>,
  ): Promise<Response> {
    try {
      const made = await work();
      context.log("info", "admin", { project: id, path: c.req.routePath });
      return await show(c, id, session, { made });
    } catch (error) {
      if (!(error instanceof AcctError)) throw error;
      return await show(c, id, session, { wrong: error.message });
    }
  }
}

/** Reads domains and policy from a form. */
function readSettings(form: FormData): Settings {
  const domains = String(form.get("domains") ?? "").split(/\s+/).filter((line) => line !== "");
  if (form.get("sponsors") === null) return { domains, policy: null };
  const limits = limitNames.map((name) => [name, Number(form.get(name) ?? Number.NaN)] as const);
  const targets = parseTargets(String(form.get("targets") ?? ""));
  const { success, data, error } = policySchema.safeParse({
    ...Object.fromEntries(limits),
    ...(targets.length > 0 && { targets }),
  });
  if (success) return { domains, policy: data satisfies Policy };
  const [issue] = error.issues;
  throw new AcctError("invalid_params", {
    field: issue?.path.join(".") ?? "policy",
    detail: `${issue?.path.join(".")}: ${issue?.message}`,
  });
}

/**
 * Parses lines of an address, optionally a chain id, optionally functions; the schema validates
 * them.
 */
function parseTargets(text: string) {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => {
    const [address, ...rest] = line.split(/[\s,]+/);
    const chains = rest.filter((word) => /^\d+$/.test(word));
    const functions = rest.filter((word) => !chains.includes(word));
    return {
      address,
      ...(chains.length > 0 && { chainId: chains.length === 1 ? Number(chains[0]) : Number.NaN }),
      ...(functions.length > 0 && { functions }),
    };
  });
}

async function readDeposits({ chains }: Context) {
  return await Promise.all(
    [...chains.values()].flatMap((chain) => {
      const { sponsor, tokenFees, config } = chain;
      const { decimals, symbol } = config.nativeCurrency;
      const row = (name: string, watched: { paymaster: Address; lowDeposit?: bigint }) =>
        readDeposit(chain, watched.paymaster).then((deposit) => ({
          chain: name,
          amount: `${formatUnits(deposit, decimals)} ${symbol}`,
          low: deposit < (watched.lowDeposit ?? LOW_DEPOSIT),
        }), () => ({ chain: name, amount: null, low: false }));
      return [
        ...(sponsor === null ? [] : [row(config.name, sponsor)]),
        ...(tokenFees === null ? [] : [row(`${config.name}, fees in tokens`, tokenFees)]),
      ];
    }),
  );
}
