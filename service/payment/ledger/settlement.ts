/**
 * Settles the ledger from the chain: reads the EntryPoint's events of our paymasters, also of
 * operations that others carried, and gives a signature back only when its time is over and the events
 * were read past it.
 *
 * @module
 */
import {
  decodeEventLog,
  encodeFunctionData,
  type Hex,
  hexToNumber,
  numberToHex,
  pad,
  toEventSelector,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/events.ts";
import { readable } from "../../chain/failure.ts";
import { NodeError } from "../../chain/node.ts";
import type { Context } from "../../main/context.ts";
import { nodeBehind } from "../../chain/state.ts";
import { joinNonce, splitNonce } from "../../entry_point/codec.ts";
import { findNonceUser, isReverted, requireChain } from "../../indexer/evidence.ts";
import type { SponsorProgressTable, SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Store } from "../../store/store.ts";
import { transactAlone } from "../../store/alone.ts";
import { correct } from "../../store/counters.ts";
import { giveBack } from "./ledger.ts";
import { bookOf, isAsRead, isIn, signaturesOf, toGwei } from "./rows.ts";
import { changesBetween, usesOf } from "./uses.ts";
import { watchedOf } from "../../chain/paymasters.ts";
import { reconcile } from "./reconcile.ts";
import { monotonic } from "../../lib/monotonic.ts";

/** Settles the ledgers of all chains. */
export interface Settlement {
  /** Reads a chain's events soon. */
  wake(chainId: number): void;
  /** Reads a chain's events now. */
  settle(chainId: number): Promise<void>;
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** An operation that a paymaster paid for. */
export interface PaidOperation {
  /** In lower case. */
  readonly paymaster: Hex;
  readonly hash: Hex;
  readonly sender: Hex;
  readonly nonce: Hex;
  /** In wei. */
  readonly cost: bigint;
  readonly blockNumber: number;
  readonly blockHash: Hex;
}

/** Event of the token paymaster for each operation for which it took tokens. */
const CHARGED_EVENT = toEventSelector("UserOperationSponsored(bytes32,address,uint256,uint256)");

/** Blocks that are read again each time: a reorganisation may have changed them. */
const REORG_BLOCKS = 64;
/** Blocks per request: nodes refuse wider ranges. */
const MAX_BLOCKS = 2_000;
/** Rows given back at once. */
const MAX_ROWS = 500;
/** Seconds of the chain after which a row is looked at again of which the chain did not tell. */
const UNDECIDED_S = 300;
/** Interval of reading, in milliseconds. */
const INTERVAL_MS = 5_000;
/** Pause after a call of `wake`, which may be one of many. */
const WAKE_MS = 50;
/** Interval of comparing ledger and deposit. */
const RECONCILE_MS = 3_600_000;

/** Of a process that reads no events: the indexer does, without being asked. */
export const noSettlement: Settlement = {
  wake() {},
  settle: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Creates the settlement. The context is read lazily, because it holds the settlement. */
export function createSettlement(context: () => Context): Settlement {
  const running = new Map<number, Promise<void>>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  const reconciled = new Map<number, number>();
  let stopped = false;

  const settle = (chainId: number): Promise<void> => {
    const chain = context().chains.get(chainId);
    if (chain === undefined || watchedOf(chain).length === 0 || stopped) return Promise.resolve();
    const next = (running.get(chainId) ?? Promise.resolve()).then(async () => {
      await readChain(context(), chain);
      if (monotonic() - (reconciled.get(chainId) ?? -Infinity) < RECONCILE_MS) return;
      for (const watched of watchedOf(chain)) {
        await reconcile(context(), chain, watched).catch((error) => {
          if (!(error instanceof NodeError)) throw error;
          // A node that refuses the range will not take it in a few seconds either.
          const event = `${watched.kind}_not_reconciled` as const;
          context().log("warn", event, { chain: chainId }, error);
        });
      }
      reconciled.set(chainId, monotonic());
    }).catch((error) => {
      // The node or the database is down: both recover, and the next time reads the same blocks.
      if (!(error instanceof AcctError || error instanceof NodeError)) {
        context().log("error", "settlement", { chain: chainId }, error);
      }
    });
    running.set(chainId, next);
    return next;
  };
  const later = (chainId: number, ms: number): void => {
    clearTimeout(timers.get(chainId));
    if (stopped) return;
    timers.set(
      chainId,
      setTimeout(() => void settle(chainId).then(() => later(chainId, INTERVAL_MS)), ms),
    );
  };
  queueMicrotask(() => {
    for (const chain of context().chains.values()) {
      if (watchedOf(chain).length > 0) later(chain.id, WAKE_MS);
    }
  });
  return {
    wake: (chainId) => later(chainId, WAKE_MS),
    settle,
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** Brings the ledger to the latest block. */
async function readChain(context: Context, chain: Chain): Promise<void> {
  const { store } = context;
  const head = await chain.node.request<{ number: Hex; hash: Hex; timestamp: Hex }>(
    "eth_getBlockByNumber",
    ["latest", false],
  );
  const [number, time] = [Number(head.number), Number(head.timestamp)];
  const behind = chain.heads.see({ number, hash: head.hash, timestamp: time });
  if (behind > 0) throw nodeBehind(behind);
  const paymasters = watchedOf(chain).map(({ paymaster }) => paymaster);
  const before = await Promise.all(
    paymasters.map(async (each) => (await progressOf(store, chain.id, each))?.block_number),
  );
  const known = before.filter((each) => each !== undefined);
  const gap = Math.max(...before.map((each) => Math.abs(number - (each ?? Infinity))));
  if (gap > MAX_BLOCKS) await requireChain(chain);
  const from = Math.max(0, Math.min(number, ...known) - REORG_BLOCKS);
  const events = await readPaid(chain, paymasters, { from, to: number });
  for (const event of events) await settleOne(context, chain, event);
  await undoMissing(store, chain, from, events);
  await store.insertInto("sponsor_progress").values(paymasters.map((paymaster) => ({
    chain_id: chain.id,
    paymaster: paymaster.toLowerCase(),
    block_number: number,
    reconciled_block: -1,
    reconciled_wei: "0",
  }))).onConflict((conflict) =>
    conflict.columns(["chain_id", "paymaster"]).doUpdateSet({ block_number: number })
  ).execute();
  await returnExpired(store, chain, { number, time });
}

/** Returns which blocks of a chain were read for a paymaster. */
export async function progressOf(
  store: Store,
  chainId: number,
  paymaster: Hex,
): Promise<SponsorProgressTable | undefined> {
  return await store.selectFrom("sponsor_progress").selectAll()
    .where("chain_id", "=", chainId).where("paymaster", "=", paymaster.toLowerCase())
    .executeTakeFirst();
}

/** Reads the operations that paymasters paid for in a range of blocks. */
export async function readPaid(
  { node }: Chain,
  paymasters: readonly Hex[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PaidOperation[]> {
  const found: PaidOperation[] = [];
  for (let first = from; first <= to; first += MAX_BLOCKS) {
    const logs = await node.request<LogJson[]>("eth_getLogs", [{
      address: ENTRY_POINT,
      topics: [USER_OPERATION_EVENT, null, null, paymasters.map((each) => pad(each))],
      fromBlock: numberToHex(first),
      toBlock: numberToHex(Math.min(first + MAX_BLOCKS - 1, to)),
    }]);
    found.push(...readable(() => logs.map(readEvent)));
  }
  return found;
}

function readEvent({ data, topics, blockHash, blockNumber }: LogJson): PaidOperation {
  const { args } = decodeEventLog({
    abi: entryPoint08Abi,
    eventName: "UserOperationEvent",
    data,
    topics: topics as [Hex, ...Hex[]],
  });
  return {
    hash: args.userOpHash,
    paymaster: args.paymaster.toLowerCase() as Hex,
    sender: args.sender.toLowerCase() as Hex,
    // Spelled as in operations.
    nonce: joinNonce(splitNonce(numberToHex(args.nonce))),
    cost: args.actualGasCost,
    blockNumber: hexToNumber(blockNumber),
    blockHash,
  };
}

/** Finds the reservation of an operation. */
export async function rowOfPaid(
  store: Store,
  chainId: number,
  { sender, nonce, hash, paymaster }: Pick<
    PaidOperation,
    "sender" | "nonce" | "hash" | "paymaster"
  >,
): Promise<SponsorshipTable | undefined> {
  const rows = await store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chainId).where("sender", "=", sender).where("nonce", "=", nonce)
    .where("paymaster", "=", paymaster).execute();
  return rows.find((row) => signaturesOf(row).some((each) => each.hash === hash));
}

/** Replaces a reservation by what the chain charged. */
async function settleOne(context: Context, chain: Chain, event: PaidOperation): Promise<void> {
  const { store, metrics, log } = context;
  const seen = await rowOfPaid(store, chain.id, event);
  const { kind } = watchedOf(chain).find(({ paymaster }) =>
    paymaster.toLowerCase() === event.paymaster
  )!;
  if (seen === undefined) {
    // Blocks are read more than once, and those before the first time are not ours.
    const progress = await progressOf(store, chain.id, event.paymaster);
    if (event.blockNumber <= (progress?.block_number ?? Infinity)) return;
    metrics.count(`acct_${kind}_unknown_total`, { chain: chain.id });
    log("error", `${kind}_unknown_operation`, {
      chain: chain.id,
      operation: event.hash,
      wei: event.cost.toString(),
    });
    return;
  }
  // An operation that looked unpaid is looked at again: a node may not have had its logs yet.
  const isDone = (row: SponsorshipTable) =>
    row.state === "settled" && row.block_hash === event.blockHash &&
    (row.mode !== "postpaid" || row.paid === 1);
  if (isDone(seen)) return;
  const isPaid = seen.mode === "postpaid" && await wasCharged(chain, event);
  if (seen.mode === "postpaid" && !isPaid) {
    if (seen.state === "settled" && seen.block_hash === event.blockHash) return;
    metrics.count("acct_token_fee_unpaid_total", { chain: chain.id });
    log("warn", "token_fee_unpaid", {
      chain: chain.id,
      key: seen.key_id,
      operation: event.hash,
      wei: event.cost.toString(),
    });
  }
  await transactAlone(store, seen.key_id, async (tx) => {
    const row = await rowOfPaid(tx, chain.id, event);
    if (row === undefined || isDone(row)) return;
    const cost = toGwei(event.cost);
    const settled = { state: "settled", cost_gwei: cost, paid: isPaid ? 1 : 0 } as const;
    const place = { block_number: event.blockNumber, block_hash: event.blockHash };
    if (!await replace(tx, row, { ...settled, ...place })) return;
    // One that was asked for once more after it was counted cannot land twice.
    const isAgain = row.state !== "settled" && row.block_hash === event.blockHash;
    const after = isAgain ? [] : usesOf({ ...row, ...settled });
    await correct(tx, bookOf(row), changesBetween(usesOf(row), after));
  });
}

/** Returns whether the token paymaster took tokens for an operation. */
async function wasCharged({ node }: Chain, event: PaidOperation): Promise<boolean> {
  const logs = await node.request<readonly LogJson[]>("eth_getLogs", [{
    address: event.paymaster,
    topics: [CHARGED_EVENT, event.hash],
    blockHash: event.blockHash,
  }]);
  return logs.length > 0;
}

/** Restores reservations whose operations a reorganisation removed. */
async function undoMissing(
  store: Store,
  chain: Chain,
  from: number,
  events: readonly PaidOperation[],
): Promise<void> {
  const there = new Set(events.map(({ hash }) => hash));
  const rows = await store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chain.id).where(isIn("settled"))
    .where("block_number", ">=", from).execute();
  for (const row of rows) {
    if (signaturesOf(row).some(({ hash }) => there.has(hash))) continue;
    // A node that lost its logs reverts nothing.
    if (!await isReverted(chain, row)) continue;
    await transactAlone(store, row.key_id, async (tx) => {
      const most = Math.max(...signaturesOf(row).map(({ gwei }) => gwei));
      const signed = { state: "signed", cost_gwei: most, paid: 0 } as const;
      if (!await replace(tx, row, { ...signed, block_number: null, block_hash: null })) return;
      await correct(tx, bookOf(row), changesBetween(usesOf(row), usesOf({ ...row, ...signed })));
    });
  }
}

/** Gives back what the chain's time has passed. */
async function returnExpired(
  store: Store,
  chain: Chain,
  { number, time }: { readonly number: number; readonly time: number },
): Promise<void> {
  const rows = await store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chain.id).where(isIn("signed")).where("expires_at", "<", time)
    .orderBy("expires_at").limit(MAX_ROWS).execute();
  const unused = await Promise.all(rows.map((row) => isUnused(chain, row, number)));
  for (const [index, row] of rows.entries()) {
    if (!unused[index]) {
      // Others come first: an account can make many of these.
      await replace(store, row, { expires_at: time + UNDECIDED_S });
      continue;
    }
    await transactAlone(store, row.key_id, async (tx) => {
      // Kept for two days: a reorganisation may let it land after all.
      if (await replace(tx, row, { state: "returned" })) await giveBack(tx, row);
    });
  }
}

/** Days after which a counter matters to no limit. */
const MAX_AGE_DAYS = 2;

/**
 * Returns whether a reservation's operation did not land: its nonce is free, or an event names what
 * used it. A node that lost its logs would have every signature given back.
 */
async function isUnused(chain: Chain, row: SponsorshipTable, head: number): Promise<boolean> {
  const { key, sequence } = splitNonce(row.nonce as Hex);
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "getNonce",
    args: [row.sender as Hex, key],
  });
  const answer = await chain.node.request<Hex>("eth_call", [{ to: ENTRY_POINT, data }, "latest"]);
  if (readable(() => splitNonce(answer)).sequence <= sequence) return true;
  const user = await findNonceUser(chain, {
    sender: row.sender,
    from_block: Math.max(0, head - MAX_BLOCKS),
    nonce_key: numberToHex(key),
    nonce_sequence: Number(sequence),
  });
  // The account may have skipped it without an event.
  if (user === null) return row.day < Math.floor(Date.now() / 86_400_000) - MAX_AGE_DAYS;
  return !signaturesOf(row).some(({ hash }) => hash === user);
}

/** Updates a row if it is as it was read; returns whether it was. */
async function replace(
  tx: Store,
  row: SponsorshipTable,
  change: Partial<SponsorshipTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("sponsorships").set(change)
    .where(isAsRead(row)).executeTakeFirst();
  return numUpdatedRows === 1n;
}
