/** Stores the recoveries that wait on the chains, as they were last seen. @module */
import { sql } from "kysely";
import { type Address, type Hex, numberToHex } from "viem";
import type { OwnersOnChain, WaitingRecoveryJson } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import { waitingOn } from "../../../core/account/owners/veto.ts";
import type { Chain } from "../../chain/chain.ts";
import type { IndexerContext } from "../reading/context.ts";
import { batchOf, inBatches, inPortions } from "../../store/batches.ts";
import { serially, subjects } from "../../store/serially.ts";
import type { Store } from "../../store/store.ts";

/**
 * Finished recoveries are stored for this long, so that a recovery restored by a reorganisation is
 * not reported as new.
 */
const KEEP_ENDED_MS = 40 * 86_400_000;
/** Seconds by which a reorganisation may move one. Above that, it counts as started again. */
const MOVED_S = 3_600;

/** Lists the recoveries of an account that wait, as the service last saw them. */
export async function listRecoveries(
  { store, chains }: Pick<IndexerContext, "store" | "chains">,
  account: Address,
): Promise<WaitingRecoveryJson[]> {
  const rows = await store.selectFrom("recoveries")
    .select(["chain_id", "recovery", "owner", "ready_at"])
    .where("account", "=", account.toLowerCase()).where("ended_at", "is", null)
    .orderBy("chain_id").orderBy("recovery").execute();
  return rows.flatMap((row) => {
    const chain = chains.get(row.chain_id);
    // A chain that is no longer served.
    if (chain === undefined) return [];
    return [{
      chainId: numberToHex(chain.id),
      name: chain.config.name,
      recovery: row.recovery as Hex,
      owner: row.owner as Hex,
      readyAt: row.ready_at,
      carried: chain.config.relayer !== undefined,
    }];
  });
}

/** Changes of the pending recoveries on a chain. */
export interface Difference {
  /** Recoveries that were never observed before, or were started again at another head. */
  readonly started: readonly WaitingRecoveryJson[];
  /** True if the pending recoveries changed. */
  readonly changed: boolean;
}

/**
 * Records the pending recoveries on a chain. Several processes may do so: each recovery is new to
 * one of them.
 *
 * @param onStarted runs in the transaction that records a new one
 */
export async function recordRecoveries(
  store: Store,
  account: AccountJson,
  state: OwnersOnChain,
  onStarted: (store: Store, recovery: WaitingRecoveryJson) => Promise<void>,
): Promise<Difference> {
  const address = account.address.toLowerCase();
  const chainId = Number(state.chainId);
  const waiting = waitingOn([state]);
  return await serially(store, [subjects.owners(address)], async (tx) => {
    const rows = await tx.selectFrom("recoveries").select(["recovery", "ended_at", "ready_at"])
      .where("account", "=", address).where("chain_id", "=", chainId).execute();
    const known = new Map(rows.map((row) => [row.recovery, row]));
    const started = waiting.filter(({ recovery, readyAt }) => {
      const row = known.get(recovery);
      return row === undefined || row.ended_at !== null && readyAt > row.ready_at + MOVED_S;
    });
    const now = Date.now();
    for (const recovery of started) {
      const row = {
        chain_id: chainId,
        account: address,
        recovery: recovery.recovery,
        owner: recovery.owner,
        ready_at: recovery.readyAt,
        seen_at: now,
        checked_at: now,
        ended_at: null,
      };
      await tx.insertInto("recoveries").values(row)
        .onConflict((on) => on.columns(["account", "chain_id", "recovery"]).doUpdateSet(row))
        .execute();
      await onStarted(tx, recovery);
    }
    const names = waiting.map(({ recovery }) => recovery);
    const here = tx.updateTable("recoveries").where("account", "=", address)
      .where("chain_id", "=", chainId);
    for (const { recovery, readyAt } of waiting) {
      // A reorganisation can change the time.
      await here.set({ checked_at: now, ended_at: null, ready_at: readyAt })
        .where("recovery", "=", recovery).execute();
    }
    const gone = rows.filter((row) => row.ended_at === null && !names.includes(row.recovery as Hex))
      .map(({ recovery }) => recovery);
    if (gone.length > 0) {
      await here.set({ ended_at: now }).where("recovery", "in", gone).execute();
    }
    const back = names.some((name) => (known.get(name)?.ended_at ?? null) !== null);
    return { started, changed: started.length > 0 || gone.length > 0 || back };
  });
}

/**
 * Records which recoveries are no longer pending, according to the chains. Returns the affected
 * chains.
 */
export async function endRecoveries(
  store: Store,
  { address }: AccountJson,
  states: readonly OwnersOnChain[],
): Promise<Hex[]> {
  const ended: Hex[] = [];
  for (const state of states) {
    if (state.deployed === null) continue;
    const waiting = state.pending.map(({ recovery }) => recovery);
    const { numUpdatedRows } = await store.updateTable("recoveries").set({ ended_at: Date.now() })
      .where("account", "=", address.toLowerCase()).where("chain_id", "=", Number(state.chainId))
      .where("ended_at", "is", null)
      .$if(waiting.length > 0, (update) => update.where("recovery", "not in", waiting))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) ended.push(state.chainId);
  }
  return ended;
}

/** Returns the addresses of all accounts of the service. */
export async function knownAddresses(store: Store): Promise<Hex[]> {
  const rows = await store.selectFrom("credentials").select("address")
    .union(store.selectFrom("owner_changes").select("account as address")).execute();
  return rows.map(({ address }) => address as Hex);
}

/** Finds accounts of the service among these addresses. */
export async function findAccounts(
  store: Store,
  addresses: readonly string[],
): Promise<AccountJson[]> {
  const wanted = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const rows = await inPortions(
    wanted,
    (some) =>
      store.selectFrom("credentials").select(["address", "owners", "nonce"])
        .where("address", "in", some)
        .union(
          store.selectFrom("owner_changes").select(["account as address", "owners", "nonce"])
            .where("account", "in", some),
        ).execute(),
  );
  const found = new Map<string, AccountJson>();
  for (const { address, owners, nonce } of rows) {
    if (found.has(address)) continue;
    found.set(address, {
      address: address as Address,
      owners: JSON.parse(owners),
      nonce: nonce as Hex,
    });
  }
  return [...found.values()];
}

/** Finds the accounts with recoveries that wait on a chain, and were not looked at since. */
export async function accountsToCheck(
  store: Store,
  { id }: Chain,
  before: number,
  most: number,
): Promise<string[]> {
  const rows = await store.selectFrom("recoveries").select("account")
    .where("chain_id", "=", id).where("ended_at", "is", null).where("checked_at", "<", before)
    .orderBy("checked_at").limit(most).execute();
  return [...new Set(rows.map(({ account }) => account))];
}

/** Returns which of these accounts have a recovery that waits on a chain. */
export async function waitingAmong(
  store: Store,
  { id }: Chain,
  accounts: readonly string[],
): Promise<string[]> {
  const rows = await inPortions(
    accounts,
    (some) =>
      store.selectFrom("recoveries").select("account").distinct()
        .where("chain_id", "=", id).where("ended_at", "is", null)
        .where("account", "in", some).execute(),
  );
  return rows.map(({ account }) => account);
}

/** Deletes recoveries that finished long ago. */
export async function forgetEnded(store: Store, signal: AbortSignal): Promise<void> {
  const old = sql<boolean>`ended_at < ${Date.now() - KEEP_ENDED_MS}`;
  await inBatches(
    () =>
      store.deleteFrom("recoveries").where(batchOf(store, "recoveries", "ended_at", old))
        .executeTakeFirstOrThrow(),
    signal,
  );
}
