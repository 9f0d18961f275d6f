/** Code that is loaded when it is needed. @module */
import { AcctError } from "../protocol/errors.ts";

/** Something that is loaded once. */
export interface Lazy<T> {
  /** What was loaded, where it is there. */
  readonly loaded: T | undefined;
  /** Loads it; after a failure, again with the next call. */
  load(): Promise<T>;
}

/**
 * Loads with the first call.
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
        // A chunk that could not be fetched may be there the next time; some browsers ask only once.
        loading = undefined;
        throw new AcctError("service_down", {
          detail: "(Its code did not load. Reload the page if this stays so.)",
          cause,
        });
      }),
  };
}
