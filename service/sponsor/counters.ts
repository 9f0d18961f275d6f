/**
 * Counts what a key's sponsorship uses per day. Each use is one conditional statement, which costs
 * the same at one and at a million operations a day.
 *
 * @module
 */
import { sql } from "kysely";
import { AcctError } from "../../core/protocol/errors.ts";
import type { CounterKind } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** Use of a counter. */
export interface Use {
  /** Counter. */
  readonly kind: CounterKind;
  /** Account, network or block of networks; empty for the key as a whole. */
  readonly subject: string;
  /** Amount to add: operations, or gwei. */
  readonly by: number;
  /** Highest amount. */
  readonly limit: number;
}

/** Key and day that counters belong to. */
export interface Book {
  readonly keyId: string;
  /** Days since 1970, UTC. */
  readonly day: number;
}

/** Counter that came near its limit. */
export type Near = Pick<Use, "kind" | "limit">;

/** Percent of a limit from which the operator is warned. */
const NEAR_PERCENT = 80;

/** Messages of refusals. */
const refusals: Readonly<Record<CounterKind, string>> = {
  operations: "The sponsor's operations of this day are used up.",
  deployments: "The sponsor's first operations of this day are used up.",
  without_origin: "The sponsor's operations for requests without a page are used up.",
  sender: "The sponsor's operations for this account are used up today.",
  network: "The sponsor's operations for this network are used up today.",
  block: "The sponsor's operations for networks near this one are used up today.",
  block_deployments: "The sponsor's first operations for networks near this one are used up today.",
  gwei: "The sponsor's budget of this day is used up.",
  block_gwei: "The sponsor's budget for networks near this one is used up today.",
  spent_gwei: "The sponsor's budget of this day is used up.",
  returned_gwei: "The sponsor's budget of this day is used up.",
};

/**
 * Adds to several counters, or to none if one would pass its limit.
 *
 * @param tx a transaction, which the refusal has to end
 * @returns counters that came near their limits
 * @throws {AcctError} `sponsor_failed` naming the limit
 */
export async function take(tx: Store, book: Book, uses: readonly Use[]): Promise<Near[]> {
  if (uses.length === 0) return [];
  for (const { kind, by, limit } of uses) if (by > limit) throw refused(kind);
  const rows = uses.map(({ kind, subject, by }) =>
    sql`(${book.keyId}, ${sql.lit(book.day)}, ${kind}, ${subject}, ${sql.lit(by)})`
  );
  const limits = uses.map(({ kind, limit }) => sql`when ${kind} then ${sql.lit(limit)}`);
  const { rows: taken } = await sql<{ kind: CounterKind; used: number | string }>`
    insert into sponsor_counters (key_id, day, kind, subject, used) values ${sql.join(rows)}
    on conflict (key_id, day, kind, subject) do update
    set used = sponsor_counters.used + excluded.used
    where sponsor_counters.used + excluded.used <=
      case excluded.kind ${sql.join(limits, sql` `)} else 0 end
    returning kind, used
  `.execute(tx);
  const used = new Map(taken.map((row) => [row.kind, Number(row.used)]));
  const full = uses.find(({ kind }) => !used.has(kind));
  if (full !== undefined) throw refused(full.kind);
  return uses.filter(({ kind, subject, by, limit }) => {
    // One user's own limits end every day; that is what they are for.
    if (subject !== "") return false;
    const near = limit * NEAR_PERCENT / 100;
    return by > 0 && used.get(kind)! >= near && used.get(kind)! - by < near;
  });
}

/** Adds to counters whatever their limits are: corrections by what the chain charged. */
export async function correct(
  tx: Store,
  book: Book,
  uses: readonly Pick<Use, "kind" | "subject" | "by">[],
): Promise<void> {
  for (const { kind, subject, by } of uses) {
    if (by === 0) continue;
    await sql`
      insert into sponsor_counters (key_id, day, kind, subject, used)
      values (${book.keyId}, ${book.day}, ${kind}, ${subject}, ${by})
      on conflict (key_id, day, kind, subject) do update
      set used = sponsor_counters.used + excluded.used
    `.execute(tx);
  }
}

/** Deletes the networks of past days at once, and all counters after some weeks. */
export async function forgetCounters(store: Store, today: number): Promise<void> {
  await store.deleteFrom("sponsor_counters").where("day", "<", today - KEPT_DAYS).execute();
  await store.deleteFrom("sponsor_counters").where("day", "<", today)
    .where("kind", "in", ["sender", "network", "block", "block_deployments", "block_gwei"])
    .execute();
}

/** Days for which a key's totals are kept. */
const KEPT_DAYS = 40;

/** Creates the error of a refusal. */
export function refused(reason: CounterKind | { readonly detail: string }): AcctError {
  const detail = typeof reason === "string" ? refusals[reason] : reason.detail;
  return new AcctError("sponsor_failed", { detail });
}
