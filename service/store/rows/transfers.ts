/** Stores transfers of accounts, and which blocks they were read from. @module */
import { sql, type SqlBool } from "kysely";
import type { Address } from "viem";
import {
  addFollowedPermissions,
  type NamedPermission,
  type PermissionRows,
  takePermissionsBack,
} from "./permissions.ts";
import { inPortions } from "../batches.ts";
import type { TransferTable } from "../transfer_tables.ts";
import { serially, subjects } from "../serially.ts";
import type { Store } from "../store.ts";

/** A block that was read. */
export interface BlockPlace {
  /** Block number. */
  readonly number: number;
  /** Block hash. */
  readonly hash: string;
}

/** Number of remembered blocks; deeper blocks are never replaced. */
export const REMEMBERED_BLOCKS = 128;
/** Rows per statement: databases limit its parameters. */
const PORTION = 500;

/**
 * Conditions of partial indexes as literals: a planner that does not see a value cannot use them.
 */
const isStrangers = (listed: boolean) =>
  listed ? sql<SqlBool>`own = 0 and listed = 1` : sql<SqlBool>`own = 0 and listed = 0`;
const isItem = sql<SqlBool>`item is not null`;
const isListed = sql<SqlBool>`listed = 1`;

/** Lists the blocks that were read last, newest first. */
export async function lastBlocks(
  store: Store,
  chainId: number,
  most = REMEMBERED_BLOCKS,
): Promise<BlockPlace[]> {
  const rows = await store.selectFrom("transfer_blocks").select(["block_number", "block_hash"])
    .where("chain_id", "=", chainId).orderBy("block_number", "desc").limit(most).execute();
  return rows.map(({ block_number, block_hash }) => ({ number: block_number, hash: block_hash }));
}

/**
 * Adds the data of the block after `last`. Returns false and adds nothing if another process has
 * already continued from there.
 */
export async function addBlock(
  store: Store,
  chainId: number,
  last: BlockPlace | null,
  { block, rows = [], permissions, write }: {
    readonly block: BlockPlace;
    readonly rows?: readonly TransferTable[];
    /** Events of permissions in the block; omitted if they were not read. */
    readonly permissions?: PermissionRows | undefined;
    /** Writes other changes of the block. */
    readonly write?: (tx: Store) => Promise<void>;
  },
): Promise<boolean> {
  const row = { chain_id: chainId, block_number: block.number, block_hash: block.hash };
  return await serially(store, [subjects.transfers(chainId)], async (tx) => {
    const [now] = await lastBlocks(tx, chainId, 1);
    if (now?.number !== last?.number || now?.hash !== last?.hash) return false;
    const added = await tx.insertInto("transfer_blocks").values(row)
      .onConflict((on) => on.doNothing()).executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0n) === 0) return false;
    await tx.deleteFrom("transfer_blocks").where("chain_id", "=", chainId)
      .where("block_number", "<=", block.number - REMEMBERED_BLOCKS).execute();
    for (let at = 0; at < rows.length; at += PORTION) {
      await tx.insertInto("transfers").values(rows.slice(at, at + PORTION))
        .onConflict((on) => on.doNothing()).execute();
    }
    if (permissions !== undefined && last !== null) {
      const place = { last: last.number, block: block.number };
      await addFollowedPermissions(tx, chainId, place, permissions);
    }
    await write?.(tx);
    return true;
  });
}

/** Accounts that a reorganisation concerns. */
export interface TakenBack {
  readonly accounts: readonly Address[];
  readonly permissions: readonly NamedPermission[];
}

/**
 * Deletes the blocks after `kept` and their data, because a reorganisation has replaced them; later
 * blocks are read again. Returns the accounts with affected transfers and permissions, or `null` if
 * another process has already continued from `newest`. `common` is a block of both chains and
 * defaults to `kept`.
 */
export function takeBack(
  store: Store,
  chainId: number,
  { newest, kept, common = kept.number, write }: {
    readonly newest: BlockPlace;
    readonly kept: BlockPlace;
    readonly common?: number;
    /** Rolls back other changes of the blocks. */
    readonly write?: (tx: Store) => Promise<void>;
  },
): Promise<TakenBack | null> {
  return serially(store, [subjects.transfers(chainId)], async (tx) => {
    const [now] = await lastBlocks(tx, chainId, 1);
    if (now?.hash !== newest.hash) return null;
    const rows = await tx.selectFrom("transfers").select("account").distinct()
      .where("chain_id", "=", chainId).where("block_number", ">", kept.number).execute();
    await tx.deleteFrom("transfers").where("chain_id", "=", chainId)
      .where("block_number", ">", kept.number).execute();
    await tx.deleteFrom("transfer_blocks").where("chain_id", "=", chainId)
      .where("block_number", ">=", kept.number).execute();
    await tx.insertInto("transfer_blocks")
      .values({ chain_id: chainId, block_number: kept.number, block_hash: kept.hash }).execute();
    await write?.(tx);
    return {
      accounts: rows.map(({ account }) => account as Address),
      permissions: await takePermissionsBack(tx, chainId, common),
    };
  });
}

/** Returns which of the addresses, in lower case, are accounts of this service. */
export async function knownAccounts(
  store: Store,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await inPortions(
    addresses,
    (some) =>
      store.selectFrom("credentials").select("address").where("address", "in", some)
        .union(store.selectFrom("accounts").select("address").where("address", "in", some))
        .execute(),
  );
  return new Set(rows.map(({ address }) => address));
}

/** Number of transfers of an account. */
export interface DayCount extends Pick<TransferTable, "account" | "own" | "listed" | "token"> {
  readonly chain_id: number;
  /** Length of their amounts in hex; zero for items. */
  readonly digits: number;
  readonly rows: number;
}

/** Counts the stored transfers of accounts in a time span, by token and size of the amount. */
export async function countTransfers(
  store: Store,
  accounts: readonly string[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<DayCount[]> {
  const digits = sql<number>`case when item is null then length(amount) else 0 end`;
  const counts = await inPortions(accounts, (some) =>
    store.selectFrom("transfers")
      .select(["account", "chain_id", "token", "own", "listed"])
      .select((eb) => [digits.as("digits"), eb.fn.countAll<number>().as("rows")])
      .where("account", "in", some)
      .where("happened_at", ">=", from).where("happened_at", "<", until)
      .groupBy(["account", "chain_id", "token", "own", "listed", digits]).execute());
  return counts.map((row) => ({ ...row, rows: Number(row.rows) }));
}

/**
 * Returns the collections of which accounts received items through their own operations, as
 * `account token`.
 */
export async function ownCollections(
  store: Store,
  chainId: number,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await inPortions(
    accounts,
    (some) =>
      store.selectFrom("transfers").select(["account", "token"]).distinct()
        .where("account", "in", some)
        .where("chain_id", "=", chainId).where(isItem).where("own", "=", 1).execute(),
  );
  return new Set(rows.map(({ account, token }) => `${account} ${token}`));
}

/** Place of a transfer in the order of a list. */
export type TransferPlace = Pick<
  TransferTable,
  "happened_at" | "chain_id" | "block_number" | "position" | "part"
>;

/** Lists transfers that no operation of the account did, newest first. */
export function listTransfers(
  store: Store,
  { account, chainId, listed, after, limit }: {
    readonly account: Address;
    readonly chainId: number | undefined;
    readonly listed: boolean;
    readonly after: TransferPlace | undefined;
    readonly limit: number;
  },
): Promise<TransferTable[]> {
  const order = ["happened_at", "chain_id", "block_number", "position", "part"] as const;
  let query = store.selectFrom("transfers").selectAll()
    .where("account", "=", account.toLowerCase()).where(isStrangers(listed));
  if (chainId !== undefined) query = query.where("chain_id", "=", chainId);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(
        eb.refTuple("happened_at", "chain_id", "block_number", "position", "part"),
        "<",
        eb.tuple(
          after.happened_at,
          after.chain_id,
          after.block_number,
          after.position,
          after.part,
        ),
      )
    );
  }
  return order.reduce((sorted, column) => sorted.orderBy(column, "desc"), query).limit(limit)
    .execute();
}

/** Columns that identify the items that an account may own. */
export type ItemMove =
  & Pick<
    TransferTable,
    "kind" | "incoming" | "own" | "item" | "amount" | "block_number" | "position" | "happened_at"
  >
  & { readonly token: string | null };

/**
 * Lists the newest moves of an account's items on a chain: all, or only from its own collections.
 */
export function itemMoves(
  store: Store,
  account: Address,
  chainId: number,
  { most, own }: { readonly most: number; readonly own: boolean },
): Promise<ItemMove[]> {
  return store.selectFrom("transfers")
    .select([
      "kind",
      "incoming",
      "own",
      "token",
      "item",
      "amount",
      "block_number",
      "position",
      "happened_at",
    ])
    .where("account", "=", account.toLowerCase()).where("chain_id", "=", chainId).where(isItem)
    .$if(own, (query) => query.where(isListed)).orderBy("block_number", "desc").limit(most)
    .execute();
}
