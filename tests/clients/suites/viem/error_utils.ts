/** The parts of errors that viem's own setup replaces, so that snapshots hold anywhere. @module */

/** In place of an address. */
export const getContractAddress = (): string => "0x0000000000000000000000000000000000000000";

/** In place of a URL. */
export const getUrl = (): string => "http://localhost";

/** Returns the reason of a signal, or the error of an abort. */
export function getAbortError(signal?: AbortSignal): unknown {
  return signal?.reason ?? new DOMException("This operation was aborted", "AbortError");
}

/** Returns true for the error of an abort. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
