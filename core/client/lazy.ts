/** Loads code on demand. @module */
import { AcctError } from "../ground/errors.ts";

/** Time limit for loading code, because browsers have none. */
export const LOAD_TIMEOUT_MS = 20_000;

/** Returns the error of an aborted request: of its provider, or of the app's own signal. */
export function endOf({ reason }: AbortSignal): AcctError {
  return reason instanceof AcctError ? reason : new AcctError("aborted");
}

/** Waits for a value; an abort cancels the wait. */
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
  /** Loads the value; retries after a failure. An abort cancels the wait but not the loading. */
  load(signal?: AbortSignal): Promise<T>;
}

/**
 * Loads a value with the first call.
 *
 * @throws {AcctError} `service_down` if the value cannot be fetched, or not in time; an `AcctError`
 * of the loader is rethrown unchanged
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
          // Allows a retry, although some browsers never fetch a failed module again.
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
