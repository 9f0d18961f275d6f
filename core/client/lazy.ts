/** Loads code on demand. @module */
import { AcctError } from "../protocol/errors.ts";

/** Time limit for loading code: browsers have none. */
export const LOAD_TIMEOUT_MS = 20_000;

/** Names the end of a request by its signal: that of its provider, or the app's own. */
export function endOf({ reason }: AbortSignal): AcctError {
  return reason instanceof AcctError ? reason : new AcctError("aborted");
}

/** Waits for a value; an abort ends the wait. */
export function untilEnd<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(endOf(signal));
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    value.then(resolve, reject).then(() => signal.removeEventListener("abort", end));
  });
}

/** A value that is loaded once. */
export interface Lazy<T> {
  /** The value, once loaded. */
  readonly loaded: T | undefined;
  /** Loads the value; retries after a failure. An abort ends the wait, not the loading. */
  load(signal?: AbortSignal): Promise<T>;
}

/**
 * Loads a value with the first call.
 *
 * @throws {AcctError} `service_down` if it cannot be fetched, or not in time; its own errors pass as they
 * are
 */
export function lazy<T>(start: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  return {
    get loaded() {
      return loaded;
    },
    load(signal) {
      loading ??= untilEnd(start(), AbortSignal.timeout(LOAD_TIMEOUT_MS)).then(
        (value) => loaded = value,
        (cause) => {
          // Allows a retry, though some browsers never fetch a failed module again.
          loading = undefined;
          const isOwn = cause instanceof AcctError && cause.data.cause !== "aborted";
          throw isOwn ? cause : new AcctError("service_down", {
            detail: "(Its code did not load. Reload the page if this persists.)",
            cause,
          });
        },
      );
      return signal ? untilEnd(loading, signal) : loading;
    },
  };
}
