/**
 * Counts requests that are being answered, so that a stop can wait for them.
 *
 * @module
 */

/** Requests that are being answered. */
export interface Pending {
  /** Counts a request until it is answered. */
  add(answer: Promise<unknown>): void;
  /** Waits until all that were added are answered, or the time in milliseconds is over. */
  ended(within: number): Promise<void>;
}

/**
 * Creates the counter. It keeps no promises: a `Set` of them makes a new table every few requests, and
 * V8 links each old one to the next, so that all answers lived until the next collection of old memory.
 */
export function createPending(): Pending {
  let count = 0;
  let idle: (() => void) | undefined;
  const end = () => {
    count--;
    if (count === 0) idle?.();
  };
  return {
    add(answer) {
      count++;
      answer.then(end, end);
    },
    async ended(within) {
      if (count === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      idle = resolve;
      const timer = setTimeout(resolve, within);
      await promise;
      clearTimeout(timer);
    },
  };
}
