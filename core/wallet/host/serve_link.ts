/**
 * Serves the requests of a linked device, session after session, until the user ends the link. The
 * dialogs and checks are the same as in a window.
 *
 * @module
 */
import { fromBase64Url, toBase64Url } from "../../lib/base64url.ts";
import { randomId } from "../../lib/random_id.ts";
import { AcctError } from "../../ground/errors.ts";
import { wrong } from "../../ground/check.ts";
import type { ServiceOptions } from "../../client/client.ts";
import {
  type HostMessage,
  type InitMessage,
  type PageMessage,
  PROTOCOL,
  type ResponseMessage,
} from "../../dialog/window.ts";
import { CONNECT } from "../../dialog/requests.ts";
import { LinkBroken } from "../../link/broken.ts";
import { sealAlone } from "../../link/channel.ts";
import { hashToken } from "../../link/keys.ts";
import { type LinkReadyMessage, type LinkSealedMessage, readMessage } from "../../link/messages.ts";
import { pause } from "../../link/pause.ts";
import { eitherSignal } from "../../lib/signals.ts";
import type { LinkRecord } from "../device/links.ts";
import { type OpenedLink, openLink, type Returning } from "./open_link.ts";
import { type RequestServer, type ServeOptions, serveRequests } from "./serve_opener.ts";

/** Options of {@linkcode serveLink}. */
export interface LinkHostOptions extends ServeOptions {
  /** Reaches the service. */
  readonly reach: ServiceOptions;
  /** The record of the link. */
  readonly record: LinkRecord;
  /** Returns true once the user has ended the link, on any page of this device. */
  isEnded(): boolean;
  /** Called with each request, which extends the link. */
  onRequest(): void;
  /** Called once the user has connected an app on this device, before the app is notified. */
  onConnected?(): void;
  /** Waits until the page is visible; polls pause while it is hidden. */
  visible(signal: AbortSignal): Promise<void>;
  /** Reports whether the other device listens. */
  onState(state: "listening" | "waiting"): void;
}

/** How serving ended. */
export type LinkEnd =
  /** The user ended the link. */
  | "ended"
  /** The other side ended the link. */
  | "left"
  /** Each request was answered, and the page returns to its app on this device. */
  | "answered"
  /** A message arrived that the other side cannot have sent. */
  | "broken"
  /** The signal aborted. */
  | "stopped";

/** Pause between polls while the other device has no session, or the service fails, in milliseconds. */
const PAUSE_MS = 2_000;
/** Answers that are kept: a session that was cut off repeats its requests. */
const MAX_ANSWERS = 20;

/** State between sessions. */
interface Serving {
  readonly options: LinkHostOptions;
  readonly server: RequestServer;
  readonly answers: Map<string, ResponseMessage>;
  /** First session of an app on this device: it can only connect. */
  readonly returning: Returning | null;
  /** Ids of the requests that have no answer. */
  readonly waiting: Set<string>;
  /** Stops serving. */
  readonly leave: AbortController;
  /** How serving ends, after `leave`. */
  end: LinkEnd;
  session: OpenedLink | null;
}

/**
 * Serves a link, beginning with the session in which it was opened, if it was just opened.
 *
 * @returns how it ended; it never rejects
 */
export async function serveLink(
  options: LinkHostOptions,
  first: OpenedLink | null,
  signal: AbortSignal,
): Promise<LinkEnd> {
  const { record } = options;
  const returning = first?.returning ?? null;
  const limited = returning === null ? options : onlyConnection(options);
  const serving: Serving = {
    options,
    server: serveRequests(limited, record.origin ?? "", (message) => post(serving, message)),
    answers: new Map(),
    returning,
    waiting: new Set(),
    leave: new AbortController(),
    end: "stopped",
    session: null,
  };
  const working = eitherSignal(signal, serving.leave.signal);
  const page = randomId();
  let next = first;
  try {
    while (!working.aborted && !options.isEnded()) {
      await options.visible(working);
      const session = next ?? await reopen(serving, working);
      next = null;
      if (session === null) {
        options.onState("waiting");
        await pause(PAUSE_MS, working);
        continue;
      }
      const isFirst = serving.session === null;
      serving.session = session;
      if (isFirst) introduce(serving, session);
      options.onState("listening");
      const opener = await hashToken(session.token);
      const ready: LinkReadyMessage = { acct: "ready", opener, page };
      post(serving, ready);
      const end = await receive(serving, session, working);
      if (end !== null) return end;
    }
    if (serving.leave.signal.aborted || !options.isEnded()) return serving.end;
    // The other side is notified now, or when it shows its link again.
    const session = serving.session ?? await reopen(serving, new AbortController().signal);
    await session?.outbox.send(session.channel, { acct: "end" });
    return "ended";
  } finally {
    serving.server.stop();
  }
}

/** Introduces the other side to the server of its requests, as a page introduces itself. */
function introduce({ server }: Serving, { introduction: { apiKey: key, app } }: OpenedLink): void {
  server.receive({ acct: "init", version: PROTOCOL, key, app: app as InitMessage["app"] });
}

/** Opens the next session; `null` while the other device has none. */
async function reopen({ options }: Serving, signal: AbortSignal): Promise<OpenedLink | null> {
  const { reach, record } = options;
  try {
    const secret = fromBase64Url(record.secret)!;
    const link = { secret, commitment: null, returnTo: null };
    const opened = await openLink(reach, link, record, signal);
    return typeof opened === "string" ? null : opened;
  } catch (error) {
    // A session that was tampered with is not answered; the other device may begin another one.
    if (error instanceof AcctError || error instanceof LinkBroken) return null;
    throw error;
  }
}

/** Reads messages until the session ends. Returns how the link ended, or `null` if it goes on. */
async function receive(
  serving: Serving,
  session: OpenedLink,
  signal: AbortSignal,
): Promise<LinkEnd | null> {
  const { options } = serving;
  const { mailbox, token, channel } = session;
  let { received } = session;
  while (!signal.aborted) {
    await options.visible(signal);
    const begin = Date.now();
    try {
      const params = { token, after: received, wait: true };
      const { state, messages } = await mailbox.receive(params, signal);
      if (options.isEnded()) return null;
      for (const text of messages) {
        received++;
        const opened = await channel.open(text);
        if (opened === null) continue;
        const message = readMessage(opened.message);
        if (message.acct === "end") return "left";
        if (message.acct === "moved") return null;
        handle(serving, message as PageMessage);
      }
      if (state === "ended") return null;
      if (messages.length === 0 && Date.now() - begin < PAUSE_MS / 4) {
        await pause(PAUSE_MS / 2, signal);
      }
    } catch (error) {
      if (error instanceof LinkBroken) return "broken";
      await pause(PAUSE_MS, signal);
    }
  }
  return null;
}

/** Handles a request; a repeated request gets the same answer. */
function handle(serving: Serving, message: PageMessage): void {
  const { answers, server, options } = serving;
  // Only the link itself introduces the other side.
  if (message.acct === "init") return;
  if (message.acct !== "request") return server.receive(message);
  const known = answers.get(message.id);
  if (known !== undefined) return post(serving, known);
  serving.waiting.add(message.id);
  options.onRequest();
  server.receive(message);
}

/** Sends a message after earlier messages, in the session that is open by then. */
function post(serving: Serving, message: HostMessage | LinkReadyMessage): void {
  if (message.acct === "response") {
    const { answers, waiting } = serving;
    waiting.delete(message.id);
    answers.set(message.id, message);
    const [oldest] = answers.keys();
    if (answers.size > MAX_ANSWERS) answers.delete(oldest!);
  }
  void deliver(serving, message);
}

/** Sends a message, and returns to an app on this device once it has all answers. */
async function deliver(
  serving: Serving,
  message: HostMessage | LinkReadyMessage,
): Promise<void> {
  const { session, returning, waiting, options } = serving;
  if (session === null) return;
  const isAnswer = message.acct === "response";
  let sent: HostMessage | LinkReadyMessage | LinkSealedMessage = message;
  if (returning !== null && isAnswer && message.error === undefined) {
    options.onConnected?.();
    sent = { acct: "sealed", box: await sealAlone(returning.key, "wallet", message) };
  }
  // If it is lost, the other device repeats its request and gets the answer that is kept.
  const isSent = await session.outbox.send(session.channel, sent);
  if (!isAnswer || options.record.returnTo === undefined) return;
  // The first session cannot be continued without its ticket.
  if (!isSent && returning !== null) serving.end = "left";
  else if (isSent && waiting.size === 0) serving.end = "answered";
  else return;
  serving.leave.abort();
}

/**
 * Limits an app on this device to the connection until it has its ticket. Anyone can create a link.
 */
function onlyConnection(options: LinkHostOptions): LinkHostOptions {
  return {
    ...options,
    async read(method, params, origin) {
      if (method !== CONNECT) {
        const detail = "The first request of an app is its connection.";
        throw new AcctError("unauthorized", { detail });
      }
      const { siwe, ens } = (params ?? {}) as { readonly siwe?: unknown; readonly ens?: unknown };
      if (siwe !== undefined && siwe !== null) {
        throw wrong("capabilities.signInWithEthereum", "is not available with systemBrowser()");
      }
      if (ens !== undefined && ens !== null) {
        throw wrong("ens", "is not available with systemBrowser()");
      }
      return await options.read(method, params, origin);
    },
  };
}

/** Creates the record of a link that was just opened. */
export function recordOf(
  { secret, keys, token, introduction, returning }: OpenedLink,
  { name, ttl, now }: { readonly name: string; readonly ttl: number; readonly now: number },
): LinkRecord {
  return {
    secret: toBase64Url(secret),
    resume: toBase64Url(keys.resume),
    token,
    name,
    origin: introduction.origin,
    account: null,
    ttl,
    lastUsed: now,
    ended: false,
    ...(returning && { returnTo: returning.address }),
  };
}
