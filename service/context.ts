/** What the parts of a running service share. @module */
import type { Assets } from "./assets/assets.ts";
import type { Chain } from "./chain/chain.ts";
import type { Hub } from "./events/hub.ts";
import type { RateLimiter } from "./http/rate_limit.ts";
import type { Key } from "./keys/keys.ts";
import type { Carrier } from "./owners/carrier.ts";
import type { Names } from "./names/names.ts";
import type { Watcher } from "./operations/watch.ts";
import type { ExternalFees } from "./fees/external.ts";
import type { ExternalSponsor } from "./sponsor/external.ts";
import type { Store } from "./store/store.ts";
import type { Log } from "./telemetry/log.ts";
import type { Metrics } from "./telemetry/metrics.ts";

/** A running service's parts. */
export interface Context {
  /** The database. */
  readonly store: Store;
  /** The configured chains, by id. */
  readonly chains: ReadonlyMap<number, Chain>;
  /** What accounts hold. */
  readonly assets: Assets;
  /** Changes, for those who listen. */
  readonly hub: Hub;
  /** Follows operations on the chains. */
  readonly watcher: Watcher;
  /** Brings owner changes to the chains. */
  readonly carrier: Carrier;
  /** Calls the sponsors that pages name. */
  readonly external: ExternalSponsor;
  /** Calls the services of others' token paymasters. */
  readonly externalFees: ExternalFees;
  /** Names below apps' ENS domains, or null where the operator gives out none. */
  readonly names: Names | null;
  /** Bounds how often one client looks up and claims names. */
  readonly nameRates: { readonly looks: RateLimiter; readonly claims: RateLimiter };
  /** Where lines of the log go. */
  readonly log: Log;
  /** What is measured. */
  readonly metrics: Metrics;
  /** Origins under which this service is reached. */
  readonly origins: readonly string[];
}

/** Who asks. */
export interface Caller {
  /** The key that was used. */
  readonly key: Key;
  /** The page's origin, or null. */
  readonly origin: string | null;
  /** The address that the request came from. */
  readonly client: string;
}
