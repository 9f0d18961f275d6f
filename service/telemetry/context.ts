/** Declares the parts of the service that telemetry reads. @module */
import type { IndexerContext } from "../indexer/reading/context.ts";

/** Parts that telemetry reads. */
export interface TelemetryContext extends Pick<IndexerContext, "store" | "chains" | "metrics"> {
  /** Open event streams. */
  readonly hub: { size(): number };
}
