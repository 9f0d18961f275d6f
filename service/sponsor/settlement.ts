/**
 * Settles the ledger from the chain: reads the EntryPoint's events of the sponsor, also of operations
 * that others carried, and gives a signature back only when its time is over and the events were read
 * past it.
 *
 * @module
 */
import { decodeEventLog, encodeFunctionData, type Hex, hexToNumber, numberToHex, pad } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../chain/events.ts";
import { readable } from "../chain/failure.ts";
import { NodeError } from "../chain/node.ts";
import type { Context } from "../context.ts";
import { nodeBehind } from "../chain/state.ts";
import { joinNonce, splitNonce } from "../operations/codec.ts";
import { findNonceUser, isReverted, requireChain } from "../operations/evidence.ts";
import type { SponsorProgressTable, SponsorshipTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { transactAlone } from "../store/alone.ts";
import { correct } from "../store/counters.ts";
import { giveBack } from "./ledger.ts";
import { bookOf, isAsRead, isIn, signaturesOf, toGwei } from "./rows.ts";
import { costsOf, kindsOf } from "./uses.ts";
import { reconcile } from "./reconcile.ts";
import { monotonic } from "../monotonic.ts";

/** Settles the sponsors' ledgers of all chains. */
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
  readonly hash: Hex;
  readonly sender: Hex;
  readonly nonce: Hex;
  /** In wei. */
  readonly cost: bigint;
  readonly blockNumber: number;
  readonly blockHash: Hex;
}

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
    if (chain === undefined || chain.sponsor === null || stopped) return Promise.resolve();
    const next = (running.get(chainId) ?? Promise.resolve()).then(async () => {
      await readChain(context(), chain);
      if (monotonic() - (reconciled.get(chainId) ?? -Infinity) < RECONCILE_MS) return;
      await reconcile(context(), chain).catch((error) => {
        if (!(error instanceof NodeError)) throw error;
        // A node that refuses the range will not take it in a few seconds either.
        context().log("warn", "sponsor_not_reconciled", { chain: chainId }, error);
      });
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
      if (chain.sponsor !== null) later(chain.id, WAKE_MS);
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
  const { paymaster } = chain.sponsor!;
  const head = await chain.node.request<{ number: Hex; hash: Hex; timestamp: Hex }>(
    "eth_getBlockByNumber",
    ["latest", false],
  );
  const [number, time] = [Number(head.number), Number(head.timestamp)];
  const behind = chain.heads.see({ number, hash: head.hash });
  if (behind > 0) throw nodeBehind(behind);
  const before = await progressOf(store, chain.id);
  const gap = before === undefined ? Infinity : Math.abs(number - before.block_number);
  if (gap > MAX_BLOCKS) await requireChain(chain);
  const isKnown = before !== undefined && before.paymaster === paymaster.toLowerCase();
  const from = Math.max(0, Math.min(isKnown ? before.block_number : number, number) - REORG_BLOCKS);
  const events = await readPaid(chain, paymaster, { from, to: number });
  for (const event of events) await settleOne(context, chain, event, isKnown);
  await undoMissing(store, chain, from, events);
  await store.insertInto("sponsor_progress").values({
    chain_id: chain.id,
    block_number: number,
    block_time: time,
    paymaster: paymaster.toLowerCase(),
    reconciled_block: -1,
    reconciled_wei: "0",
  }).onConflict((conflict) =>
    conflict.column("chain_id").doUpdateSet({
      block_number: number,
      block_time: time,
      ...(!isKnown && {
        paymaster: paymaster.toLowerCase(),
        reconciled_block: -1,
        reconciled_wei: "0",
      }),
    })
  ).execute();
  await returnExpired(store, chain, { number, time });
}

/** Returns which blocks of a chain were read. */
export async function progressOf(
  store: Store,
  chainId: number,
): Promise<SponsorProgressTable | undefined> {
  return await store.selectFrom("sponsor_progress").selectAll().where("chain_id", "=", chainId)
    .executeTakeFirst();
}

/** Reads the operations that a paymaster paid for in a range of blocks. */
export async function readPaid(
  { node }: Chain,
  paymaster: Hex,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PaidOperation[]> {
  const found: PaidOperation[] = [];
  for (let first = from; first <= to; first += MAX_BLOCKS) {
    const logs = await node.request<LogJson[]>("eth_getLogs", [{
      address: ENTRY_POINT,
      topics: [USER_OPERATION_EVENT, null, null, pad(paymaster)],
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
  { sender, nonce, hash }: Pick<PaidOperation, "sender" | "nonce" | "hash">,
): Promise<SponsorshipTable | undefined> {
  const rows = await store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chainId).where("sender", "=", sender).where("nonce", "=", nonce)
    .execute();
  return rows.find((row) => signaturesOf(row).some((each) => each.hash === hash));
}

/** Replaces a reservation by what the chain charged. */
async function settleOne(
  { store, metrics, log }: Context,
  chain: Chain,
  event: PaidOperation,
  isKnown: boolean,
): Promise<void> {
  const seen = await rowOfPaid(store, chain.id, event);
  if (seen === undefined) {
    // Blocks are read more than once, and those before the first time are not ours.
    const progress = await progressOf(store, chain.id);
    if (!isKnown || event.blockNumber <= (progress?.block_number ?? 0)) return;
    metrics.count("acct_sponsor_unknown_total", { chain: chain.id });
    log("error", "sponsor_unknown_operation", {
      chain: chain.id,
      operation: event.hash,
      wei: event.cost.toString(),
    });
    return;
  }
  if (seen.state === "settled" && seen.block_hash === event.blockHash) return;
  await transactAlone(store, seen.key_id, async (tx) => {
    const row = await rowOfPaid(tx, chain.id, event);
    if (row === undefined || (row.state === "settled" && row.block_hash === event.blockHash)) {
      return;
    }
    const cost = toGwei(event.cost);
    const settled = { state: "settled", cost_gwei: cost } as const;
    const place = { block_number: event.blockNumber, block_hash: event.blockHash };
    if (!await replace(tx, row, { ...settled, ...place })) return;
    const wasReturned = row.state === "returned";
    if (row.block_hash === event.blockHash) {
      // It was asked for once more after it was counted, and cannot land twice.
      if (!wasReturned) {
        await correct(tx, bookOf(row), [
          ...kindsOf(row).map((use) => ({ ...use, by: -1 })),
          ...costsOf(row, -row.cost_gwei),
        ]);
      }
      return;
    }
    const wasSpent = row.state === "settled" ? row.cost_gwei : 0;
    await correct(tx, bookOf(row), [
      // It was given back, and a reorganisation let it land after all.
      ...(wasReturned ? kindsOf(row).map((use) => ({ ...use, by: 1 })) : []),
      ...costsOf(row, cost - (wasReturned ? 0 : row.cost_gwei)),
      { kind: "spent_gwei", subject: "", by: cost - wasSpent },
    ]);
  });
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
      const signed = { state: "signed", cost_gwei: most } as const;
      if (!await replace(tx, row, { ...signed, block_number: null, block_hash: null })) return;
      await correct(tx, bookOf(row), [
        ...costsOf(row, most - row.cost_gwei),
        { kind: "spent_gwei", subject: "", by: -row.cost_gwei },
      ]);
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
