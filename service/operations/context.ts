/** Declares the parts of the service that operations use. @module */
import type { Relayer } from "../accounts/relayer.ts";
import type { IndexerContext } from "../indexer/reading/context.ts";
import type { BlockFollower } from "../indexer/follow.ts";

/** Parts that operations use. */
export interface OperationsContext extends IndexerContext {
  /** Follows the blocks of the chains. */
  readonly follower: Pick<BlockFollower, "wake">;
  /** Follows open operations on a chain. */
  readonly watcher: { follow(chainId: number): void };
  /** Submits owner changes after an account's first operation. */
  readonly relayer: Pick<Relayer, "relayAfter">;
}
