/**
 * Selects which transfers of a block are stored. Only transfers of the service's accounts are
 * stored, up to a readable number per token and day. An attacker that makes more of them cannot
 * fill the database.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual, numberToHex, toEventSelector } from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { readActs } from "../../../core/account/acts.ts";
import { IMPLEMENTATION_SLOT, readImplementation } from "../../../core/account/code.ts";
import { contracts, implementations } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Chain } from "../../chain/chain.ts";
import type { LogJson } from "../../chain/node/events.ts";
import { listedTokens } from "../../chain/listed.ts";
import { nodeBehind } from "../../chain/state.ts";
import { permissionRows } from "../permissions/permission_logs.ts";
import { signedOperations } from "../../store/rows/operation_data.ts";
import type { PermissionRows } from "../../store/rows/permissions.ts";
import type { Store } from "../../store/store.ts";
import type { TransferTable } from "../../store/transfer_tables.ts";
import {
  countTransfers,
  type DayCount,
  knownAccounts,
  ownCollections,
} from "../../store/rows/transfers.ts";
import { executedBy, type Move, readMoves, readOrigin } from "../reading/decode.ts";
import { type FullReceipt, type ReadBlock, readReceipts, UPGRADED } from "../reading/read_block.ts";

/** Transfers of an account that are kept per day (UTC). */
export const MAX_ROWS_PER_DAY = {
  /**
   * Maximum rows of one token that the operator lists, or of the native currency, by the size of
   * their amounts.
   */
  listed: 500,
  /** Items of one collection, by operations of the account itself. */
  own: 1_000,
  /** Maximum rows of one other token. */
  token: 20,
  /** Maximum rows of all other tokens. */
  others: 100,
} as const;
/** Event of the permission contract for the amount spent by a use. */
export const SPENT = toEventSelector(
  permissionsAbi.find((item) => item.type === "event" && item.name === "Spent")!,
);
const DAY_S = 86_400;
/** Receipts that are requested one by one, and together. */
const MAX_RECEIPTS = 20;

/** Rows of a block, and the accounts that it changes. */
export interface Recorded {
  readonly rows: readonly TransferTable[];
  /**
   * Accounts to be notified of changes. The accounts of own operations are notified when these
   * land.
   */
  readonly touched: ReadonlySet<Address>;
  /** Events of permissions. */
  readonly permissions: PermissionRows;
  /** Logs that no operation of this service emitted. */
  readonly others: readonly LogJson[];
}

/** Selects the data of a block to store. Transfers of `listeners` are notified too. */
export async function recordBlock(
  store: Store,
  chain: Chain,
  block: ReadBlock,
  listeners: ReadonlySet<string>,
): Promise<Recorded> {
  const hashes = block.logs.flatMap((log) => readOrigin(log)?.hash ?? []);
  const ours = await signedOperations(store, hashes);
  // Without the logs of tokens, the payments of operations alone would be half of the truth.
  const paid = block.whole ? readPaid(block.logs, ours) : [];
  const moved = block.whole ? readMoves(block.logs) : [];
  const sides = new Set([...paid, ...moved].flatMap(({ from, to }) => [from, to]));
  for (const { to } of block.payments) sides.add(to);
  const known = await knownAccounts(store, [...sides]);
  const wanted = (address: Address) => known.has(address) || listeners.has(address);
  const moves = [
    ...moved,
    ...await byKnownCode(chain, block, paid.filter(({ from, to }) => wanted(from) || wanted(to))),
    ...await readPayments(chain, block, wanted),
  ];
  const touched = new Set<Address>();
  for (const { from, to, origin } of moves) {
    for (const account of [from, to]) {
      // Inclusion of an operation of this service notifies its sender and addresses without rows.
      const told = origin !== null && ours.has(origin.hash) &&
        (origin.sender === account || !known.has(account));
      if (wanted(account) && !told) touched.add(account);
    }
  }
  const origins = executedBy(block.logs);
  return {
    rows: await select(store, chain, block, moves.filter((move) => isOf(move, known)), known),
    touched,
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

/**
 * Reads payments in the native currency by operations of this service, because these emit no log. A
 * successful operation has made all of its calls if the account runs known code.
 */
function readPaid(
  logs: readonly LogJson[],
  operations: ReadonlyMap<string, string>,
): Move[] {
  const spent = spentBy(logs);
  return logs.flatMap((log): Move[] => {
    const origin = readOrigin(log);
    const json = origin === null ? undefined : operations.get(origin.hash);
    if (origin === null || json === undefined || !hasSucceeded(log)) return [];
    const { callData }: OperationJson = JSON.parse(json);
    return readActs(callData).flatMap((act) => {
      if (act.kind === "call") return [{ call: act.call, from: origin.sender }];
      if (act.kind !== "use") return [];
      const from = act.permission.account.toLowerCase() as Address;
      // A spender with its own code need not use the permission.
      if (!spent.has(`${origin.hash} ${from}`)) return [];
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

/** Lists the operations that spent by a permission, each with the account that paid. */
function spentBy(logs: readonly LogJson[]): ReadonlySet<string> {
  const origins = executedBy(logs);
  return new Set(logs.flatMap(({ address, topics }, index) => {
    const hash = origins[index]?.hash;
    const isSpent = topics[0] === SPENT && isAddressEqual(address, contracts.permissions);
    return isSpent && hash !== undefined ? [`${hash} ${wordAddress(topics[2])}`] : [];
  }));
}

/**
 * Filters payments of accounts that ran known code in the block. An account with its own code can
 * succeed without making its calls, so it could fake payments.
 */
async function byKnownCode(
  chain: Chain,
  { logs }: ReadBlock,
  paid: readonly Move[],
): Promise<Move[]> {
  const known = new Set(implementations.map(({ address }) => address.toLowerCase()));
  const changed = new Set(
    logs.filter(({ topics }) => topics[0] === UPGRADED && !known.has(wordAddress(topics[1])))
      .map(({ address }) => address.toLowerCase()),
  );
  const isKnown = new Map<Address, boolean>();
  await Promise.all([...new Set(paid.map(({ from }) => from))].map(async (from) => {
    const slot = await chain.reads.request<Hex>("eth_getStorageAt", [
      from,
      IMPLEMENTATION_SLOT,
      // Nodes without old states serve no other block.
      "latest",
    ]);
    // Before its first operation there is none.
    const code = readImplementation(slot)?.toLowerCase();
    isKnown.set(from, !changed.has(from) && (code === undefined || known.has(code)));
  }));
  return paid.filter(({ from }) => isKnown.get(from));
}

function wordAddress(word: Hex = "0x"): Address {
  return `0x${word.slice(-40).toLowerCase()}`;
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

/** Returns transactions of a block that have not failed. Many are read with one request. */
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
  // A missing transaction, or one of another block, has not failed: the node lags.
  if (hashes.some((hash) => found.get(hash)?.blockHash !== block.hash)) throw nodeBehind(1);
  return new Set(hashes.filter((hash) => found.get(hash)?.status === "0x1"));
}

/** Creates the rows and drops the excess. */
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
    // The account's history has its own operations. Skipping an unknown token's claims about it
    // loses nothing.
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

/** Columns for counting rows. */
type Counted = Pick<DayCount, "account" | "chain_id" | "token" | "own" | "listed" | "digits">;

/** Counts rows of a day; `take` returns false above the limit. */
export function createCounter(
  counts: readonly (Counted & { readonly rows: number })[],
): { take(row: Counted): boolean } {
  const used = new Map<string, number>();
  const keysOf = (row: Counted): readonly (readonly [key: string, most: number])[] => {
    const { account, chain_id, token, own, listed, digits } = row;
    const one = `${account} ${chain_id} ${token} ${own} ${listed}`;
    if (own === 1) return [[one, MAX_ROWS_PER_DAY.own]];
    // Large amounts of dust leave capacity for payments.
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
