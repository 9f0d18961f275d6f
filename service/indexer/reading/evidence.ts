/**
 * Distinguishes facts onchain from omissions of a node. Machines of a provider lag, lose logs and
 * answer empty: an operation is taken for lost or superseded only on positive evidence.
 *
 * @module
 */
import { type Hex, numberToHex, pad, slice } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { readable } from "../../chain/node/failure.ts";
import type { Head } from "../../chain/node/heads.ts";
import { nodeBehind } from "../../chain/state.ts";
import type { OperationTable } from "../../store/schema.ts";
import { splitNonce } from "../../entry_point/codec.ts";

/** Blocks that a reorganisation may revert; deeper blocks are final. */
export const REORG_BLOCKS = 64;

/** Returns the hash of the block at a height; null if the node has none there. */
export async function blockHash(chain: Chain, number: number): Promise<Hex | null> {
  const block = await chain.node.request<{ hash: Hex } | null>("eth_getBlockByNumber", [
    numberToHex(number),
    false,
  ]);
  return block?.hash ?? null;
}

/** Returns whether an included operation is too deep for a reorganisation, as far as is known. */
export function isFinal(
  chain: Chain,
  { block_number: number }: Pick<OperationTable, "block_number">,
): boolean {
  return number !== null && chain.heads.top() - number >= REORG_BLOCKS;
}

/**
 * Returns whether a reorganisation reverted the block of an included operation, so that a different
 * block is at its height. A node without a block at that height only lags.
 */
export async function isReverted(
  chain: Chain,
  row: Pick<OperationTable, "block_number" | "block_hash">,
): Promise<boolean> {
  if (row.block_number === null || isFinal(chain, row)) return false;
  const hash = await blockHash(chain, row.block_number);
  return hash !== null && hash !== row.block_hash;
}

/** Returns the hash of the operation that used a nonce, or null if no event names it. */
export async function findNonceUser(
  chain: Chain,
  { sender, from_block: fromBlock, nonce_key: key, nonce_sequence: sequence }: Pick<
    OperationTable,
    "sender" | "from_block" | "nonce_key" | "nonce_sequence"
  >,
): Promise<string | null> {
  const logs = await chain.node.request<LogJson[]>("eth_getLogs", [{
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, null, pad(sender as Hex)],
    fromBlock: numberToHex(fromBlock),
    toBlock: "latest",
  }]);
  const found = logs.find(({ data }) => {
    const nonce = splitNonce(readable(() => slice(data, 0, 32)));
    return nonce.key === BigInt(key) && nonce.sequence === BigInt(sequence);
  });
  return found?.topics[1] ?? null;
}

/** Reads the latest block. Rejects answers from before the highest observed block. */
export async function readHeadBlock(chain: Chain): Promise<Head> {
  const block = await chain.node.request<{ number: Hex; hash: Hex; timestamp: Hex }>(
    "eth_getBlockByNumber",
    ["latest", false],
  );
  const { number, hash, timestamp } = block;
  const head = { number: Number(number), hash, timestamp: Number(timestamp) };
  const behind = chain.heads.see(head);
  if (behind > 0) throw nodeBehind(behind);
  return head;
}

/**
 * Returns the hash of the block at a height, as evidence for a decision about stored rows. The same
 * batch requests the chain id: a load balancer may route requests to another chain's machines.
 *
 * @throws {AcctError} `chain_down` if the node lacks the block, or answers for another chain
 */
export async function requireHash(chain: Chain, number: number): Promise<Hex> {
  const [hash] = await Promise.all([blockHash(chain, number), requireChain(chain)]);
  if (hash === null) throw nodeBehind(1);
  return hash;
}

/** Checks that the node answers for its chain. */
async function requireChain({ id, node, config }: Chain): Promise<void> {
  const answered = Number(await node.request<Hex>("eth_chainId"));
  if (answered === id) return;
  const detail = `The node of ${config.name} answers for chain ${answered}.`;
  throw new AcctError("chain_down", { detail });
}
