/**
 * Counts uses per day: of a key's sponsorship, of names below a domain, of a relayer. Each use is
 * one conditional statement. Its cost is equal at one and at a million operations a day.
 *
 * @module
 */
import { type CompiledQuery, sql } from "kysely";
import { monotonic } from "../../lib/monotonic.ts";
import type { Step } from "../apply_all.ts";
import { batchOf, inBatches } from "../batches.ts";
import type { CounterKind } from "../ledger_tables.ts";
import type { Store } from "../store.ts";

/** Use of a counter. */
export interface Use {
  /** Counter. */
  readonly kind: CounterKind;
  /** Account, network or network block; empty for the complete key. */
  readonly subject: string;
  /** Amount to add: operations, or gwei. */
  readonly by: number;
  /** Highest amount. */
  readonly limit: number;
}

/** Key or domain, and day, that counters belong to. */
export interface Book {
  readonly owner: string;
  /** Days since 1970, UTC. */
  readonly day: number;
}

/** Counter that is close to its limit. */
export type Near = Pick<Use, "kind" | "limit">;

/** Percent of a limit from which the operator is warned. */
const NEAR_PERCENT = 80;

/** A counter that would pass its limit. */
export class LimitReached extends Error {
  /** The counter. */
  readonly kind: CounterKind;

  /** Names the counter. */
  constructor(kind: CounterKind) {
    super(`${kind} is used up`);
    this.kind = kind;
  }
}

/**
 * Adds to several counters, or to none if one would pass its limit.
 *
 * @param tx a transaction that must be rolled back on refusal
 * @returns counters that are close to their limits
 * @throws {LimitReached}
 */
export async function take(tx: Store, book: Book, uses: readonly Use[]): Promise<Near[]> {
  if (uses.length === 0) return [];
  const { query } = taking(tx, book, uses);
  return taken(tx, book, uses, (await tx.executeQuery(query)).rows);
}

/**
 * Builds the statement that adds to counters, to run after other statements. Its result is passed
 * to {@linkcode taken}.
 *
 * @throws {LimitReached} if a single use exceeds its limit
 */
export function taking(store: Store, book: Book, uses: readonly Use[]): Step {
  for (const { kind, by, limit } of uses) if (by > limit) throw new LimitReached(kind);
  const rows = uses.map(({ kind, subject, by }) =>
    sql`(${book.owner}, ${sql.lit(book.day)}, ${kind}, ${subject}, ${sql.lit(by)})`
  );
  const limits = uses.map(({ kind, limit }) => sql`when ${kind} then ${sql.lit(limit)}`);
  const query: CompiledQuery = sql`
    insert into counters (owner, day, kind, subject, used) values ${sql.join(rows)}
    on conflict (owner, day, kind, subject) do update
    set used = counters.used + excluded.used
    where counters.used + excluded.used <=
      case excluded.kind ${sql.join(limits, sql` `)} else 0 end
    returning kind, used
  `.compile(store);
  return { query, count: uses.length };
}

/**
 * Reads the result of the statement.
 *
 * @returns counters that are close to their limits
 * @throws {LimitReached} if one would have passed its limit
 */
export function taken(
  store: Store,
  book: Book,
  uses: readonly Use[],
  rows: readonly unknown[],
): Near[] {
  const used = new Map(
    (rows as readonly { kind: CounterKind; used: number | string }[])
      .map((row) => [row.kind, Number(row.used)]),
  );
  const full = uses.find(({ kind }) => !used.has(kind));
  if (full !== undefined) {
    remember(store, book, full, full.limit - full.by + 1);
    throw new LimitReached(full.kind);
  }
  return uses.filter(({ kind, subject, by, limit }) => {
    // A user's own limits fill up every day, as intended.
    if (subject !== "") return false;
    const near = limit * NEAR_PERCENT / 100;
    return by > 0 && used.get(kind)! >= near && used.get(kind)! - by < near;
  });
}

/** How long a total is believed, in milliseconds: only other processes lower it without a word. */
const BELIEVED_MS = 500;
/** Totals that are remembered. */
const MAX_TOTALS = 10_000;

/** Lowest full totals of keys and domains, by the database's adapter, which transactions share. */
const totals = new WeakMap<
  object,
  Map<string, { readonly least: number; readonly until: number }>
>();

const totalsOf = (store: Store) => {
  const { adapter } = store.getExecutor();
  const known = totals.get(adapter) ?? new Map();
  totals.set(adapter, known);
  return known;
};
const nameOf = ({ owner, day }: Book, kind: CounterKind) => `${day} ${kind} ${owner}`;

/** Remembers a total that was full. Totals of a user or a network would be too many. */
function remember(store: Store, book: Book, { kind, subject }: Use, least: number): void {
  if (subject !== "") return;
  const known = totalsOf(store);
  if (known.size >= MAX_TOTALS) known.clear();
  known.set(nameOf(book, kind), { least, until: monotonic() + BELIEVED_MS });
}

/**
 * Returns a total that was full a moment ago and would be exceeded. It does not read the database,
 * so that a flood of rejected requests does not block others.
 */
export function findKnownFull(store: Store, book: Book, uses: readonly Use[]): CounterKind | null {
  const known = totalsOf(store);
  const now = monotonic();
  const full = uses.find(({ kind, subject, by, limit }) => {
    const total = subject === "" ? known.get(nameOf(book, kind)) : undefined;
    return total !== undefined && now < total.until && total.least + by > limit;
  });
  return full?.kind ?? null;
}

/**
 * Returns the counter that the uses would exceed now, without adding to any; `null` if there is
 * none.
 */
export async function findFull(
  store: Store,
  book: Book,
  uses: readonly Use[],
): Promise<CounterKind | null> {
  const known = findKnownFull(store, book, uses);
  if (known !== null) return known;
  const rows = await store.selectFrom("counters").select(["kind", "subject", "used"])
    .where("owner", "=", book.owner).where("day", "=", book.day)
    .where((eb) =>
      eb.or(
        uses.map(({ kind, subject }) =>
          eb.and([eb("kind", "=", kind), eb("subject", "=", subject)])
        ),
      )
    ).execute();
  for (const use of uses) {
    const row = rows.find(({ kind, subject }) => kind === use.kind && subject === use.subject);
    const used = Number(row?.used ?? 0);
    if (used + use.by <= use.limit) continue;
    remember(store, book, use, used);
    return use.kind;
  }
  return null;
}

/** Adds to counters regardless of their limits: corrections by the amounts charged onchain. */
export async function correct(
  tx: Store,
  book: Book,
  uses: readonly Pick<Use, "kind" | "subject" | "by">[],
): Promise<void> {
  for (const { kind, subject, by } of uses) {
    if (by === 0) continue;
    totalsOf(tx).delete(nameOf(book, kind));
    await sql`
      insert into counters (owner, day, kind, subject, used)
      values (${book.owner}, ${book.day}, ${kind}, ${subject}, ${by})
      on conflict (owner, day, kind, subject) do update
      set used = counters.used + excluded.used
    `.execute(tx);
  }
}

/** Deletes subjects of past days, networks among them, and all counters after some weeks. */
export async function forgetCounters(
  store: Store,
  today: number,
  signal: AbortSignal,
): Promise<void> {
  for (
    const old of [
      sql<boolean>`subject <> '' and day < ${today}`,
      sql<boolean>`subject = '' and day < ${today - KEPT_DAYS}`,
    ]
  ) {
    await inBatches(() =>
      store.deleteFrom("counters").where(batchOf(store, "counters", "day", old))
        .executeTakeFirstOrThrow(), signal);
  }
}

/** Days for which a key's totals are kept. */
const KEPT_DAYS = 40;
