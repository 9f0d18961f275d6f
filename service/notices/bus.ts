/**
 * Sends messages between the processes of a service with PostgreSQL's `notify`. On SQLite there is
 * only one process.
 *
 * @module
 */
import { sql } from "kysely";
import { type Address, isAddress } from "viem";
import type { ChangeJson } from "../../core/client/events/changes.ts";
import { connect, type PgClient } from "../store/engine/postgres.ts";
import type { Store } from "../store/store.ts";
import { deadline } from "../lib/deadline.ts";
import { pause } from "../lib/pause.ts";
import { CHANNEL } from "../lib/channel.ts";

/**
 * Message: a change, an account whose change was too large to send, a changed key, or a chain to
 * follow.
 */
export type Message =
  | { readonly change: ChangeJson }
  | { readonly missed: Address }
  | { readonly key: string }
  | { readonly follow: number };

/** Sends messages to the other processes. */
export interface Bus {
  /** Sends a message without waiting; order is kept. */
  post(message: Message): void;
  /** Sends queued messages, then closes the bus. */
  stop(): Promise<void>;
}

/** Handles messages of other processes. */
export interface BusListener {
  /** Receives a message. */
  receive(message: Message): void;
  /** Called when listening starts: earlier messages may have been missed. */
  begin(): void;
  /** Reports a message that could not be handled. */
  fail(error: unknown): void;
}

/** Bus for a service of one process. */
export const noBus: Bus = { post: () => {}, stop: () => Promise.resolve() };

/** Bytes that PostgreSQL accepts per notification. */
const MAX_PAYLOAD = 7_900;
/** Milliseconds between connection attempts, and between heartbeats. */
const EVERY = { try: 500, pulse: 10_000 } as const;

/** Creates a bus on `notify` of the database at the URL. */
export function postgresBus(store: Store, url: string, listener: BusListener): Bus {
  const self = crypto.randomUUID();
  const stopped = new AbortController();
  let posting: Promise<unknown> = Promise.resolve();

  async function listen(): Promise<void> {
    while (!stopped.signal.aborted) {
      await session().catch(() => {});
      if (!stopped.signal.aborted) await pause(EVERY.try, stopped.signal);
    }
  }

  /** Listens until the connection closes. */
  async function session(): Promise<void> {
    const client = await connect(url);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    client.on("error", end);
    client.on("end", end);
    client.on("notification", ({ payload }) => {
      // An exception here would terminate the process.
      try {
        const read = readMessage(payload, self);
        if (read !== null) listener.receive(read);
      } catch (error) {
        listener.fail(error);
      }
    });
    const { signal } = stopped;
    signal.addEventListener("abort", end);
    // It may have been stopped while it connected.
    if (signal.aborted) end();
    try {
      await client.query(`listen ${CHANNEL}`);
      listener.begin();
      const pulse = setInterval(() => void alive(client).catch(() => end()), EVERY.pulse);
      await ended.finally(() => clearInterval(pulse));
    } finally {
      signal.removeEventListener("abort", end);
      await client.end().catch(() => {});
    }
  }

  const listening = listen();
  return {
    post(message) {
      const whole = JSON.stringify({ from: self, ...message });
      // A caller's id may be longer than a notification.
      const payload = "change" in message && new TextEncoder().encode(whole).length > MAX_PAYLOAD
        ? JSON.stringify({ from: self, missed: message.change.address })
        : whole;
      posting = posting.then(() => sql`select pg_notify(${CHANNEL}, ${payload})`.execute(store))
        .catch(() => {});
    },
    async stop() {
      stopped.abort();
      await Promise.all([posting, listening]);
    },
  };
}

/** Detects a connection with a peer that vanished silently. */
async function alive(client: PgClient): Promise<void> {
  await deadline(client.query("select 1"), EVERY.pulse, () => {
    throw new Error("The connection is silent.");
  });
}

/** Parses a message of another process; `null` if its kind is unknown, as from a newer version. */
function readMessage(payload: string | undefined, self: string): Message | null {
  let message: unknown;
  try {
    message = JSON.parse(payload ?? "");
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null) return null;
  const { from, change, missed, key, follow } = message as Record<string, unknown>;
  if (from === self) return null;
  if (isChange(change)) return { change };
  if (isAccount(missed)) return { missed };
  if (typeof key === "string") return { key };
  return typeof follow === "number" ? { follow } : null;
}

const changeTypes: readonly unknown[] = [
  "assetsChanged",
  "callsStatusChanged",
  "permissionsChanged",
  "recoveryChanged",
] satisfies ChangeJson["type"][];

function isChange(value: unknown): value is ChangeJson {
  if (typeof value !== "object" || value === null) return false;
  const { type, address } = value as Record<string, unknown>;
  return changeTypes.includes(type) && isAccount(address);
}

function isAccount(value: unknown): value is Address {
  return typeof value === "string" && isAddress(value, { strict: false });
}
