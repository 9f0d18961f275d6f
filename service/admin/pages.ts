/** Serves the admin page: keys of all projects. @module */
import type { Context as Request_, Hono, MiddlewareHandler } from "hono";
import { isLoopbackHost } from "../../core/ground/api_key.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { Unannounced } from "../keys/changes.ts";
import { checkDomain } from "../keys/domains.ts";
import { createKey, ensureProject, listKeys, revokeKey } from "../keys/keys.ts";
import { parsePolicy } from "../keys/policy.ts";
import { listProjects, missingKey, setKey, type Settings, usageToday } from "../keys/projects.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../lib/log.ts";
import { errorPage, loginPage, overviewPage, projectPage, style } from "./page.ts";
import { checkForm, createSessions, type Session, type Sessions } from "./session.ts";

/** Options of {@linkcode mountPages}. */
export interface PagesOptions {
  readonly store: Store;
  readonly log: Log;
  /** Public host name of the service, for new keys. */
  readonly host: string;
  /** The chain that new test keys name. */
  readonly testChain: number | undefined;
  /** The operator's token. */
  readonly token: string;
}

/** Headers of every page. They allow only its own forms and style sheet. */
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
export function mountPages(app: Hono, { store, log, host, testChain, token }: PagesOptions): void {
  const sessions = createSessions(token);
  app.onError((error, c) => answerError(log, error, c));
  app.use(guard);
  mountSession(app, sessions);
  app.get("/", async (c) => {
    const session = sessions.find(c.req.raw);
    return c.html(
      await (session === null
        ? loginPage(false)
        : overviewPage(await listProjects(store), session.formToken)),
    );
  });
  const show = async (c: Request_, { formToken }: Session, project: string, made?: string) => {
    const [keys, usage] = await Promise.all([listKeys(store, project), usageToday(store)]);
    return c.html(await projectPage({ project, keys, usage, formToken, made }));
  };
  app.get("/projects/:id", async (c) => {
    const session = sessions.find(c.req.raw);
    return session === null ? c.redirect("/", 303) : await show(c, session, c.req.param("id"));
  });
  app.post("/keys", async (c) => {
    const [form, session] = await readForm(c, sessions);
    const projectId = String(form.get("project") ?? "");
    if (!/^[a-z0-9-]{1,40}$/.test(projectId)) {
      throw new AcctError("invalid_params", { field: "project" });
    }
    const isLive = form.get("environment") === "live";
    const key = {
      ...readSettings(form),
      projectId,
      kind: form.get("kind") === "sk" ? "sk" : "pk",
      environment: isLive ? "live" : "test",
      host,
      ...(!isLive && { chainId: testChain }),
    } as const;
    await ensureProject(store, projectId, projectId);
    const made = await createKey(
      store,
      key,
      ({ message }) => log("warn", "key_unannounced", { message }),
    );
    log("info", "admin", { project: projectId, path: c.req.routePath });
    return await show(c, session, projectId, made);
  });
  app.post("/projects/:id/keys/:key", async (c) => {
    const [form] = await readForm(c, sessions);
    const { id: project, key } = c.req.param();
    if (form.get("do") !== "revoke") await setKey(store, key, readSettings(form));
    else if (!await revokeKey(store, key)) {
      throw new AcctError("invalid_params", { detail: await missingKey(store, key) });
    }
    log("info", "admin", { project, path: c.req.routePath });
    return c.redirect(`/projects/${encodeURIComponent(project)}`, 303);
  });
}

async function answerError(log: Log, error: Error, c: Request_): Promise<Response> {
  if (error instanceof Unannounced) log("warn", "key_unannounced", { message: error.message });
  else if (!(error instanceof AcctError)) {
    log("error", "admin", {}, error);
    return c.html(await errorPage("The request failed. The log has the reason."), 500);
  }
  const cause = error instanceof AcctError ? error.data.cause : null;
  const status = cause === "unauthorized" ? 403 : cause === "limit_exceeded" ? 429 : 400;
  return c.html(await errorPage(error.message), status);
}

/** Sets the headers, and rejects foreign host names. */
const guard: MiddlewareHandler = async (c, next) => {
  for (const [header, value] of Object.entries(headers)) c.header(header, value);
  // A foreign name that resolves here is another site that poses as this one.
  const name = new URL(c.req.url).hostname;
  const isName = /[a-z]/i.test(name) && !name.startsWith("[");
  if (isName && !isLoopbackHost(name)) throw new AcctError("unauthorized");
  await next();
};

function mountSession(app: Hono, sessions: Sessions): void {
  app.get("/style.css", (c) => c.body(style, 200, { "content-type": "text/css" }));
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

/** Reads the form of a signed-in operator; rejects any other request. */
async function readForm(c: Request_, sessions: Sessions): Promise<[FormData, Session]> {
  const session = sessions.find(c.req.raw);
  if (session === null) throw new AcctError("unauthorized");
  const form = await c.req.raw.formData();
  checkForm(c.req.raw, form, session);
  return [form, session];
}

/** Reads domains and policy from a form. */
function readSettings(form: FormData): Settings {
  const domains = String(form.get("domains") ?? "").split(/\s+/).filter((line) => line !== "");
  const policy = String(form.get("policy") ?? "").trim();
  try {
    return { domains: domains.map(checkDomain), policy: parsePolicy(policy || null) };
  } catch (error) {
    if (error instanceof AcctError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new AcctError("invalid_params", { field: "policy", detail });
  }
}
