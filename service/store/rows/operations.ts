/** Stores signed operations before they are sent. @module */
import { sql, type SqlBool } from "kysely";
import type { Address, Hex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import type { AccountJson, OperationJson } from "../../../core/wire/values.ts";
import { joinNonce } from "../../entry_point/codec.ts";
import type { OperationDataTable, OperationState, OperationTable } from "../schema.ts";
import { serially, subjects } from "../serially.ts";
import { setSent } from "./sponsorships.ts";
import type { Store } from "../store.ts";

/** Operation with its signed data. */
export type SignedRow = OperationTable & Pick<OperationDataTable, "operation" | "account">;
/** Operation with its receipt; `null` until it is included, and after its data was deleted. */
export type ReceiptRow = OperationTable & Pick<OperationDataTable, "receipt">;

/** Values of a new row. */
export interface NewOperation {
  readonly id: Hex;
  readonly chainId: number;
  readonly operation: OperationJson;
  readonly account: AccountJson;
  readonly callerId: string | null;
  readonly keyId: string;
  readonly nonce: { readonly key: bigint; readonly sequence: bigint };
  /** First block in which its event may be. */
  readonly fromBlock: number;
  /** Unix milliseconds before the chain was read for it. */
  readonly readAt: number;
  /** Decides its state by the account's pending operations; throws to reject it. */
  readonly standing: (open: readonly OperationTable[]) => Standing;
}

/** State of a new operation: waits for others, or is sent to the bundler. */
export type Standing = "held" | "submitted";

/** Maximum operations of one account that a single reorganisation may revert. */
const MAX_SETTLED = 100;

/**
 * Conditions of partial indexes as literals: Kysely binds values, and a planner that does not see
 * the value cannot use the index.
 */
export const isOpen = sql<SqlBool>`state in ('held', 'submitted')`;
export const isIncluded = sql<SqlBool>`state = 'included'`;

/**
 * Returns the row of an operation that was accepted before, so that sending it again has no effect.
 *
 * @throws {AcctError} `quote_changed` if another bundle of the caller is this very operation.
 */
export async function acceptedOperation(
  store: Store,
  id: Hex,
  callerId: string | null,
): Promise<OperationTable | undefined> {
  const row = await readOperation(store, id);
  // Two bundles of the same calls, prepared in parallel, are one operation to the chain: the second
  // must be prepared again, or it would be lost.
  if (callerId !== null && row?.caller_id && callerId !== row.caller_id) {
    throw new AcctError("quote_changed", { detail: "Another bundle uses this operation." });
  }
  return row;
}

/** Pending operations of an account on a chain: each is checked again and again until it lands. */
const MAX_OPEN = 32;

/**
 * Stores an operation once. An owner must have signed it, because the account's next operations
 * wait for it. An existing row with the same hash is returned unchanged.
 *
 * @throws {AcctError} `duplicate_id` if the caller's id names another operation of the account;
 * `quote_changed` if another bundle of the caller is this very operation.
 */
export function addOperation(
  store: Store,
  row: NewOperation,
): Promise<{ row: OperationTable; fresh: boolean }> {
  const now = Date.now();
  const sender = row.operation.sender.toLowerCase();
  return serially(store, [subjects.account(sender)], async (tx) => {
    const same = await acceptedOperation(tx, row.id, row.callerId);
    if (same !== undefined) return { row: same, fresh: false };
    if (row.callerId !== null) {
      const taken = await tx.selectFrom("operations").select("id").where("sender", "=", sender)
        .where("caller_id", "=", row.callerId).executeTakeFirst();
      if (taken !== undefined) throw new AcctError("duplicate_id");
    }
    const open = await tx.selectFrom("operations").selectAll()
      .where("chain_id", "=", row.chainId).where("sender", "=", sender)
      .where(isOpen).execute();
    if (open.length >= MAX_OPEN) {
      const detail = `The account has ${MAX_OPEN} pending operations on this chain.`;
      throw new AcctError("limit_exceeded", { retryAfter: 10, detail });
    }
    const nonce = {
      nonce_key: `0x${row.nonce.key.toString(16)}`,
      nonce_sequence: Number(row.nonce.sequence),
    };
    const deploys = row.operation.factory === undefined ? 0 : 1;
    // It may have landed after the chain was read for this one.
    const landed = await tx.selectFrom("operations").select("id")
      .where("chain_id", "=", row.chainId).where("sender", "=", sender)
      .where(isIncluded).where("updated_at", ">=", row.readAt)
      .where((eb) => deploys === 1 ? eb.or([eb.and(nonce), eb.and({ deploys })]) : eb.and(nonce))
      .limit(1).executeTakeFirst();
    if (landed !== undefined) {
      throw new AcctError("quote_changed", { detail: "Another operation landed first." });
    }
    const { next_index } = await tx.insertInto("accounts").values({
      address: sender,
      next_index: 1,
    })
      .onConflict((on) =>
        on.column("address").doUpdateSet((eb) => ({
          next_index: eb("accounts.next_index", "+", 1),
        }))
      )
      .returning("next_index").executeTakeFirstOrThrow();
    const added = await tx.insertInto("operations").values({
      from_block: row.fromBlock,
      caller_id: row.callerId,
      key_id: row.keyId,
      state: row.standing(open),
      reason: null,
      updated_at: now,
      id: row.id,
      chain_id: row.chainId,
      sender,
      idx: next_index,
      ...nonce,
      deploys,
      created_at: now,
      tx_hash: null,
      block_hash: null,
      block_number: null,
      success: null,
    }).returningAll().executeTakeFirstOrThrow();
    await tx.insertInto("operation_data").values({
      id: row.id,
      operation: JSON.stringify(row.operation),
      account: JSON.stringify(row.account),
      receipt: null,
      created_at: now,
    }).onConflict((on) =>
      on.column("id").doUpdateSet((eb) => ({
        operation: eb.ref("excluded.operation"),
        account: eb.ref("excluded.account"),
        receipt: null,
        created_at: now,
      }))
    ).execute();
    const { chainId, operation } = row;
    await setSent(tx, { chainId, sender: operation.sender, nonce: operation.nonce }, true);
    return { row: added, fresh: true };
  });
}

/**
 * Deletes an operation that the bundler rejected and that was therefore not sent. Resolves with
 * `false` and changes nothing if it was sent again or landed since the row was read. Its history
 * index becomes free again, unless another operation came after it.
 */
export function removeOperation(store: Store, row: OperationTable): Promise<boolean> {
  return serially(store, [subjects.account(row.sender)], async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("operations").where("id", "=", row.id)
      .where(isOpen).where("updated_at", "=", row.updated_at).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await tx.deleteFrom("operation_data").where("id", "=", row.id).execute();
    await setSent(tx, sponsoredAs(row), false);
    await tx.updateTable("accounts").set((eb) => ({ next_index: eb("next_index", "-", 1) }))
      .where("address", "=", row.sender).where("next_index", "=", row.idx).execute();
    return true;
  });
}

/**
 * Sets a pending row to `dropped`, with the reason. Resolves with `false` and changes nothing if
 * the chain settled it, or it was stored again, since the row was read.
 */
export function dropOperation(
  store: Store,
  row: OperationTable,
  reason: string,
): Promise<boolean> {
  return serially(store, [subjects.account(row.sender)], async (tx) => {
    if (!await setState(tx, row.id, "dropped", reason, row.created_at)) return false;
    await setSent(tx, sponsoredAs(row), false);
    return true;
  });
}

/** Names an operation as the sponsor's ledger does. */
function sponsoredAs(row: OperationTable) {
  const nonce = { key: BigInt(row.nonce_key), sequence: BigInt(row.nonce_sequence) };
  return { chainId: row.chain_id, sender: row.sender as Address, nonce: joinNonce(nonce) };
}

/** Returns the operation with this hash. */
export function readOperation(store: Store, id: string): Promise<ReceiptRow | undefined> {
  return withReceipts(store).where("operations.id", "=", id).executeTakeFirst();
}

/** Selects operations with their receipts. */
function withReceipts(store: Store) {
  return store.selectFrom("operations")
    .leftJoin("operation_data", "operation_data.id", "operations.id")
    .selectAll("operations").select("operation_data.receipt");
}

/**
 * Finds an operation by hash, or by the caller's id. Such ids belong to callers: without an
 * account, only ids of the same key match, and the first operation keeps its id.
 */
export async function findOperation(
  store: Store,
  { id, keyId, sender }: {
    readonly id: string;
    readonly keyId: string;
    readonly sender: Address | null;
  },
): Promise<ReceiptRow | undefined> {
  const byHash = await readOperation(store, id);
  return byHash ?? await withReceipts(store).where("caller_id", "=", id)
    .$if(sender === null, (q) => q.where("key_id", "=", keyId))
    .$if(sender !== null, (q) => q.where("sender", "=", sender!.toLowerCase()))
    .orderBy("operations.created_at").orderBy("idx").limit(1).executeTakeFirst();
}

/**
 * Returns the pending operations of a chain, oldest first; only of one account if `sender` is
 * given.
 */
export function openOperations(
  store: Store,
  chainId: number,
  sender?: Address,
): Promise<SignedRow[]> {
  return store.selectFrom("operations")
    .innerJoin("operation_data", "operation_data.id", "operations.id")
    .selectAll("operations").select(["operation", "account"])
    .where("chain_id", "=", chainId).where(isOpen)
    .$if(sender !== undefined, (q) => q.where("sender", "=", sender!.toLowerCase()))
    .orderBy("operations.created_at").orderBy("idx").execute();
}

/** Returns an account's included operations with one of these nonces or a later one. */
export async function settledFrom(
  store: Store,
  account: { readonly chainId: number; readonly sender: Address },
  nonces: readonly { readonly key: bigint; readonly sequence: bigint }[],
): Promise<OperationTable[]> {
  // Search the index once per key: with `or`, SQLite reads the account's complete history.
  const [first, ...rest] = nonces.map(({ key, sequence }) =>
    store.selectFrom("operations").selectAll().where("chain_id", "=", account.chainId)
      .where("sender", "=", account.sender.toLowerCase()).where(isIncluded)
      .where("nonce_key", "=", `0x${key.toString(16)}`)
      .where("nonce_sequence", ">=", Number(sequence))
  );
  if (first === undefined) return [];
  return await rest.reduce((all, next) => all.unionAll(next), first).limit(MAX_SETTLED).execute();
}

/** Returns whether any chain includes an operation of an account. */
export async function hasOperated(store: Store, sender: Address): Promise<boolean> {
  const row = await store.selectFrom("operations").select("id")
    .where("sender", "=", sender.toLowerCase()).where(isIncluded).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Sets the state of a pending row, with the reason. Rows that the chain settled stay unchanged. */
export async function setState(
  store: Store,
  id: string,
  state: Exclude<OperationState, "included">,
  reason: string | null = null,
  /** Only the row that was stored then: the same operation may have been stored again. */
  createdAt?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await store.updateTable("operations")
    .set({ state, reason, updated_at: Date.now() })
    .where("id", "=", id).where(isOpen)
    .$if(createdAt !== undefined, (q) => q.where("created_at", "=", createdAt!)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Columns of a page of history: reading all columns takes 50 % longer. */
const historyColumns = [
  "id",
  "idx",
  "state",
  "success",
  "created_at",
  "chain_id",
  "tx_hash",
  "caller_id",
] as const;

/** Operation in a page of history. */
export type HistoryRow = Pick<OperationTable, (typeof historyColumns)[number]>;

/** Values of a page of history. */
interface HistoryPage {
  readonly sender: Address;
  readonly chainId?: number | undefined;
  /** The last `idx` seen. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Returns a page of an account's history. */
export function history(
  store: Store,
  { sender, chainId, after, limit, ascending }: HistoryPage & { readonly ascending: boolean },
): Promise<HistoryRow[]> {
  return store.selectFrom("operations").select(historyColumns)
    .where("sender", "=", sender.toLowerCase())
    .where("state", "in", ["held", "submitted", "included"])
    .$if(chainId !== undefined, (query) => query.where("chain_id", "=", chainId!))
    .$if(after !== undefined, (query) => query.where("idx", ascending ? ">" : "<", after!))
    .orderBy("idx", ascending ? "asc" : "desc").limit(limit).execute();
}

/**
 * Reserves a row for resending. Of several processes that follow a chain, one gets it, and the
 * others skip it for a while. Fails if the row has changed since it was read.
 */
export async function lockForResend(store: Store, row: OperationTable): Promise<boolean> {
  const { numUpdatedRows } = await store.updateTable("operations")
    .set({ state: "submitted", reason: null, updated_at: Math.max(Date.now(), row.updated_at + 1) })
    .where("id", "=", row.id).where("state", "=", row.state)
    .where("updated_at", "=", row.updated_at).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets or clears the reason why a waiting operation may be lost, without changing its state. */
export async function markUncertain(
  store: Store,
  row: OperationTable,
  reason: string | null,
): Promise<void> {
  await store.updateTable("operations").set({ reason, updated_at: Date.now() })
    .where("id", "=", row.id).where("state", "=", row.state).execute();
}

/** Puts an operation back into the queue that was sent too early. */
export async function requeue(store: Store, row: OperationTable): Promise<boolean> {
  const { numUpdatedRows } = await store.updateTable("operations")
    .set({ state: "held", reason: null, updated_at: Date.now() }).where("id", "=", row.id)
    .where("state", "=", "submitted").executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an operation as just checked. */
export async function touchUpdatedAt(store: Store, id: string): Promise<void> {
  await store.updateTable("operations").set({ updated_at: Date.now() }).where("id", "=", id)
    .where(isOpen).execute();
}
