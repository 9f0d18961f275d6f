/** Runs one session of a device link on the requesting side. @module */
import { AcctError } from "../ground/errors.ts";
import type { HostMessage, ResponseMessage } from "../dialog/window.ts";
import { LINK_PATH } from "../protocol/link_view.ts";
import { toBase64Url } from "../lib/base64url.ts";
import { LinkBroken } from "./broken.ts";
import { type Channel, isIntroduction, openAlone, openChannel, sealAlone } from "./channel.ts";
import {
  type Bytes,
  commitTo,
  createPair,
  deriveSession,
  formatSecret,
  introductionKey,
  mailboxId,
  randomBytes,
  redeemTicket,
  type SessionKeys,
} from "./keys.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { openOutbox, type Outbox } from "./outbox.ts";
import {
  type LinkEndMessage,
  type LinkReadyMessage,
  type LinkSealedMessage,
  readMessage,
  readWalletIntroduction,
  writeAppIntroduction,
} from "./messages.ts";
import { linkTokenHash } from "../protocol/service/link.ts";
import type { ServiceOptions } from "../client/client.ts";
import type { Connection } from "./connection.ts";

/** The requesting app. */
export interface Requester {
  /** Reaches the service. */
  readonly reach: ServiceOptions;
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
  /** Name and logo that the app gives itself. */
  readonly app: { readonly name: string; readonly logoUrl: string | null };
  /** Origin of the page; `null` for a program. */
  readonly origin: string | null;
  /** Seconds for which the connection is remembered. */
  readonly ttl: number;
  /** Address at which the wallet returns to this app. Default: the wallet is on another device. */
  readonly returnTo?: string | undefined;
}

/** Receives the events of a session. */
export interface SessionEvents {
  /** The link was opened for the first time; the user compares this code. */
  opened(code: string): void;
  /** The connection can be continued in later sessions. */
  connected(connection: Connection): void;
  /** The wallet is ready for requests. Repeated after a reload, with another `page`. */
  ready(page: string): void;
  /** The wallet sent a message. */
  message(message: HostMessage | LinkEndMessage): void;
}

/** A session. */
export interface Session {
  /** Link for the device with the wallet. */
  readonly url: string;
  /** Returns true once the wallet has opened the link. */
  isOpened(): boolean;
  /** Returns true once the wallet is ready. */
  isReady(): boolean;
  /**
   * Returns the connection that a new link without a ticket has established. It continues in its next
   * session, and this one serves no requests.
   */
  established(): Connection | null;
  /** Sends a message after earlier messages; resolves with `false` if the session is over. */
  send(message: object): Promise<boolean>;
  /**
   * Reads the answers that require the ticket, now or once they are received.
   *
   * @throws {LinkBroken} for a ticket of another link
   */
  redeem(ticket: Bytes): Promise<void>;
  /**
   * Reads the messages of the wallet, and waits a few seconds for one unless `wait` is false.
   *
   * @returns `over` if the mailbox is gone
   * @throws {LinkBroken} for messages that the wallet cannot have sent
   */
  receive(signal: AbortSignal, wait?: boolean): Promise<"read" | "nothing" | "over">;
  /** Deletes the mailbox. */
  close(): Promise<void>;
}

/** State of a session. */
interface State {
  readonly mailbox: Mailbox;
  readonly token: string;
  readonly outbox: Outbox;
  readonly events: SessionEvents;
  readonly secret: Connection["secret"];
  /** Derives the keys that follow from the wallet's introduction. */
  readonly meet: (introduction: string) => Promise<SessionKeys>;
  /** Introductions that were read: a repeated one would repeat the keys and their nonces. */
  readonly met: Set<string>;
  /** True until a connection that requires a ticket has it. */
  needsTicket: boolean;
  /** Answers that require the ticket. */
  readonly sealed: string[];
  ticket: Bytes | null;
  /** SHA-256 of the wallet's token. */
  opener: string | null;
  connection: Connection | null;
  established: Connection | null;
  keys: SessionKeys | null;
  channel: Channel | null;
  ready: boolean;
  received: number;
}

/**
 * Creates the mailbox of a session.
 *
 * @param connection the connection that the session continues; `null` for a new link
 */
export async function beginSession(
  requester: Requester,
  connection: Connection | null,
  events: SessionEvents,
  signal: AbortSignal,
): Promise<Session> {
  const secret = connection?.secret ?? randomBytes();
  const token = connection?.token ?? toBase64Url(randomBytes());
  const base = connection?.resume ?? secret;
  const [id, key, pair] = await Promise.all([
    mailboxId(base),
    introductionKey(base),
    createPair(),
  ]);
  const { point, privateKey } = pair;
  const { reach, app, origin, ttl, returnTo = null } = requester;
  const introduction = await sealAlone(
    key,
    "app",
    writeAppIntroduction({ point, apiKey: reach.apiKey, app, origin, ttl }),
  );
  const mailbox = openMailbox(reach, id);
  const created = await mailbox.create(
    { token, message: introduction, opener: connection?.opener },
    signal,
  );
  if (created.state !== "open") throw new AcctError("service_down", { detail: "(no mailbox)" });
  const state: State = {
    mailbox,
    token,
    outbox: openOutbox({ mailbox, token, place: 1 }),
    events,
    secret,
    met: new Set(),
    needsTicket: returnTo !== null && connection === null,
    sealed: [],
    ticket: null,
    opener: null,
    connection,
    established: null,
    keys: null,
    channel: null,
    ready: false,
    received: 0,
    async meet(wallet) {
      const other = readWalletIntroduction(await openAlone(key, "wallet", wallet));
      return await deriveSession({
        side: "app",
        secret,
        resume: state.connection?.resume ?? null,
        privateKey,
        points: { app: point, wallet: other },
        introductions: { app: introduction, wallet },
      });
    },
  };
  let reading: Promise<unknown> = Promise.resolve();
  const link = connection === null
    ? { secret, commitment: await commitTo(point, returnTo), returnTo }
    : { secret, commitment: null, returnTo: null };
  return {
    url: `${requester.keysUrl}${LINK_PATH}#${formatSecret(link)}`,
    isOpened: () => state.channel !== null,
    isReady: () => state.ready,
    established: () => state.established,
    send: async (message) =>
      state.channel !== null && await state.outbox.send(state.channel, message),
    redeem(ticket) {
      state.ticket = ticket;
      return readSealed(state);
    },
    // One call at a time: a call that was aborted may still handle its messages.
    receive(signal, wait = true) {
      const next = reading.then(() => receive(state, signal, wait));
      reading = next.catch(() => {});
      return next;
    },
    close: () => mailbox.end(token).catch(() => {}),
  };
}

async function receive(
  state: State,
  signal: AbortSignal,
  wait: boolean,
): ReturnType<Session["receive"]> {
  const { mailbox, token } = state;
  const params = { token, after: state.received, wait };
  const { state: found, messages } = await mailbox.receive(params, signal);
  for (const text of messages) {
    state.received++;
    if (isIntroduction(text)) await onIntroduction(state, text);
    else await onSealed(state, text);
  }
  if (found === "ended") return "over";
  return messages.length > 0 ? "read" : "nothing";
}

/**
 * Reads an introduction of the wallet. A new link accepts the first one only; a known connection also
 * later ones, as after a reload, because their keys require its secret.
 */
async function onIntroduction(state: State, text: string): Promise<void> {
  if (state.met.has(text) || state.channel !== null && state.connection === null) return;
  state.met.add(text);
  const keys = await state.meet(text).catch((error) => {
    // Anyone who has the link could write one: it does not end the session.
    if (error instanceof LinkBroken) return null;
    throw error;
  });
  if (keys === null) return;
  state.keys = keys;
  state.channel = openChannel(keys);
  state.ready = false;
  if (state.connection === null) state.events.opened(keys.code);
}

async function onSealed(state: State, text: string): Promise<void> {
  const { channel, keys, events } = state;
  if (channel === null || keys === null) return;
  const opened = await channel.open(text);
  if (opened === null) return;
  const message = readMessage(opened.message);
  if (message.acct === "sealed") {
    state.sealed.push(String((message as LinkSealedMessage).box));
    return await readSealed(state);
  }
  if (message.acct !== "ready") {
    const isAnswer = message.acct === "response" &&
      (message as ResponseMessage).error === undefined;
    // The wallet has not proved that it is on this device.
    if (state.needsTicket && isAnswer) throw new LinkBroken("An answer came without its ticket.");
    return events.message(message as HostMessage | LinkEndMessage);
  }
  const { opener, page } = message as LinkReadyMessage;
  if (!linkTokenHash.test(opener) || typeof page !== "string") {
    throw new LinkBroken("A message has an unknown form.");
  }
  state.opener = opener;
  const { connection, needsTicket, secret, token } = state;
  if (connection === null && !needsTicket) {
    state.established = { secret, token, opener, resume: keys.resume };
    return;
  }
  if (connection !== null) events.connected(connection);
  state.ready = true;
  events.ready(page);
}

/** Reads the answers that require the ticket, once both have been received. */
async function readSealed(state: State): Promise<void> {
  const { ticket, keys, opener, sealed, secret, token, events } = state;
  if (ticket === null || keys === null || opener === null || sealed.length === 0) return;
  const { resume, key } = await redeemTicket(keys.resume, ticket);
  for (const box of sealed.splice(0)) {
    const message = readMessage(await openAlone(key, "wallet", box));
    events.connected(state.connection ??= { secret, token, opener, resume });
    state.needsTicket = false;
    events.message(message as HostMessage);
  }
}
