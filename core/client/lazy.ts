/** Loads code on demand. @module */
import { AcctError } from "../protocol/errors.ts";

/** A value that is loaded once. */
export interface Lazy<T> {
  /** The value, once loaded. */
  readonly loaded: T | undefined;
  /** Loads the value; retries after a failure. */
  load(): Promise<T>;
}

/**
 * Loads a value with the first call.
 *
 * @throws {AcctError} `service_down` if it cannot be fetched
 */
export function lazy<T>(start: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  return {
    get loaded() {
      return loaded;
    },
    load: () =>
      loading ??= start().then((value) => loaded = value, (cause) => {
        // Allows a retry, though some browsers never fetch a failed module again.
        loading = undefined;
        throw new AcctError("service_down", {
          detail: "(Its code did not load. Reload the page if this persists.)",
          cause,
        });
      }),
  };
}
