/** Waits for code. @module */

/** Time for code to load; browsers have none, and a network may go silent half-way. */
const LOAD_TIMEOUT_MS = 60_000;

/** Waits for code that loads, and rejects if it takes too long. */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new DOMException("The code did not load in time.", "TimeoutError"));
    const timer = setTimeout(late, LOAD_TIMEOUT_MS);
    loading.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
