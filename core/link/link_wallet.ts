/**
 * Forwards requests to a wallet on another device, through a mailbox of the service that cannot read
 * them. Nothing is kept between requests but the connection: no timer, request or element.
 *
 * @module
 */
import { randomId } from "../lib/random_id.ts";
import { endOf } from "../client/lazy.ts";
import type { DialogMethod } from "../dialog/types.ts";
import {
  type AskOptions,
  CONNECT,
  type ParamsOf,
  type ResultOf,
  type Wallet,
} from "../dialog/requests.ts";
import type { HostMessage } from "../dialog/window.ts";
import { fromErrorJson } from "../ground/error_json.ts";
import { AcctError } from "../ground/errors.ts";
import { isBounded } from "../ground/bounded.ts";
import { wrong } from "../ground/check.ts";
import { MAX_MESSAGE_SIZE } from "../ground/limits.ts";
import { LinkBroken } from "./broken.ts";
import type { LinkEndMessage, LinkMovedMessage } from "./messages.ts";
import { isPassing } from "./outbox.ts";
import { pause } from "./pause.ts";
import type { Connection, ConnectionStore } from "./connection.ts";
import { beginSession, type Requester, type Session } from "./session.ts";
import type { ShowLink } from "../protocol/link_view.ts";
import { ticketOf } from "../protocol/return_address.ts";
import { fromBase64Url } from "../lib/base64url.ts";

/** Options of {@linkcode createLinkWallet}. */
export interface LinkWalletOptions extends Requester {
  readonly connection: ConnectionStore;
  /** Shows the link to the user. */
  readonly show: ShowLink;
}

/** Time without the service after which requests fail. */
const UNREACHABLE_MS = 30_000;
/** Pause after a reply that came sooner than the service waits. */
const PAUSE_MS = 1_000;
/** Longest wait for a service that limits requests. */
const MAX_WAIT_MS = 5_000;

/** A pending request. */
interface Pending {
  readonly message: { readonly id: string };
  /** Id of a bundle that may have been sent. */
  readonly sent: string | undefined;
  /** Notes a bundle that may be sent from now on, or `null` once it was refused. */
  note(bundle: string | null): void;
  resolve(result: unknown): void;
  reject(error: AcctError): void;
  /** Rejects without an answer of the wallet, which may have sent a bundle. */
  fail(cause: AcctError): void;
}

/** State between requests and sessions. */
interface Link {
  readonly options: LinkWalletOptions;
  readonly pending: Map<string, Pending>;
  session: Session | null;
  /** Aborts the session's work; `null` while nothing is in progress. */
  work: AbortController | null;
  /** Code to compare, and the link of its session. */
  compared: { readonly code: string; readonly url: string } | null;
  /** The wallet's page. */
  page: string | null;
  /** The browser returned, or was closed, with these requests; `null` while it is open. */
  back: { readonly isClosed: boolean; readonly shown: readonly string[] } | null;
  /** True once the session has answered a request. */
  answered: boolean;
  disposed: boolean;
}

/** A wallet on another device. */
export interface LinkWallet extends Wallet {
  /** Ends the connection. */
  end(): void;
}

/** Creates the wallet; nothing happens before the first request. */
export function createLinkWallet(options: LinkWalletOptions): LinkWallet {
  const link: Link = {
    options,
    pending: new Map(),
    session: null,
    work: null,
    compared: null,
    page: null,
    back: null,
    answered: false,
    disposed: false,
  };
  return {
    ask: (method, params, options) => ask(link, method, params, options),
    dispose() {
      link.disposed = true;
      failAll(link, new AcctError("disposed"));
    },
    end() {
      // The wallet removes the connection from its list if it still listens.
      void link.session?.send({ acct: "end" });
      link.session = null;
      options.connection.set(null);
    },
  };
}

function ask<M extends DialogMethod>(
  link: Link,
  method: M,
  params: ParamsOf[M],
  { signal, flow, onSent }: AskOptions,
): Promise<ResultOf[M]> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(endOf(signal));
    if (link.disposed) return reject(new AcctError("disposed"));
    const id = randomId();
    const message = { acct: "request", id, method, params, ...(flow && { flow }) };
    if (!isBounded(message, MAX_MESSAGE_SIZE)) {
      throw wrong("request", "must be JSON (no bigint) of a bounded size");
    }
    let sent: string | undefined;
    const end = () => {
      signal.removeEventListener("abort", onAbort);
      link.pending.delete(id);
      if (link.pending.size === 0) rest(link);
    };
    const onAbort = () => {
      if (link.session?.isReady()) void post(link, { acct: "cancel", id });
      pending.fail(endOf(signal));
    };
    const pending: Pending = {
      message,
      get sent() {
        return sent;
      },
      note(bundle) {
        sent = bundle ?? undefined;
        onSent?.(bundle);
      },
      resolve(result) {
        end();
        resolve(result as ResultOf[M]);
      },
      reject(error) {
        end();
        reject(error);
      },
      fail(cause) {
        pending.reject(
          sent === undefined ? cause : new AcctError("may_be_sent", { cause, id: sent }),
        );
      },
    };
    link.pending.set(id, pending);
    signal.addEventListener("abort", onAbort);
    // A user who connects again may want another device.
    if (method === CONNECT && link.work === null && !link.session?.isReady()) {
      link.session = null;
      link.options.connection.set(null);
    }
    if (link.session?.isReady()) void post(link, message);
    draw(link);
    if (link.work === null) void attend(link);
  });
}

/** Follows the session until no request waits. */
async function attend(link: Link): Promise<void> {
  const work = link.work = new AbortController();
  const { signal } = work;
  /** Time of the first failure in a row: a suspended app fails long after its last call. */
  let failing: number | null = null;
  while (!signal.aborted) {
    const begin = Date.now();
    try {
      const { connection } = link.options;
      if (link.session === null) {
        link.compared = null;
        link.session = await openSession(link, connection.get(), signal);
      }
      const { session } = link;
      draw(link);
      const established = session.established();
      if (established !== null) {
        await move(link, session, established, signal);
        continue;
      }
      const found = await session.receive(signal, link.back === null);
      failing = null;
      if (signal.aborted) return;
      // A wallet that accepted the code and left needs the link again.
      if (found === "nothing" && !session.isOpened()) link.compared = null;
      if (link.session !== session || session.established() !== null) continue;
      if (link.back !== null && found !== "read") leave(link);
      else if (found === "over") onEnded(link);
      // The service answers immediately if it has too many requests that wait.
      const isEarly = Date.now() - begin < PAUSE_MS / 4;
      if (found === "nothing" && isEarly) await pause(PAUSE_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      failing ??= Date.now();
      const { retryAfter = 0 } = error instanceof AcctError ? error.data : {};
      const wait = Math.max(PAUSE_MS, retryAfter * 1_000);
      // Nothing is shown before there is a link.
      const isLong = link.session === null && wait > MAX_WAIT_MS;
      if (!isPassing(error) || isLong || Date.now() - failing > UNREACHABLE_MS) {
        link.session = null;
        return failAll(link, readError(error));
      }
      await pause(Math.min(wait, MAX_WAIT_MS), signal);
    }
  }
}

/** Begins a session: of a connection, or of a new link. */
async function openSession(
  link: Link,
  connection: Connection | null,
  signal: AbortSignal,
): Promise<Session> {
  const { options } = link;
  link.answered = false;
  return await beginSession(options, connection, {
    opened(code) {
      // The browser covers the app: the ticket takes the place of the code.
      if (options.returnTo === undefined) link.compared = { code, url: link.session!.url };
      draw(link);
    },
    connected: (connection) => options.connection.set(connection),
    ready(page) {
      const isReloaded = page !== link.page;
      link.page = page;
      link.compared = null;
      draw(link);
      for (const pending of [...link.pending.values()]) {
        // A wallet that was reloaded does not know the request, and would send its bundle twice.
        if (pending.sent !== undefined && isReloaded) pending.fail(new AcctError("aborted"));
        else void post(link, pending.message);
      }
    },
    message: (message) => onMessage(link, message),
  }, signal);
}

/**
 * Continues an established connection in its next session: anyone can have seen the link, from which
 * the mailbox of the first session follows.
 */
async function move(
  link: Link,
  first: Session,
  established: Connection,
  signal: AbortSignal,
): Promise<void> {
  const next = await openSession(link, established, signal);
  const moved: LinkMovedMessage = { acct: "moved" };
  await first.send(moved);
  if (signal.aborted || link.session !== first) return void next.close();
  link.options.connection.set(established);
  link.session = next;
}

function onMessage(link: Link, message: HostMessage | LinkEndMessage): void {
  if (message.acct === "end") {
    link.session = null;
    link.options.connection.set(null);
    return failAll(link, new AcctError("connection_revoked"));
  }
  if (message.acct !== "sent" && message.acct !== "response") return;
  link.answered ||= message.acct === "response";
  const pending = link.pending.get(message.id);
  if (pending === undefined) return;
  if (message.acct === "sent") pending.note(message.bundle);
  else if (message.error !== undefined) pending.reject(fromErrorJson(message.error));
  else {
    extend(link);
    pending.resolve(message.result);
  }
}

/** Extends the connection after a use. */
function extend({ options: { connection } }: Link): void {
  const known = connection.get();
  if (known !== null) connection.set(known);
}

/** Handles a mailbox that is gone. A known connection continues in a new session. */
function onEnded(link: Link): void {
  const { session, options } = link;
  link.session = null;
  if (session?.isOpened() && options.connection.get() !== null) return;
  const detail = "The link expired, or was closed on the other device.";
  failAll(link, new AcctError("aborted", { detail }));
}

/** Sends a message; a session that is over is replaced by the next one, which sends it again. */
async function post(link: Link, message: object): Promise<void> {
  const { session } = link;
  const isSent = await session?.send(message);
  if (!isSent && link.session === session) link.session = null;
}

/**
 * Removes the link and stops polling. The session stays for the next request, unless the wallet's page
 * has returned to this app.
 */
function rest(link: Link): void {
  link.work?.abort();
  link.work = null;
  link.back = null;
  link.options.show(null);
  if (link.session?.isReady() && link.options.returnTo === undefined) return;
  void link.session?.close();
  link.session = null;
}

/** Continues after the browser returned or was closed: reads the answers that were sent before. */
async function onReturned(link: Link, session: Session, url: string | null): Promise<void> {
  if (link.session !== session || link.back !== null) return;
  link.back = { isClosed: url === null, shown: [...link.pending.keys()] };
  link.work?.abort();
  const ticket = ticketOf(url ?? "");
  try {
    if (ticket !== null) await session.redeem(fromBase64Url(ticket)!);
  } catch (error) {
    return failAll(link, readError(error));
  }
  if (link.session === session) void attend(link);
}

/** Rejects the requests that the user did not answer. Requests that were not shown open the browser. */
function leave(link: Link): void {
  const { back, session, answered, pending } = link;
  link.back = null;
  link.session = null;
  void session?.close();
  if (!back!.isClosed && answered) return;
  for (const id of back!.shown) pending.get(id)?.fail(new AcctError("user_rejected"));
}

function failAll({ pending }: Link, error: AcctError): void {
  for (const { fail } of [...pending.values()]) fail(error);
}

function draw(link: Link): void {
  const { session, compared, pending, options } = link;
  if (session === null || pending.size === 0 || link.back !== null) return;
  options.show({
    state: session.isReady() ? "approve" : compared === null ? "open" : "compare",
    url: compared?.url ?? session.url,
    code: compared?.code ?? null,
    cancel: () => failAll(link, new AcctError("user_rejected")),
    returned: (url) => void onReturned(link, session, url),
    fail: (cause) => {
      const detail = "The system browser did not open.";
      failAll(link, new AcctError("host_unreachable", { detail, cause }));
    },
  });
}

function readError(error: unknown): AcctError {
  if (error instanceof AcctError) return error;
  if (!(error instanceof LinkBroken)) return new AcctError("internal", { cause: error });
  return new AcctError("host_unreachable", {
    detail: `The link was disturbed and has ended. ${error.message}`,
    cause: error,
  });
}
