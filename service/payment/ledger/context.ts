/** Declares the parts of the service that payments use. @module */
import type { IndexerContext } from "../../indexer/reading/context.ts";

/** Parts that payments use. */
export type PaymentContext = Pick<IndexerContext, "store" | "chains" | "log" | "metrics">;
