/** Declares the parts of the service that accounts use. @module */
import type { AccountJson } from "../../core/wire/values.ts";
import type { IndexerContext } from "../indexer/reading/context.ts";
import type { BlockFollower } from "../indexer/follow.ts";

/** Parts that accounts use. */
export interface AccountsContext extends Pick<IndexerContext, "store" | "chains" | "hub" | "log"> {
  /** Submits owner changes to the chains. */
  readonly relayer: { relay(account: AccountJson): Promise<void> };
  /** Follows the blocks of the chains. */
  readonly follower: Pick<BlockFollower, "wake">;
}
