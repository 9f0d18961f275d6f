/** What the parts of a running service share. @module */
import type { Hex } from "viem";
import type { Assets } from "./assets/assets.ts";
import type { Chain } from "./chain/chain.ts";
import type { Hub } from "./events/hub.ts";
import type { Key } from "./keys/keys.ts";
import type { Watcher } from "./operations/watch.ts";
import type { ExternalSponsor } from "./sponsor/external.ts";
import type { Store } from "./store/store.ts";

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
  /** Calls the sponsors that pages name. */
  readonly external: ExternalSponsor;
  /** Origins under which this service is reached. */
  readonly origins: readonly string[];
}

/** Who asks. */
export interface Caller {
  /** The key that was used. */
  readonly key: Key;
  /** The page's origin, or null. */
  readonly origin: string | null;
}

/** A chain's id on the wire. */
export type ChainId = Hex | number;
