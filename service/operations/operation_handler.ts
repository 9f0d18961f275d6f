/** Finds included operations in the blocks, and rolls them back with the blocks. @module */
import { type Hex, isAddressEqual, numberToHex, zeroAddress } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import {
  type Landed,
  type LogJson,
  readLanded,
  type ReceiptJson,
  USER_OPERATION_EVENT,
} from "../chain/node/events.ts";
import { isChainFailure } from "../chain/node/failure.ts";
import { requireHash } from "../indexer/reading/evidence.ts";
import type { BlockHandler } from "../indexer/reading/handler.ts";
import type { ReadBlock } from "../indexer/reading/read_block.ts";
import type { OperationsContext } from "./context.ts";
import { includedIn, operationsAmong, setLost } from "../store/rows/included_operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { includeIn, publishInclusion, publishLost } from "./inclusion.ts";

/** Creates the handler. */
export function operationHandler(context: OperationsContext): BlockHandler {
  return {
    topics: [USER_OPERATION_EVENT],
    async read(chain, block) {
      const { store } = context;
      const hashes = hashesIn(block.logs);
      const rows = (await operationsAmong(store, chain.id, [...hashes.keys()]))
        .filter((row) => !(row.state === "included" && row.block_hash === block.hash));
      const landed = await readAllLanded(block, rows, hashes);
      const lost = await findReplaced(context, chain, block, hashes);
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
          for (const row of gone) publishLost(context, row);
          for (const { row, landed } of news) await publishInclusion(context, row, landed);
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
      const lost: OperationTable[] = [];
      for (const row of await includedIn(tx, chain.id, { from: after + 1 })) {
        const isReplaced = hashes.includes(row.block_hash ?? "");
        if (isReplaced && await setLost(tx, row.id)) lost.push(row);
      }
      return () => {
        for (const row of lost) publishLost(context, row);
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

/** Reads the receipts of operations in a block. */
async function readAllLanded(
  block: ReadBlock,
  rows: readonly OperationTable[],
  hashes: ReadonlyMap<string, Hex>,
): Promise<LandedRow[]> {
  const found = await Promise.all(rows.map(async (row) => {
    const hash = hashes.get(row.id)!;
    const receipt = await block.receiptOf(hash).catch(() => block.receiptOf(hash)).catch(
      (error) => {
        if (!isChainFailure(error)) throw error;
        return partialReceipt(block, hash);
      },
    );
    const landed = receipt === null ? null : readLanded(receipt, row.id as Hex);
    return landed === null ? [] : [{ row, landed }];
  }));
  return found.flat();
}

/**
 * Builds a receipt from the logs read from the block. Other operations of the same transaction can
 * make the complete receipt too large for any node or for the service.
 */
function partialReceipt({ hash, number, logs }: ReadBlock, transaction: Hex): ReceiptJson {
  return {
    transactionHash: transaction,
    blockHash: hash,
    blockNumber: numberToHex(number),
    from: zeroAddress,
    gasUsed: "0x0",
    logs: logs.filter((log) => log.transactionHash === transaction),
  };
}

/** Finds operations that the watcher recorded in another block at the height of this one. */
async function findReplaced(
  { store }: OperationsContext,
  chain: Chain,
  block: ReadBlock,
  hashes: ReadonlyMap<string, Hex>,
): Promise<OperationTable[]> {
  const others = (await includedIn(store, chain.id, { from: block.number, to: block.number }))
    .filter((row) => row.block_hash !== block.hash && !hashes.has(row.id));
  if (others.length === 0) return [];
  return await requireHash(chain, block.number) === block.hash ? others : [];
}
