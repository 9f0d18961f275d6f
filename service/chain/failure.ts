/** Tells failures of a chain's node or bundler from faults of the service. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { BundlerError } from "./bundler.ts";
import { NodeError } from "./node.ts";

/**
 * Returns the error for clients where a node or bundler refused what no contract can refuse; any
 * other error unchanged.
 */
export function chainFailure(error: unknown): unknown {
  if (!(error instanceof NodeError || error instanceof BundlerError)) return error;
  const name = error instanceof NodeError ? "node" : "bundler";
  const detail = `The ${name} refused a request (${error.code}).`;
  return new AcctError("chain_down", { detail, cause: error });
}

/** Returns the error that tells of a chain which cannot be used; `internal` for a fault of the service. */
export function toldFailure(error: unknown): AcctError {
  const failure = chainFailure(error);
  return failure instanceof AcctError ? failure : new AcctError("internal");
}

/** Returns whether an error is a chain's, or another one that clients are told: no fault of the service. */
export function isChainFailure(error: unknown): boolean {
  return chainFailure(error) instanceof AcctError;
}

/**
 * Reads from a node's answer.
 *
 * @throws {AcctError} `chain_down` if that fails, but for errors that say more
 */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AcctError) throw error;
    throw unreadable(error);
  }
}

/** Creates the error for an answer that has another shape than its question asks for. */
export function unreadable(cause?: unknown): AcctError {
  const detail = "The node answered with what cannot be read.";
  return new AcctError("chain_down", { detail, cause });
}
