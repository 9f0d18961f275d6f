/**
 * Decides which transfers of a block are kept: those of accounts that the service knows, and of those
 * only so many of a token and a day as a user would want to read. An attacker that makes more of them
 * fills nothing.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import { readActs } from "../../core/account/acts.ts";
import { contracts } from "../../core/chain/contracts.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/events.ts";
import { listedTokens } from "../chain/listed.ts";
import { nodeBehind } from "../chain/state.ts";
import { permissionRows } from "./permission_logs.ts";
import { signedOperations } from "../store/operation_data.ts";
import type { PermissionRows } from "../store/permissions.ts";
import type { Store } from "../store/store.ts";
import type { TransferTable } from "../store/transfer_tables.ts";
import {
  countTransfers,
  type DayCount,
  knownAccounts,
  ownCollections,
} from "../store/transfers.ts";
import type { FollowedApprovals } from "../store/followed_approvals.ts";
import { readBlockApprovals } from "./block_approvals.ts";
import { executedBy, type Move, readMoves, readOrigin } from "./decode.ts";
import { type FullReceipt, type ReadBlock, readReceipts } from "./read_block.ts";

/** Transfers of an account that are kept per day (UTC). */
export const MAX_ROWS_PER_DAY = {
  /** Of one token that the operator lists, or of the native currency, by the size of their amounts. */
  listed: 500,
  /** Items of one collection, by operations of the account itself. */
  own: 1_000,
  /** Of one other token. */
  token: 20,
  /** Of all other tokens. */
  others: 100,
} as const;
const DAY_S = 86_400;
/** Hashes per query. */
const MAX_HASHES = 500;
/** Receipts that are asked for one by one, and together. */
const MAX_RECEIPTS = 20;

/** Rows of a block, and the accounts that it changes. */
export interface Recorded {
  readonly rows: readonly TransferTable[];
  /** Accounts to be told of changes; those of own operations hear of them when these land. */
  readonly touched: ReadonlySet<Address>;
  /** Approvals that are kept; left out if the block's logs were. */
  readonly approvals: FollowedApprovals | undefined;
  /** Events of permissions. */
  readonly permissions: PermissionRows;
  /** Those that no operation of this service emitted. */
  readonly others: readonly LogJson[];
}

/** Sorts out what is kept of a block. `listeners` are addresses that are told of changes as well. */
export async function recordBlock(
  store: Store,
  chain: Chain,
  block: ReadBlock,
  listeners: ReadonlySet<string>,
): Promise<Recorded> {
  const ours = await readOperations(store, block.logs);
  // Without the logs of tokens, the payments of operations alone would be half of the truth.
  const all = block.whole ? [...readMoves(block.logs), ...readPaid(block.logs, ours)] : [];
  const sides = new Set(all.flatMap(({ from, to }) => [from, to]));
  for (const { to } of block.payments) sides.add(to);
  const known = await knownAccounts(store, [...sides]);
  const wanted = (address: Address) => known.has(address) || listeners.has(address);
  const moves = [...all, ...await readPayments(chain, block, wanted)];
  const touched = new Set<Address>();
  for (const { from, to, origin } of moves) {
    for (const account of [from, to]) {
      // An operation of this service tells its sender, and addresses without rows, when it lands.
      const told = origin !== null && ours.has(origin.hash) &&
        (origin.sender === account || !known.has(account));
      if (wanted(account) && !told) touched.add(account);
    }
  }
  const origins = executedBy(block.logs);
  return {
    rows: await select(store, chain, block, moves.filter((move) => isOf(move, known)), known),
    touched,
    approvals: block.whole
      ? await readBlockApprovals(store, chain, block, listedTokens(chain))
      : undefined,
    permissions: permissionRows(chain.id, block.logs),
    others: block.logs.filter(({ address }, index) => {
      const origin = origins[index];
      return isAddressEqual(address, contracts.permissions) && (!origin || !ours.has(origin.hash));
    }),
  };
}

function isOf({ from, to }: Move, known: ReadonlySet<string>): boolean {
  return known.has(from) || known.has(to);
}

/** Reads the signed operations of this service among those of a block, by hash. */
async function readOperations(
  store: Store,
  logs: readonly LogJson[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = logs.flatMap((log) => readOrigin(log)?.hash ?? []);
  const found = new Map<string, string>();
  for (let at = 0; at < hashes.length; at += MAX_HASHES) {
    const some = await signedOperations(store, hashes.slice(at, at + MAX_HASHES));
    for (const [hash, operation] of some) found.set(hash, operation);
  }
  return found;
}

/**
 * Reads payments in the native currency by operations of this service, which leave no log: an
 * operation that succeeded has made all of its calls.
 */
function readPaid(
  logs: readonly LogJson[],
  operations: ReadonlyMap<string, string>,
): Move[] {
  return logs.flatMap((log): Move[] => {
    const origin = readOrigin(log);
    const json = origin === null ? undefined : operations.get(origin.hash);
    if (origin === null || json === undefined || !hasSucceeded(log)) return [];
    const { callData }: OperationJson = JSON.parse(json);
    return readActs(callData).flatMap((act) => {
      if (act.kind === "call") return [{ call: act.call, from: origin.sender }];
      if (act.kind !== "use") return [];
      const from = act.permission.account.toLowerCase() as Address;
      return act.calls.map((call) => ({ call, from }));
    }).flatMap(({ call: { to, value }, from }, part): Move[] => {
      const receiver = to.toLowerCase() as Address;
      if (value === 0n || receiver === from) return [];
      return [{
        kind: "native",
        token: null,
        from,
        to: receiver,
        item: null,
        amount: value,
        position: Number(log.logIndex),
        part,
        txHash: log.transactionHash,
        origin,
      }];
    });
  });
}

/** Reads the second word of an operation's event. */
function hasSucceeded({ data }: LogJson): boolean {
  return BigInt(`0x${data.slice(66, 130) || "0"}`) === 1n;
}

/**
 * Reads the payments to accounts, by transactions that have not failed.
 *
 * @throws {AcctError} `chain_down` if the node lacks a receipt
 */
async function readPayments(
  chain: Chain,
  block: ReadBlock,
  wanted: (address: Address) => boolean,
): Promise<Move[]> {
  const payments = block.payments.filter(({ from, to }) => wanted(to) && from !== to);
  const paid = await readPaidHashes(chain, block, payments.map(({ hash }) => hash));
  return payments.filter(({ hash }) => paid.has(hash)).map(({ hash, index, from, to, value }) => ({
    kind: "native",
    token: null,
    from,
    to,
    item: null,
    amount: value,
    position: -1 - index,
    part: 0,
    txHash: hash,
    origin: null,
  }));
}

/** Returns those of a block's transactions that have not failed; many are one request. */
async function readPaidHashes(
  chain: Chain,
  block: ReadBlock,
  hashes: readonly Hex[],
): Promise<ReadonlySet<Hex>> {
  const found = new Map<Hex, Pick<FullReceipt, "blockHash" | "status">>();
  const together = hashes.length > MAX_RECEIPTS ? await readReceipts(chain, block.hash) : null;
  for (const receipt of together ?? []) found.set(receipt.transactionHash, receipt);
  for (let at = 0; together === null && at < hashes.length; at += MAX_RECEIPTS) {
    await Promise.all(
      hashes.slice(at, at + MAX_RECEIPTS).map(async (hash) => {
        const receipt = await chain.reads.request<FullReceipt | null>(
          "eth_getTransactionReceipt",
          [hash],
        );
        if (receipt !== null) found.set(hash, receipt);
      }),
    );
  }
  // One that is missing, or of another block, has not failed: the node lags.
  if (hashes.some((hash) => found.get(hash)?.blockHash !== block.hash)) throw nodeBehind(1);
  return new Set(hashes.filter((hash) => found.get(hash)?.status === "0x1"));
}

/** Makes the rows, and drops those that are too many. */
async function select(
  store: Store,
  chain: Chain,
  block: ReadBlock,
  moves: readonly Move[],
  known: ReadonlySet<string>,
): Promise<TransferTable[]> {
  const accounts = [
    ...new Set(moves.flatMap(({ from, to }) => [from, to]).filter((each) => known.has(each))),
  ];
  if (accounts.length === 0) return [];
  const listed = listedTokens(chain);
  const collections = await ownCollections(store, chain.id, accounts);
  const day = block.time - block.time % DAY_S;
  const counter = createCounter(
    await countTransfers(store, accounts, { from: day, until: day + DAY_S }),
  );
  const sides = moves.flatMap((move) => [
    { move, account: move.to, other: move.from, incoming: true },
    { move, account: move.from, other: move.to, incoming: false },
  ]);
  // An operation of the account makes a collection its own, also for others' moves in the block.
  const isOwn = (side: typeof sides[number]) => side.move.origin?.sender === side.account;
  const now = new Set(
    sides.filter((side) => isOwn(side) && side.move.item !== null)
      .map(({ move, account }) => `${account} ${move.token}`),
  );
  return sides.flatMap((side): TransferTable[] => {
    const { move, account, other, incoming } = side;
    if (!known.has(account)) return [];
    const own = isOwn(side);
    const key = `${account} ${move.token}`;
    const isListed = move.item === null
      ? move.token === null || listed.has(move.token)
      : own || collections.has(key) || now.has(key);
    // The account's history has its own operations; what an unknown token says of it is no loss.
    if (move.item === null && (own || !incoming && !isListed)) return [];
    const row: TransferTable = {
      chain_id: chain.id,
      block_number: block.number,
      position: move.position,
      part: move.part,
      account,
      incoming: incoming ? 1 : 0,
      own: own ? 1 : 0,
      listed: isListed ? 1 : 0,
      kind: move.kind,
      token: move.token,
      item: move.item === null ? null : numberToHex(move.item),
      amount: numberToHex(move.amount),
      other,
      tx_hash: move.txHash,
      happened_at: block.time,
    };
    const digits = move.item === null ? row.amount.length : 0;
    return counter.take({ ...row, digits }) ? [row] : [];
  });
}

/** Columns by which rows are counted. */
type Counted = Pick<DayCount, "account" | "chain_id" | "token" | "own" | "listed" | "digits">;

/** Counts rows of a day; `take` returns false for one that is too many. */
export function createCounter(
  counts: readonly (Counted & { readonly rows: number })[],
): { take(row: Counted): boolean } {
  const used = new Map<string, number>();
  const keysOf = (row: Counted): readonly (readonly [key: string, most: number])[] => {
    const { account, chain_id, token, own, listed, digits } = row;
    const one = `${account} ${chain_id} ${token} ${own} ${listed}`;
    if (own === 1) return [[one, MAX_ROWS_PER_DAY.own]];
    // Much dust leaves room for payments.
    if (listed === 1) return [[`${one} ${digits}`, MAX_ROWS_PER_DAY.listed]];
    return [[one, MAX_ROWS_PER_DAY.token], [account, MAX_ROWS_PER_DAY.others]];
  };
  for (const count of counts) {
    for (const [key] of keysOf(count)) used.set(key, (used.get(key) ?? 0) + count.rows);
  }
  return {
    take(row) {
      const keys = keysOf(row);
      if (keys.some(([key, most]) => (used.get(key) ?? 0) >= most)) return false;
      for (const [key] of keys) used.set(key, (used.get(key) ?? 0) + 1);
      return true;
    },
  };
}
