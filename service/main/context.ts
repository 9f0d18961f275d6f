/** Defines what the parts of a running service share. @module */
import type { Assets } from "../assets/assets.ts";
import type { Chain } from "../chain/chain.ts";
import type { Descriptors } from "../lib/descriptors.ts";
import type { Hub } from "../notices/hub.ts";
import type { RateLimiter } from "../http/limits.ts";
import type { KeyCache } from "../keys/cache.ts";
import type { Key } from "../keys/keys.ts";
import type { Relayer } from "../accounts/relayer.ts";
import type { Names } from "../names/names.ts";
import type { Watcher } from "../operations/watch.ts";
import type { Fiat } from "../assets/fiat_prices.ts";
import type { ExternalSponsor } from "../payment/sponsor/external.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "../telemetry/log.ts";
import type { TransferFollower } from "../indexer/follow.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** Parts of a running service. */
export interface Context {
  /** Database. */
  readonly store: Store;
  /** API keys. */
  readonly keys: KeyCache;
  /** Configured chains, by id. */
  readonly chains: ReadonlyMap<number, Chain>;
  /** Reads account balances. */
  readonly assets: Assets;
  /** Publishes changes to subscribers. */
  readonly hub: Hub;
  /** Follows operations on the chains. */
  readonly watcher: Watcher;
  /** Follows transfers on the chains. */
  readonly transfers: TransferFollower;
  /** Submits owner changes to the chains. */
  readonly relayer: Relayer;
  /** Calls the sponsors that dApps name. */
  readonly external: ExternalSponsor;
  /** Names below the apps' ENS domains; null if the operator offers none. */
  readonly names: Names | null;
  /** Prices of tokens in the operator's currency, for display. */
  readonly fiat: Fiat;
  /** The operator's copy of the public registry of descriptors. */
  readonly descriptors?: Descriptors;
  /** Limits how often one client looks up and claims names. */
  readonly nameRates: { readonly looks: RateLimiter; readonly claims: RateLimiter };
  /** Rules for requests to URLs that clients name. */
  readonly outbound: Outbound;
  /** Public key with which browsers subscribe to notices; null if the service sends none. */
  readonly pushKey: string | null;
  /** Writes log lines. */
  readonly log: Log;
  /** Collects metrics. */
  readonly metrics: Metrics;
  /** Origins under which this service can be reached. */
  readonly origins: readonly string[];
}

/** Sender of a request. */
export interface Caller {
  /** Key of the request. */
  readonly key: Key;
  /** Origin of the requesting page, or null. */
  readonly origin: string | null;
  /** Client address. */
  readonly client: string;
}
