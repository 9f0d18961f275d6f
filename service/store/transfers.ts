/** Stores transfers of accounts, and which blocks they were read from. @module */
import { sql, type SqlBool } from "kysely";
import type { Address } from "viem";
import { addFollowed, type FollowedApprovals, takeFollowedBack } from "./followed_approvals.ts";
import {
  addFollowedPermissions,
  type NamedPermission,
  type PermissionRows,
  takePermissionsBack,
} from "./permissions.ts";
import type { TransferBlockTable, TransferTable } from "./transfer_tables.ts";
import { serially, subjects } from "./serially.ts";
import type { Store } from "./store.ts";

/** A block that was read. */
export interface BlockPlace {
  /** Block number. */
  readonly number: number;
  /** Block hash. */
  readonly hash: string;
}

/** Blocks that are remembered: none that lies deeper is replaced. */
export const REMEMBERED_BLOCKS = 128;
/** Rows, and addresses, per statement: databases limit its parameters, and plan few of them best. */
const PORTION = 500;
const MAX_ADDRESSES = 100;

/** Conditions of partial indexes as literals: a planner that does not see a value cannot use them. */
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
 * Adds what was read of the blocks after `last`. Returns false, and adds nothing, if another process
 * has gone on from there.
 */
export async function addBlocks(
  store: Store,
  chainId: number,
  last: BlockPlace | null,
  { blocks, rows, approvals, permissions, write }: {
    readonly blocks: readonly BlockPlace[];
    readonly rows: readonly TransferTable[];
    /** Approvals of the block; left out if its logs were not read. */
    readonly approvals?: FollowedApprovals | undefined;
    /** Events of permissions in the block; left out if it was not read. */
    readonly permissions?: PermissionRows | undefined;
    /** Writes what else the blocks change. */
    readonly write?: (tx: Store) => Promise<void>;
  },
): Promise<boolean> {
  const newest = blocks.at(-1);
  if (newest === undefined) return true;
  const kept = blocks.slice(-REMEMBERED_BLOCKS).map(({ number, hash }): TransferBlockTable => ({
    chain_id: chainId,
    block_number: number,
    block_hash: hash,
  }));
  return await serially(store, [subjects.transfers(chainId)], async (tx) => {
    const [now] = await lastBlocks(tx, chainId, 1);
    if (now?.number !== last?.number || now?.hash !== last?.hash) return false;
    const added = await tx.insertInto("transfer_blocks").values(kept)
      .onConflict((on) => on.doNothing()).executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0n) !== kept.length) return false;
    await tx.deleteFrom("transfer_blocks").where("chain_id", "=", chainId)
      .where("block_number", "<=", newest.number - REMEMBERED_BLOCKS).execute();
    for (let at = 0; at < rows.length; at += PORTION) {
      await tx.insertInto("transfers").values(rows.slice(at, at + PORTION))
        .onConflict((on) => on.doNothing()).execute();
    }
    await addFollowed(tx, chainId, {
      last: last?.number ?? null,
      block: newest.number,
      approvals,
    });
    if (permissions !== undefined && last !== null) {
      const place = { last: last.number, block: newest.number };
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
 * Forgets the blocks after `kept` and what was read of them, which a reorganisation has replaced; what
 * comes after it is read again. Returns whose transfers and permissions they had; `null` if another
 * process has gone on from `newest`. `common` is a block that both chains have, `kept` by default.
 */
export function takeBack(
  store: Store,
  chainId: number,
  { newest, kept, common = kept.number, write }: {
    readonly newest: BlockPlace;
    readonly kept: BlockPlace;
    readonly common?: number;
    /** Takes back what else the blocks changed. */
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
    await takeFollowedBack(tx, chainId, kept.number);
    await write?.(tx);
    return {
      accounts: rows.map(({ account }) => account as Address),
      permissions: await takePermissionsBack(tx, chainId, common),
    };
  });
}

/** Returns those of the addresses, in lower case, that are accounts of this service. */
export async function knownAccounts(
  store: Store,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < addresses.length; at += MAX_ADDRESSES) {
    const some = addresses.slice(at, at + MAX_ADDRESSES);
    const rows = await store.selectFrom("credentials").select("address")
      .where("address", "in", some)
      .union(store.selectFrom("accounts").select("address").where("address", "in", some))
      .execute();
    for (const { address } of rows) known.add(address);
  }
  return known;
}

/** Number of transfers of an account. */
export interface DayCount extends Pick<TransferTable, "account" | "own" | "listed" | "token"> {
  readonly chain_id: number;
  /** Length of their amounts in hex; zero for items. */
  readonly digits: number;
  readonly rows: number;
}

/** Counts what is stored of accounts in a span of time, by token and size of the amount. */
export async function countTransfers(
  store: Store,
  accounts: readonly string[],
  { from, until }: { readonly from: number; readonly until: number },
): Promise<DayCount[]> {
  const counts: DayCount[] = [];
  const digits = sql<number>`case when item is null then length(amount) else 0 end`;
  for (let at = 0; at < accounts.length; at += MAX_ADDRESSES) {
    const rows = await store.selectFrom("transfers")
      .select(["account", "chain_id", "token", "own", "listed"])
      .select((eb) => [digits.as("digits"), eb.fn.countAll<number>().as("rows")])
      .where("account", "in", accounts.slice(at, at + MAX_ADDRESSES))
      .where("happened_at", ">=", from).where("happened_at", "<", until)
      .groupBy(["account", "chain_id", "token", "own", "listed", digits]).execute();
    for (const row of rows) counts.push({ ...row, rows: Number(row.rows) });
  }
  return counts;
}

/** Returns which collections accounts got items of by operations of their own, as `account token`. */
export async function ownCollections(
  store: Store,
  chainId: number,
  accounts: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at = 0; at < accounts.length; at += MAX_ADDRESSES) {
    const rows = await store.selectFrom("transfers").select(["account", "token"]).distinct()
      .where("account", "in", accounts.slice(at, at + MAX_ADDRESSES))
      .where("chain_id", "=", chainId).where(isItem).where("own", "=", 1).execute();
    for (const { account, token } of rows) found.add(`${account} ${token}`);
  }
  return found;
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

/** Columns that tell which items an account may hold. */
export type ItemMove =
  & Pick<
    TransferTable,
    "kind" | "incoming" | "own" | "item" | "amount" | "block_number" | "position" | "happened_at"
  >
  & { readonly token: string | null };

/** Lists the newest moves of an account's items on a chain: all, or those of its own collections. */
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
