/** Declares the service's dependencies of notices. @module */
import type { Log } from "../lib/log.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Store } from "../store/store.ts";

/** Dependencies of notices. */
export interface NoticesContext {
  /** Database. */
  readonly store: Store;
  /** Rules for requests to URLs that clients name. */
  readonly outbound: Outbound;
  /** Writes log lines. */
  readonly log: Log;
}
