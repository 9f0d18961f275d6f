/** Rows of the sponsor's ledger, and how they are changed together with its counters. @module */
import {
  type Compilable,
  type Expression,
  type ExpressionBuilder,
  sql,
  type SqlBool,
} from "kysely";
import type { Hex } from "viem";
import { applyAll, type Step } from "../../store/apply_all.ts";
import { type Book, type Near, taken, taking, type Use } from "../../store/rows/counters.ts";
import type { SponsorshipState, SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Schema } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import type { Reserved } from "./reservation.ts";

const GWEI = 1_000_000_000n;

/** A signature that was issued. */
export interface Signature {
  readonly hash: Hex;
  readonly gwei: number;
  /** Last second in which it can be used, in the chain's time. */
  readonly until: number;
}

/** Another writer changed or made the row since it was read. */
export class RowChanged extends Error {}

/**
 * Changes a row and adds to counters, or does neither.
 *
 * @param only finds the changed row, and others that would be too many: writers that add to the
 * same counters have finished when it runs
 */
export async function write(
  store: Store,
  change: Compilable,
  { book, uses, only }: {
    readonly book: Book;
    readonly uses: readonly Use[];
    readonly only?: Compilable | undefined;
  },
): Promise<Near[]> {
  const steps: Step[] = [{ query: change.compile(), count: 1 }];
  if (uses.length > 0) steps.push(taking(store, book, uses));
  if (only !== undefined) steps.push({ query: only.compile(), count: 1 });
  const { failed, rows } = await applyAll(store, steps);
  const isFull = failed === 1 && uses.length > 0;
  if (failed !== null && !isFull) throw new RowChanged();
  return taken(store, book, uses, rows[1] ?? []);
}

/** Finds a row by its key. */
export function findRow(
  store: Store,
  key: ReturnType<typeof rowOf>,
): Promise<SponsorshipTable | undefined> {
  return store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", key.chain_id).where("sender", "=", key.sender)
    .where("nonce", "=", key.nonce).where("key_id", "=", key.key_id)
    .where("paymaster", "=", key.paymaster).executeTakeFirst();
}

/** Returns a row's key and day. */
export function bookOf(row: SponsorshipTable): Book {
  return { owner: row.key_id, day: row.day };
}

/** Reads the signatures of a row. */
export function signaturesOf(row: SponsorshipTable): readonly Signature[] {
  return JSON.parse(row.signatures);
}

/** Selects rows by their state: a literal, so that the partial indexes are used. */
export function isIn(state: SponsorshipState): Expression<SqlBool> {
  return sql<SqlBool>`state = ${sql.lit(state)}`;
}

/** Selects a row by its key. */
export function keyOf(row: SponsorshipTable) {
  const { chain_id, sender, nonce, key_id, paymaster } = row;
  return { chain_id, sender, nonce, key_id, paymaster };
}

/** Rounds wei up to gwei. */
export function toGwei(wei: bigint): number {
  return Number((wei + GWEI - 1n) / GWEI);
}

/** Returns the key of a reservation's row. */
export function rowOf({ chainId, sender, nonce, keyId, paymaster }: Reserved) {
  return {
    chain_id: chainId,
    sender: sender.toLowerCase(),
    nonce,
    key_id: keyId,
    paymaster: paymaster.toLowerCase(),
  };
}

/** Selects a row if its counted fields have not changed since it was read. */
export function isAsRead(row: SponsorshipTable) {
  const { day, mode, deploys, with_origin, cost_gwei, state, sent, signatures } = row;
  const { network, token } = row;
  return (eb: ExpressionBuilder<Schema, "sponsorships">) =>
    eb.and([
      eb.and({
        ...keyOf(row),
        day,
        mode,
        deploys,
        with_origin,
        cost_gwei,
        state,
        sent,
        signatures,
      }),
      eb("network", network === null ? "is" : "=", network),
      eb("token", token === null ? "is" : "=", token),
    ]);
}

/** Updates a row if it is as it was read; returns whether it was. */
export async function replace(
  tx: Store,
  row: SponsorshipTable,
  change: Partial<SponsorshipTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("sponsorships").set(change)
    .where(isAsRead(row)).executeTakeFirst();
  return numUpdatedRows === 1n;
}
