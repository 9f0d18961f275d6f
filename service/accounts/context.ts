/** Declares the parts of the service that accounts use. @module */
import type { AccountJson } from "../../core/wire/values.ts";
import type { Chain } from "../chain/chain.ts";
import type { IndexerContext } from "../indexer/reading/context.ts";
import type { BlockFollower } from "../indexer/follow.ts";

/** Parts that owners use. */
export type OwnersContext = Pick<IndexerContext, "store" | "chains">;

/** Parts that accounts use. */
export interface AccountsContext extends Pick<IndexerContext, "store" | "chains" | "hub" | "log"> {
  /** Submits owner changes to all chains, or to one. */
  readonly relayer: { relay(account: AccountJson, only?: Chain): Promise<void> };
  /** Follows the blocks of the chains. */
  readonly follower: Pick<BlockFollower, "wake">;
}
