/**
 * Stores the mailboxes of device links in the database, which all processes share. A mailbox holds
 * ciphertext and is deleted after it expired.
 *
 * @module
 */
import { sql, type Transaction } from "kysely";
import { AcctError } from "../../core/ground/errors.ts";
import { toBase64Url } from "../../core/lib/base64url.ts";
import {
  type CreateLinkParams,
  LINK_LIFETIME_MS,
  type LinkChangeResult,
  type LinkSide,
  MAX_LINK_MESSAGES,
  type OpenLinkParams,
  type OpenLinkResult,
  type ReceiveLinkParams,
  type ReceiveLinkResult,
  type SendLinkParams,
} from "../../core/protocol/service/link.ts";
import { batchOf, inBatches } from "../store/batches.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** Messages of one reply. */
const PORTION = 20;
/** A reader extends the lifetime once this much of it is over, in milliseconds. */
const EXTEND_MS = 60_000;

/** Age after which a mailbox is closed even if it is in use; both sides then continue in a new one. */
const MAX_AGE_MS = 3_600_000;

type Side = "app" | "wallet";

/** The mailboxes. */
export interface Mailboxes {
  /**
   * Creates a mailbox. A mailbox of the same token is replaced.
   *
   * @throws {AcctError} `duplicate_id` if the id belongs to another token
   */
  create(id: string, origin: string | null, params: CreateLinkParams): Promise<LinkChangeResult>;
  /** Opens a mailbox; the first token that does is the only one from then on. */
  open(id: string, params: OpenLinkParams): Promise<OpenLinkResult>;
  /** Adds a message to the side of the token. */
  send(id: string, params: SendLinkParams): Promise<LinkChangeResult>;
  /** Returns the messages of the other side. */
  receive(id: string, params: ReceiveLinkParams): Promise<ReceiveLinkResult>;
  /** Deletes a mailbox of the token. */
  end(id: string, params: LinkSide): Promise<LinkChangeResult>;
  /** Deletes the mailboxes that expired. */
  forget(signal: AbortSignal): Promise<void>;
}

/** The database and the clock. */
interface Scope {
  readonly store: Store;
  readonly now: () => number;
}

/** Opens the mailboxes of a database. */
export function openMailboxes(store: Store, now: () => number = Date.now): Mailboxes {
  const scope: Scope = { store, now };
  return {
    create: (id, origin, params) => create(scope, id, origin, params),
    open: (id, params) => open(scope, id, params),
    send: (id, params) => send(scope, id, params),
    receive: (id, params) => receive(scope, id, params),
    end: (id, params) => end(scope, id, params),
    forget: (signal) => forget(scope, signal),
  };
}

async function create(
  { store, now }: Scope,
  id: string,
  origin: string | null,
  { token, message, session, opener }: CreateLinkParams,
): Promise<LinkChangeResult> {
  const app = await hash(token);
  const row = {
    origin,
    session,
    app,
    opener: opener ?? null,
    opened: 0,
    app_count: 1,
    wallet_count: 0,
    created_at: now(),
    expires_at: now() + LINK_LIFETIME_MS,
  };
  return await store.transaction().execute(async (tx) => {
    const created = await tx.insertInto("links").values({ id, ...row })
      .onConflict((on) =>
        on.column("id").doUpdateSet(row)
          .where((where) =>
            where.or([where("links.app", "=", app), where("links.expires_at", "<=", now())])
          )
      ).returning("id").executeTakeFirst();
    if (created === undefined) throw new AcctError("duplicate_id");
    await tx.deleteFrom("link_messages").where("link_id", "=", id).execute();
    await add(tx, id, "app", 0, message);
    return { state: "open" };
  });
}

async function open(
  { store, now }: Scope,
  id: string,
  { token, message }: OpenLinkParams,
): Promise<OpenLinkResult> {
  const opener = await hash(token);
  return await store.transaction().execute(async (tx) => {
    const opened = await tx.updateTable("links")
      .set({
        opener,
        opened: 1,
        wallet_count: sql<number>`wallet_count + 1`,
        expires_at: now() + LINK_LIFETIME_MS,
      })
      .where("id", "=", id).where("expires_at", ">", now())
      .where("created_at", ">", now() - MAX_AGE_MS)
      .where((where) => where.or([where("opener", "is", null), where("opener", "=", opener)]))
      .where(hasRoom)
      .returning(["origin", "session", "app_count", "wallet_count"]).executeTakeFirst();
    if (opened === undefined) {
      const found = await find(tx, id, now());
      return { state: found !== undefined && found.opener !== opener ? "used" : "ended" };
    }
    await add(tx, id, "wallet", Number(opened.wallet_count) - 1, message);
    const first = await tx.selectFrom("link_messages").select("message")
      .where("link_id", "=", id).where("side", "=", "app").where("place", "=", 0)
      .executeTakeFirstOrThrow();
    return {
      state: "open",
      session: opened.session,
      origin: opened.origin,
      message: first.message,
      next: Number(opened.app_count),
      own: Number(opened.wallet_count),
    };
  });
}

async function send(
  { store, now }: Scope,
  id: string,
  { token, session, place, message }: SendLinkParams,
): Promise<LinkChangeResult> {
  const own = await hash(token);
  return await store.transaction().execute(async (tx) => {
    const link = await find(tx, id, now(), session);
    const side = link && sideOf(link, own);
    if (side === undefined) return { state: "ended" };
    const count = `${side}_count` as const;
    // The reply to this message was lost.
    if (place < Number(link![count])) return { state: "open" };
    const counted = await tx.updateTable("links")
      .set({
        [count]: sql<number>`${sql.ref(count)} + 1`,
        // An unopened link expires 10 minutes after its creation.
        ...(link!.opened === 1 && { expires_at: now() + LINK_LIFETIME_MS }),
      })
      .where("id", "=", id).where(side === "app" ? "app" : "opener", "=", own)
      .where("session", "=", session).where(count, "=", place).where(hasRoom)
      .returning("id").executeTakeFirst();
    if (counted === undefined) return { state: "full" };
    await add(tx, id, side, place, message);
    return { state: "open" };
  });
}

async function receive(
  { store, now }: Scope,
  id: string,
  { token, session, after }: ReceiveLinkParams,
): Promise<ReceiveLinkResult> {
  const own = await hash(token);
  const link = await find(store, id, now(), session);
  const side = link && sideOf(link, own);
  if (side === undefined) return { state: "ended", messages: [] };
  if (link!.opened === 1 && Number(link!.expires_at) < now() + LINK_LIFETIME_MS - EXTEND_MS) {
    await store.updateTable("links").set({ expires_at: now() + LINK_LIFETIME_MS })
      .where("id", "=", id).where("expires_at", ">", now()).execute();
  }
  const [other, count] = side === "app"
    ? ["wallet" as const, link!.wallet_count]
    : ["app" as const, link!.app_count];
  if (Number(count) <= after) return { state: "open", messages: [] };
  const rows = await store.selectFrom("link_messages").select("message")
    .where("link_id", "=", id).where("side", "=", other).where("place", ">=", after)
    .orderBy("place").limit(PORTION).execute();
  return { state: "open", messages: rows.map(({ message }) => message) };
}

async function end(
  { store }: Scope,
  id: string,
  { token, session }: LinkSide,
): Promise<LinkChangeResult> {
  const own = await hash(token);
  await store.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("links").where("id", "=", id)
      .where("session", "=", session)
      .where((where) => where.or([where("app", "=", own), where("opener", "=", own)]))
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) {
      await tx.deleteFrom("link_messages").where("link_id", "=", id).execute();
    }
  });
  return { state: "ended" };
}

async function forget(
  { store, now }: Scope,
  signal: AbortSignal,
): Promise<void> {
  const isOld = sql<boolean>`expires_at <= ${now()}`;
  await inBatches(async () =>
    await store.transaction().execute(async (tx) => {
      const gone = await tx.deleteFrom("links")
        .where(batchOf(store, "links", "expires_at", isOld)).returning("id").execute();
      const ids = gone.map(({ id }) => id);
      if (ids.length > 0) {
        await tx.deleteFrom("link_messages").where("link_id", "in", ids).execute();
      }
      return ids.length;
    }), signal);
}

const hasRoom = sql<boolean>`app_count + wallet_count < ${sql.lit(MAX_LINK_MESSAGES)}`;

/** Finds a mailbox that has not expired, in one of its sessions if that is given. */
function find(db: Store | Transaction<Schema>, id: string, now: number, session?: string) {
  const found = db.selectFrom("links").selectAll().where("id", "=", id)
    .where("expires_at", ">", now).where("created_at", ">", now - MAX_AGE_MS);
  return (session === undefined ? found : found.where("session", "=", session)).executeTakeFirst();
}

/** Returns the side of a token; `undefined` for a token of neither. */
function sideOf(
  { app, opener, opened }: { app: string; opener: string | null; opened: number },
  own: string,
): Side | undefined {
  if (app === own) return "app";
  return opener === own && opened === 1 ? "wallet" : undefined;
}

async function add(
  tx: Transaction<Schema>,
  link_id: string,
  side: Side,
  place: number,
  message: string,
): Promise<void> {
  await tx.insertInto("link_messages").values({ link_id, side, place, message }).execute();
}

async function hash(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return toBase64Url(new Uint8Array(digest));
}
