/** Defines the interface of modules that follow a chain's blocks. @module */
import type { Hex } from "viem";
import type { Chain } from "../../chain/chain.ts";
import type { LogJson } from "../../chain/node/events.ts";
import type { Blocks } from "../../store/rows/permissions.ts";
import type { Store } from "../../store/store.ts";
import type { RequireBlock } from "./backfill.ts";
import type { ReadBlock } from "./read_block.ts";

/** Change that blocks cause. */
export interface BlockChange {
  /** Writes it, in the transaction that moves the cursor. */
  write(tx: Store): Promise<void>;
  /** Publishes it after the transaction. */
  publish?(): Promise<void> | void;
}

/** Blocks that a reorganisation replaced. */
export interface ReplacedBlocks {
  /** The last block that is still on the chain. */
  readonly after: number;
  /** Remembered hashes of the replaced blocks. */
  readonly hashes: readonly string[];
}

/**
 * Reads blocks for a module. Any contract can emit logs with its topics. A block is read again if
 * the process stops before its transaction commits.
 */
export interface BlockHandler {
  /** Topics of the logs that it reads. */
  readonly topics: readonly Hex[];
  /** Reads a block. Returns `null` if the block has no changes. */
  read(chain: Chain, block: ReadBlock): Promise<BlockChange | null>;
  /** Fetches its logs of a block for which no node lists all logs. */
  fetchLogs(chain: Chain, blockHash: Hex): Promise<readonly LogJson[]>;
  /** Reads a range of blocks before the followed ones; `requires` is called for its last block. */
  readEarlier?(chain: Chain, range: Blocks, requires: RequireBlock): Promise<BlockChange>;
  /** Rolls back replaced blocks, in the transaction that moves the cursor back. */
  takeBack?(tx: Store, chain: Chain, replaced: ReplacedBlocks): Promise<(() => void) | void>;
  /** Does the work due on the chain between blocks. */
  tick?(chain: Chain, signal: AbortSignal): Promise<void>;
}
