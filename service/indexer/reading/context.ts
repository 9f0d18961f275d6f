/** Declares the parts of the service that the indexer uses. @module */
import type { Address } from "viem";
import type { ChangeJson } from "../../../core/client/events/changes.ts";
import type { Chain } from "../../chain/chain.ts";
import type { Log } from "../../lib/log.ts";
import type { Metrics } from "../../lib/metrics.ts";
import type { Store } from "../../store/store.ts";

/** Parts that the indexer uses. */
export interface IndexerContext {
  /** Database. */
  readonly store: Store;
  /** Configured chains, by id. */
  readonly chains: ReadonlyMap<number, Chain>;
  /** Publishes changes to the subscribers of accounts. */
  readonly hub: {
    publish(change: ChangeJson): void;
    /** Returns the accounts with subscribers, in lower case. */
    addresses(): readonly Address[];
  };
  /** Cached balances. */
  readonly assets: { drop(account: Address): void };
  /** Writes log lines. */
  readonly log: Log;
  /** Collects metrics. */
  readonly metrics: Metrics;
}
