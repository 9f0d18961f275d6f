/**
 * What the processes of one service tell each other. With SQLite there is one process and nothing to
 * tell; on PostgreSQL the database's own `notify` carries it.
 *
 * @module
 */
import { sql } from "kysely";
import { type Address, isAddress } from "viem";
import type { ChangeJson } from "../../core/client/changes.ts";
import { connect, type PgClient } from "../store/postgres.ts";
import type { Store } from "../store/store.ts";

/** A message: what changed, of which account one cannot be told, or where something is under way. */
export type Message =
  | { readonly change: ChangeJson }
  | { readonly missed: Address }
  | { readonly follow: number };

/** What a process tells the others. */
export interface Bus {
  /** Tells the others; in order, and without waiting for it. */
  post(message: Message): void;
  /** Ends it; what was posted is told first. */
  stop(): Promise<void>;
}

/** What is done with what the others tell. */
export interface BusListener {
  /** Another process told something. */
  hear(message: Message): void;
  /** From now on everything is heard; what was told before may have been missed. */
  begin(): void;
  /** A message could not be taken in. */
  fail(error: unknown): void;
}

/** For a service of one process. */
export const noBus: Bus = { post: () => {}, stop: () => Promise.resolve() };

const CHANNEL = "acct";
/** Bytes that PostgreSQL carries in one notification. */
const MOST = 7_900;
/** Milliseconds between two tries to connect, and between two signs of life. */
const EVERY = { try: 500, pulse: 10_000 } as const;

/** Tells by `notify` of the database that the URL names. */
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

  /** Listens until the connection ends. */
  async function session(): Promise<void> {
    const client = await connect(url);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    client.on("error", end);
    client.on("end", end);
    client.on("notification", ({ payload }) => {
      // What is thrown here would end the process.
      try {
        const read = readMessage(payload, self);
        if (read !== null) listener.hear(read);
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
      // A caller's id may be longer than what a notification carries.
      const payload = "change" in message && new TextEncoder().encode(whole).length > MOST
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

/** A connection whose other side vanished without a word is found by asking. */
async function alive(client: PgClient): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, reject) => timer = setTimeout(reject, EVERY.pulse));
  try {
    await Promise.race([client.query("select 1"), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A message of another process; null for what a newer version, or something else, sent. */
function readMessage(payload: string | undefined, self: string): Message | null {
  let message: unknown;
  try {
    message = JSON.parse(payload ?? "");
  } catch {
    return null;
  }
  if (typeof message !== "object" || message === null) return null;
  const { from, change, missed, follow } = message as Record<string, unknown>;
  if (from === self) return null;
  if (isChange(change)) return { change };
  if (isAccount(missed)) return { missed };
  return typeof follow === "number" ? { follow } : null;
}

const changeTypes: readonly unknown[] = [
  "assetsChanged",
  "callsStatusChanged",
  "permissionsChanged",
] satisfies ChangeJson["type"][];

function isChange(value: unknown): value is ChangeJson {
  if (typeof value !== "object" || value === null) return false;
  const { type, address } = value as Record<string, unknown>;
  return changeTypes.includes(type) && isAccount(address);
}

function isAccount(value: unknown): value is Address {
  return typeof value === "string" && isAddress(value, { strict: false });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
