/**
 * Manages sessions of the admin page: a browser that sent the operator's token, for a limited time.
 */
import { AcctError } from "../../core/ground/errors.ts";
import { createRateLimiter } from "../http/limits.ts";

/** Lifetime of a session. */
const SESSION_TTL_MS = 8 * 3_600_000;
const COOKIE = "acct_admin";

/** Open session. */
export interface Session {
  /** Token that each form must contain. */
  readonly formToken: string;
  /** Unix milliseconds of the session's expiry. */
  readonly ends: number;
}

/** Sessions of one process. */
export interface Sessions {
  /**
   * Opens a session and returns its cookie; null for a wrong token.
   *
   * @throws {AcctError} `limit_exceeded` after a few attempts, right or wrong
   */
  open(token: string): Promise<string | null>;
  /** Returns the request's session, or null. */
  find(request: Request): Session | null;
  /** Closes the request's session. */
  close(request: Request): void;
}

/** Creates the sessions. */
export function createSessions(token: string, now: () => number = Date.now): Sessions {
  const sessions = new Map<string, Session>();
  const tries = createRateLimiter({ requests: 5, seconds: 150 });
  const idOf = (request: Request) =>
    new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
  return {
    async open(given) {
      // Counted first: beyond the limit, even the right token is rejected.
      await tries.take("any");
      // Compare hashes, so that the timing of the comparison reveals nothing.
      const [wanted, found] = await Promise.all([digest(token), digest(given)]);
      if (wanted !== found) return null;
      for (const [id, { ends }] of sessions) if (ends < now()) sessions.delete(id);
      const id = random();
      sessions.set(id, { formToken: random(), ends: now() + SESSION_TTL_MS });
      return `${COOKIE}=${id}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${SESSION_TTL_MS / 1000}`;
    },
    find(request) {
      const session = sessions.get(idOf(request));
      return session === undefined || session.ends < now() ? null : session;
    },
    close: (request) => void sessions.delete(idOf(request)),
  };
}

/**
 * Checks that a form came from this page: by the origin that the browser reports, and by the
 * session's own token in it.
 *
 * @throws {AcctError} `unauthorized`
 */
export function checkForm(request: Request, form: FormData, session: Session | null): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const own = new URL(request.url).host;
  const foreign = (site !== null && site !== "same-origin") ||
    (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== own));
  const isOurs = session === null || form.get("token") === session.formToken;
  if (foreign || !isOurs) throw new AcctError("unauthorized");
}

function random(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toHex();
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(bytes).toHex();
}
