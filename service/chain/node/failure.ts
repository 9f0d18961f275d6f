/** Separates failures of a chain's node or bundler from faults of the service. @module */
import { AcctError } from "../../../core/ground/errors.ts";
import { BundlerError } from "./bundler.ts";
import { NodeError, revertData } from "./node.ts";

/**
 * JSON-RPC code of a reverted call. Some nodes use it for their own failures, with different
 * messages.
 */
const REVERTED = 3;

/** Returns whether the chain reverted a call. Other errors are failures of the node. */
export function isRevert(error: unknown): error is NodeError {
  return error instanceof NodeError &&
    (error.code === REVERTED || revertData(error.data) !== null || /revert/i.test(error.message));
}

/**
 * Returns the client error if a node or bundler rejected a request that no contract can make fail.
 * Returns any other error unchanged.
 */
export function chainFailure(error: unknown): unknown {
  if (!(error instanceof NodeError || error instanceof BundlerError)) return error;
  const name = error instanceof NodeError ? "node" : "bundler";
  const detail = `The ${name} refused a request (${error.code}).`;
  return new AcctError("chain_down", { detail, cause: error });
}

/**
 * Returns the error that reports an unusable chain to clients, or `internal` for a fault of the
 * service.
 */
export function toldFailure(error: unknown): AcctError {
  const failure = chainFailure(error);
  return failure instanceof AcctError ? failure : new AcctError("internal");
}

/**
 * Returns whether an error comes from a chain or is reported to clients, so that it is not a fault
 * of the service.
 */
export function isChainFailure(error: unknown): boolean {
  return chainFailure(error) instanceof AcctError;
}

/**
 * Reads from a node's answer.
 *
 * @throws {AcctError} `chain_down` if the read fails, except for errors with a more specific cause
 */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AcctError) throw error;
    throw unreadable(error);
  }
}

/** Creates the error for an answer with an unexpected shape. */
export function unreadable(cause?: unknown): AcctError {
  const detail = "The node answered with what cannot be read.";
  return new AcctError("chain_down", { detail, cause });
}
