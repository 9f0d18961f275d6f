/** Compares the ledger with the paymasters' deposits, to the wei. @module */
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  pad,
  slice,
  toEventSelector,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { Chain } from "../../chain/chain.ts";
import { readable } from "../../chain/node/failure.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { NodeError } from "../../chain/node/node.ts";
import type { PaymentContext } from "./context.ts";
import { blockHash } from "../../indexer/reading/evidence.ts";
import { fetchAll } from "../../indexer/reading/backfill.ts";
import { lastBlocks } from "../../store/rows/transfers.ts";
import { progressOf, readPaid, rowOfPaid } from "./paid_operations.ts";
import type { Watched } from "../../chain/paymasters.ts";

/** Movements of a deposit between two blocks, in wei. */
export interface Reconciliation {
  readonly from: number;
  readonly to: number;
  /** Deposit before and after. */
  readonly before: bigint;
  readonly after: bigint;
  /** Amount paid for operations in the ledger. */
  readonly known: bigint;
  /** Paid for operations that the ledger does not know. */
  readonly unknown: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  /** Left after all of these: 0 where each wei is named. */
  readonly difference: bigint;
}

const depositedTopic = toEventSelector("Deposited(address,uint256)");
const withdrawnTopic = toEventSelector("Withdrawn(address,address,uint256)");
/**
 * Compares the decrease of the deposit since the last run with the ledger, and reports every
 * difference. The first run only records the deposit, and so does a run after a reorganization has
 * replaced the block of the last one.
 */
export async function reconcile(
  context: PaymentContext,
  chain: Chain,
  { kind, paymaster }: Pick<Watched, "kind" | "paymaster">,
): Promise<Reconciliation | null> {
  const { store, metrics, log } = context;
  const [last] = await lastBlocks(store, chain.id, 1);
  if (last === undefined) return null;
  const to = last.number;
  const progress = await progressOf(store, chain.id, paymaster);
  const after = await depositAt(chain, paymaster, to);
  let result: Reconciliation | null = null;
  const replaced = progress !== undefined &&
    await blockHash(chain, progress.reconciled_block) !== progress.reconciled_hash;
  if (replaced) {
    log("warn", `${kind}_reconciliation_restarted`, {
      chain: chain.id,
      block: progress.reconciled_block,
    });
  } else if (progress !== undefined && progress.reconciled_block < to) {
    result = await compare(context, chain, paymaster, {
      from: progress.reconciled_block + 1,
      to,
      before: BigInt(progress.reconciled_wei),
      after,
    });
    metrics.set(`acct_${kind}_difference_wei`, { chain: chain.id }, Number(result.difference));
    metrics.set(`acct_${kind}_unknown_wei`, { chain: chain.id }, Number(result.unknown));
    const isClean = result.difference === 0n && result.unknown === 0n;
    log(isClean ? "info" : "error", `${kind}_reconciled`, {
      chain: chain.id,
      ...Object.fromEntries(Object.entries(result).map(([name, value]) => [name, `${value}`])),
    });
  }
  const noted = {
    reconciled_block: to,
    reconciled_hash: last.hash,
    reconciled_wei: after.toString(),
  };
  await store.insertInto("sponsor_progress")
    .values({ chain_id: chain.id, paymaster: paymaster.toLowerCase(), ...noted })
    .onConflict((on) => on.columns(["chain_id", "paymaster"]).doUpdateSet(noted)).execute();
  return result;
}

async function compare(
  { store }: PaymentContext,
  chain: Chain,
  paymaster: Hex,
  range: Pick<Reconciliation, "from" | "to" | "before" | "after">,
): Promise<Reconciliation> {
  let [known, unknown] = [0n, 0n];
  for (const paid of await readPaid(chain, [paymaster], range)) {
    if (await rowOfPaid(store, chain.id, paid) === undefined) unknown += paid.cost;
    else known += paid.cost;
  }
  const { deposited, withdrawn } = await readMoves(chain, paymaster, range).catch((error) => {
    // Nodes keep the state of a few minutes, unless they are archives.
    if (!(error instanceof NodeError)) throw error;
    return followMoves(chain, paymaster, range);
  });
  const expected = range.before - known - unknown + deposited - withdrawn;
  return { ...range, known, unknown, deposited, withdrawn, difference: range.after - expected };
}

type Moves = Pick<Reconciliation, "deposited" | "withdrawn">;

/** Reads the deposits and withdrawals of a paymaster. */
async function readMoves(
  chain: Chain,
  paymaster: Hex,
  range: { readonly from: number; readonly to: number },
): Promise<Moves> {
  const topics = [[depositedTopic, withdrawnTopic], [pad(paymaster)]];
  let [deposited, withdrawn] = [0n, 0n];
  for await (const logs of fetchAll(chain, range, { address: ENTRY_POINT, topics })) {
    for (const [block, moves] of Map.groupBy(logs, ({ blockNumber }) => hexToNumber(blockNumber))) {
      const taken = moves.filter(({ topics }) => topics[0] === withdrawnTopic)
        // `withdrawAddress` precedes the amount.
        .reduce((sum, { data }) => sum + hexToBigInt(slice(data, 32, 64)), 0n);
      withdrawn += taken;
      if (taken === 0n || moves.length > 1) {
        deposited += await putIn(chain, paymaster, block, taken);
      }
    }
  }
  return { deposited, withdrawn };
}

/**
 * Reads the same from the events alone, which contain the total after each deposit. A deposit
 * during an operation lacks the amount reserved for it, so a difference remains then.
 */
async function followMoves(
  chain: Chain,
  paymaster: Hex,
  range: Pick<Reconciliation, "from" | "to" | "before">,
): Promise<Moves> {
  const own = pad(paymaster);
  const all: LogJson[] = [];
  for (
    const topics of [
      [[depositedTopic, withdrawnTopic], [own]],
      [[USER_OPERATION_EVENT], null, null, [own]],
    ]
  ) {
    const filter = { address: ENTRY_POINT, topics };
    for await (const logs of fetchAll(chain, range, filter)) all.push(...logs);
  }
  let total = range.before;
  let [deposited, withdrawn] = [0n, 0n];
  const place = ({ blockNumber, logIndex }: LogJson) => [Number(blockNumber), Number(logIndex)];
  const ordered = all.map((log) => ({ log, at: place(log) }))
    .toSorted((a, b) => a.at[0]! - b.at[0]! || a.at[1]! - b.at[1]!);
  for (const { log: { topics: [event], data } } of ordered) {
    if (event === depositedTopic) {
      const now = hexToBigInt(data);
      deposited += now - total;
      total = now;
    } else if (event === withdrawnTopic) {
      const taken = hexToBigInt(slice(data, 32, 64));
      withdrawn += taken;
      total -= taken;
    } else total -= hexToBigInt(slice(data, 64, 96));
  }
  return { deposited, withdrawn };
}

/** Computes the amount deposited in a block: its event only contains the total. */
async function putIn(chain: Chain, paymaster: Hex, block: number, taken: bigint): Promise<bigint> {
  const [before, after, paid] = await Promise.all([
    depositAt(chain, paymaster, block - 1),
    depositAt(chain, paymaster, block),
    readPaid(chain, [paymaster], { from: block, to: block }),
  ]);
  return after - before + taken + paid.reduce((sum, { cost }) => sum + cost, 0n);
}

/** Reads a paymaster's deposit at a block, in wei. */
async function depositAt({ node }: Chain, paymaster: Hex, block: number): Promise<bigint> {
  const call = { abi: entryPoint08Abi, functionName: "balanceOf", args: [paymaster] } as const;
  const data = await node.request<Hex>("eth_call", [
    { to: ENTRY_POINT, data: encodeFunctionData(call) },
    numberToHex(block),
  ]);
  return readable(() => decodeFunctionResult({ ...call, data }));
}
