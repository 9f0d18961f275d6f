/** Waits for code. @module */

/**
 * Time limit for loading code, because browsers have none, and a network may stop responding
 * halfway.
 */
const LOAD_TIMEOUT_MS = 60_000;

/** Waits for code that loads, and rejects after a timeout. */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DOMException("The code did not load in time.", "TimeoutError"));
    const timer = setTimeout(late, LOAD_TIMEOUT_MS);
    loading.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
