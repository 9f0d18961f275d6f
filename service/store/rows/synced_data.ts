/**
 * Stores the data that the wallets of one passkey share. The rows name no account: a row is found with a
 * token that only the passkey yields, and its data is ciphertext.
 *
 * @module
 */
import { sql } from "kysely";
import { type Hex, sha256 } from "viem";
import type { PutSyncedDataParams } from "../../../core/protocol/service/methods/acct_synced_data.ts";
import { batchOf, inBatches } from "../batches.ts";
import type { Store } from "../store.ts";

const DAY_MS = 86_400_000;
/** Time without a use after which data is deleted. */
const KEEP_MS = 400 * DAY_MS;

/** Returns the data of a token, and postpones its deletion. */
export async function getSyncedData(
  store: Store,
  token: Hex,
  now: number = Date.now(),
): Promise<Hex | null> {
  const id = idOf(token);
  const row = await store.selectFrom("synced_data").select(["data", "used_at"])
    .where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  if (Number(row.used_at) < now - DAY_MS) {
    await store.updateTable("synced_data").set({ used_at: now }).where("id", "=", id).execute();
  }
  return row.data as Hex;
}

/** Stores the data of a token in place of earlier data. */
export async function putSyncedData(
  store: Store,
  { token, data }: PutSyncedDataParams,
  now: number = Date.now(),
): Promise<void> {
  const row = { data, used_at: now };
  await store.insertInto("synced_data").values({ id: idOf(token), ...row })
    .onConflict((on) => on.column("id").doUpdateSet(row)).execute();
}

/** Deletes data that no wallet has used for a long time. */
export async function forgetSyncedData(
  store: Store,
  signal: AbortSignal,
  now: number = Date.now(),
): Promise<void> {
  const isOld = sql<boolean>`used_at < ${now - KEEP_MS}`;
  await inBatches(
    () =>
      store.deleteFrom("synced_data").where(batchOf(store, "synced_data", "used_at", isOld))
        .executeTakeFirst(),
    signal,
  );
}

/** Only a hash of the token is stored, so that a copy of the database cannot replace data. */
const idOf = (token: Hex): Hex => sha256(token);
