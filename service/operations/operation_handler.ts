/** Finds included operations in the blocks, and takes them back with the blocks. @module */
import { type Hex, isAddressEqual } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import {
  type Landed,
  type LogJson,
  readLanded,
  type ReceiptJson,
  USER_OPERATION_EVENT,
} from "../chain/events.ts";
import { isChainFailure } from "../chain/failure.ts";
import { isFinal, isReverted } from "../indexer/evidence.ts";
import type { BlockHandler } from "../indexer/handler.ts";
import type { ReadBlock } from "../indexer/read_block.ts";
import type { Context } from "../main/context.ts";
import { includedSince, operationsAmong, setLost } from "../store/included_operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { includeIn, publishInclusion, publishLost } from "./inclusion.ts";

/** Pauses before a receipt is asked for again, which a lagging node lacks, in milliseconds. */
const PAUSES_MS = [50, 150, 400] as const;
/** Time in which a request may record an operation before the follower reads its block. */
const AHEAD_MS = 60_000;
/** Time for which a reorganisation may revert an operation. */
const RECENT_MS = 2 * 3_600_000;

/** Creates the handler. */
export function operationHandler(context: () => Context): BlockHandler {
  return {
    topics: [USER_OPERATION_EVENT],
    async read(chain, block) {
      const { store } = context();
      const hashes = hashesIn(block.logs);
      const rows = (await operationsAmong(store, chain.id, [...hashes.keys()]))
        .filter((row) => !(row.state === "included" && row.block_hash === block.hash));
      const landed = await readAllLanded(chain, block, rows, hashes);
      const lost = await findReplaced(context(), chain, block, hashes);
      if (landed.length + lost.length === 0) return null;
      let news: typeof landed = [];
      let gone: OperationTable[] = [];
      return {
        async write(tx) {
          [news, gone] = [[], []];
          for (const each of landed) {
            if (await includeIn(tx, each.row, each.landed)) news.push(each);
          }
          for (const row of lost) if (await setLost(tx, row.id)) gone.push(row);
        },
        async publish() {
          for (const row of gone) publishLost(context(), row);
          for (const { row, landed } of news) await publishInclusion(context(), row, landed);
        },
      };
    },
    fetchLogs: (chain, blockHash) =>
      chain.node.request<LogJson[]>("eth_getLogs", [{
        address: ENTRY_POINT,
        topics: [USER_OPERATION_EVENT],
        blockHash,
      }]),
    async takeBack(tx, chain, { after, hashes }) {
      const since = { block: after + 1, time: Date.now() - RECENT_MS };
      const lost: OperationTable[] = [];
      for (const row of await includedSince(tx, chain.id, since)) {
        // Nothing final is reverted.
        if (!hashes.includes(row.block_hash ?? "") || isFinal(chain, row)) continue;
        if (await setLost(tx, row.id)) lost.push(row);
      }
      return () => {
        for (const row of lost) publishLost(context(), row);
      };
    },
  };
}

/** Reads the hashes of a block's operations, with their transactions. */
function hashesIn(logs: readonly LogJson[]): ReadonlyMap<string, Hex> {
  return new Map(
    logs.filter(({ address, topics }) =>
      isAddressEqual(address, ENTRY_POINT) && topics[0] === USER_OPERATION_EVENT
    ).map(({ topics, transactionHash }) => [topics[1]!.toLowerCase(), transactionHash]),
  );
}

/** An operation of this service that landed. */
interface LandedRow {
  readonly row: OperationTable;
  readonly landed: Landed;
}

/** Reads the receipts of operations in a block; each transaction is asked for once. */
async function readAllLanded(
  chain: Chain,
  block: ReadBlock,
  rows: readonly OperationTable[],
  hashes: ReadonlyMap<string, Hex>,
): Promise<LandedRow[]> {
  const receipts = new Map<Hex, Promise<ReceiptJson | null>>();
  const found = await Promise.all(rows.map(async (row) => {
    const transaction = hashes.get(row.id)!;
    const receipt = receipts.get(transaction) ?? readReceipt(chain, block, transaction);
    receipts.set(transaction, receipt);
    try {
      const known = await receipt;
      const landed = known === null ? null : readLanded(known, row.id as Hex);
      return landed === null ? [] : [{ row, landed }];
    } catch (error) {
      // A receipt that cannot be read stops no other: the operation is searched for later.
      if (!isChainFailure(error)) throw error;
      return [];
    }
  }));
  return found.flat();
}

/** Reads a receipt of a block; `null` if no node has it. */
async function readReceipt(
  { node }: Chain,
  block: ReadBlock,
  hash: Hex,
): Promise<ReceiptJson | null> {
  for (const wait of [0, ...PAUSES_MS]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const receipt = await node.request<ReceiptJson | null>("eth_getTransactionReceipt", [hash]);
    if (receipt?.blockHash === block.hash) return receipt;
  }
  return null;
}

/** Finds operations that a request recorded in another block at the height of this one. */
async function findReplaced(
  { store }: Context,
  chain: Chain,
  block: ReadBlock,
  hashes: ReadonlyMap<string, Hex>,
): Promise<OperationTable[]> {
  const since = { block: block.number, time: Date.now() - AHEAD_MS };
  const others = (await includedSince(store, chain.id, since)).filter((row) =>
    row.block_number === block.number && row.block_hash !== block.hash && !hashes.has(row.id)
  );
  const lost = await Promise.all(others.map((row) => isReverted(chain, row)));
  return others.filter((_, index) => lost[index]);
}
