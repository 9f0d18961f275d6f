/** Declares the parts of the service that the operator's port uses. @module */
import type { IndexerContext } from "../indexer/reading/context.ts";
import type { TelemetryContext } from "../telemetry/context.ts";

/** Parts that the operator's port uses. */
export type AdminContext = TelemetryContext & Pick<IndexerContext, "log">;
